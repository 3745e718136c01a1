import type { Language } from '../../../i18n/language.ts';
import { createFormats } from '../../../i18n/formats.ts';
import { composeCodeSms } from './code.ts';
import { composeLetter } from './compose-letter.ts';
import type { MailFacts } from './mail-facts.ts';
import type { MailAccent } from './mail-style.ts';
import { renderHtml } from './render-html.ts';
import { renderText } from './render-text.ts';
import type { Say } from '../../../i18n/texts/translation.ts';
import type { Wording } from './wording.ts';

/** Who reads the mail, and on whose behalf it is sent. */
export interface MailReader {
  language: Language;
  timeZone: string;
  serviceName: string;
  supportAddress: string | undefined;
  say: Say;
  accent: MailAccent;
}

export interface RenderedMail {
  /** One line, without control characters. */
  subject: string;
  text: string;
  /** Says what the text says. */
  html: string;
}

/** Makes the mail that tells these facts. What people wrote stays text: it is quoted, never interpreted. */
export function renderMail(facts: MailFacts, reader: MailReader): RenderedMail {
  const letter = composeLetter(facts, wordingOf(reader));
  const html = renderHtml(letter, reader.language, reader.accent);
  return { subject: letter.subject, text: renderText(letter), html };
}

/** Makes the short message that carries a code; nothing else goes by SMS. */
export function renderSms(facts: MailFacts, reader: MailReader): string {
  if (facts.kind !== 'code') throw new TypeError(`A mail of kind ${facts.kind} is no SMS`);
  return composeCodeSms(facts, wordingOf(reader));
}

function wordingOf({ language, timeZone, serviceName, supportAddress, say }: MailReader): Wording {
  return { say, formats: createFormats(language, timeZone), serviceName, supportAddress };
}
