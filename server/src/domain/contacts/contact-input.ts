import { parseEmailAddress } from '#protocol/email-address.ts';
import type { Problem } from '#protocol/errors.ts';
import { isLanguageTag } from '#protocol/language-tag.ts';
import { parseMobileNumber } from '#protocol/mobile-number.ts';
import type { PartialContact } from '../model/contact.ts';
import { isPlainText } from '../model/message.ts';
import { invalid } from '../model/valise-error.ts';

const maxContacts = 10_000;
const maxGroups = 100;
/** More faults than these do not help a client. */
const maxProblems = 100;
const maxTextLength = 255;

/**
 * Validates contacts of unknown shape. Unknown fields are ignored, since existing clients send some. Throws
 * `invalid` with the faults; `listName` is the sender's name for the whole list.
 */
export function parseContacts(value: readonly unknown[], listName: string): PartialContact[] {
  if (value.length > maxContacts) {
    throw invalid([{ field: listName, problem: `must hold at most ${maxContacts} contacts.` }]);
  }
  const problems: Problem[] = [];
  const contacts: PartialContact[] = [];
  const seen = new Set<string>();
  for (const [index, element] of value.entries()) {
    if (problems.length >= maxProblems) break;
    const contact = parseContact(element, `[${index}]`, problems);
    if (contact === undefined) continue;
    if (seen.has(contact.email)) {
      problems.push({
        field: `[${index}].email`,
        problem: `${contact.email} stands twice in the array.`,
      });
    }
    seen.add(contact.email);
    contacts.push(contact);
  }
  if (problems.length > 0) throw invalid(problems);
  return contacts;
}

function parseContact(
  value: unknown,
  path: string,
  problems: Problem[],
): PartialContact | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    problems.push({ field: path, problem: 'must be a contact object.' });
    return undefined;
  }
  const fields = value as Record<string, unknown>;

  /**
   * Reads an optional field: undefined or null is left out, and `read` returns undefined for an invalid
   * one.
   */
  function optional<Result>(
    name: string,
    rule: string,
    read: (raw: unknown) => Result | undefined,
  ): Result | undefined {
    const raw = fields[name];
    if (raw === undefined || raw === null) return undefined;
    const result = read(raw);
    if (result === undefined) problems.push({ field: `${path}.${name}`, problem: rule });
    return result;
  }

  const { email: sent } = fields;
  const email = typeof sent === 'string' ? parseEmailAddress(withoutBlanks(sent)) : undefined;
  const contact = {
    number: optional('number', 'must be 6 to 15 digits.', readNumber),
    language: optional('language', 'must be a language tag such as "en" or "pt-BR".', readLanguage),
    groups: optional('groups', `must be an array of at most ${maxGroups} group names.`, readGroups),
    nick: optional('nick', `must be a text of at most ${maxTextLength} characters.`, readText),
  };
  if (email === undefined) {
    problems.push({ field: `${path}.email`, problem: 'must be an e-mail address.' });
    return undefined;
  }
  // Many clients send arbitrary names: an invalid one is not an error.
  const name = readText(fields['name']);
  return { email, ...contact, ...(name === undefined || name === '' ? {} : { name }) };
}

/** Blanks around an address, as spreadsheets leave them. A line break is not a blank. */
function withoutBlanks(text: string): string {
  const isBlank = (at: number) => text[at] === ' ' || text[at] === '\t';
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(start)) start += 1;
  while (end > start && isBlank(end - 1)) end -= 1;
  return text.slice(start, end);
}

function readNumber(raw: unknown): string | undefined {
  if (raw === '') return '';
  return typeof raw === 'string' || typeof raw === 'number' ? parseMobileNumber(raw) : undefined;
}

function readLanguage(raw: unknown): string | undefined {
  return typeof raw === 'string' && (raw === '' || isLanguageTag(raw)) ? raw : undefined;
}

function readText(raw: unknown): string | undefined {
  return typeof raw === 'string' && raw.length <= maxTextLength && isPlainText(raw)
    ? raw
    : undefined;
}

function readGroups(raw: unknown): string[] | undefined {
  if (!Array.isArray(raw) || raw.length > maxGroups) return undefined;
  const groups = raw.map(readText);
  return groups.every((group) => group !== undefined) ? groups : undefined;
}
