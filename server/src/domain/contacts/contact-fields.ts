import { parseEmailAddress } from '#protocol/email-address.ts';
import { isLanguageTag } from '#protocol/language-tag.ts';
import { parseMobileNumber } from '#protocol/mobile-number.ts';
import { isPlainText } from '../model/message.ts';

const maxTextLength = 255;

/** The fields of a contact that a person edits. */
export interface ContactFields {
  email: string;
  nick: string;
  number: string;
  language: string;
}

export type ContactFieldName = keyof ContactFields;

/** The fields as they are stored, and which of them are wrong. */
export interface ReadFields {
  fields: ContactFields;
  faults: ContactFieldName[];
}

/** Reads what a person typed or a file holds. Only the address must not be empty. */
export function readContactFields(typed: Readonly<Partial<ContactFields>>): ReadFields {
  const nick = (typed.nick ?? '').trim().replace(/\s+/gu, ' ');
  const number = (typed.number ?? '').trim();
  const language = (typed.language ?? '').trim();
  const email = parseEmailAddress((typed.email ?? '').trim());
  const digits = number === '' ? '' : parseMobileNumber(number.replace(/[()./]/g, ''));
  const faults: ContactFieldName[] = [];
  if (email === undefined) faults.push('email');
  if (!isName(nick)) faults.push('nick');
  if (digits === undefined) faults.push('number');
  if (language !== '' && !isLanguageTag(language)) faults.push('language');
  return { fields: { email: email ?? '', nick, number: digits ?? '', language }, faults };
}

/** A name on one line, of a contact, a group or a person. */
export function isName(text: string): boolean {
  return text.length <= maxTextLength && isPlainText(text);
}
