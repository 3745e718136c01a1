import type { Language } from '../../i18n/language.ts';
import { createFormats } from '../../i18n/formats.ts';
import { composeLetter } from './compose-letter.ts';
import type { MailFacts } from './mail-facts.ts';
import { renderHtml } from './render-html.ts';
import { renderText } from './render-text.ts';
import type { MailTexts } from './texts/mail-texts.ts';

/** Who reads the mail, and on whose behalf it is sent. */
export interface MailReader {
  language: Language;
  timeZone: string;
  serviceName: string;
  supportAddress: string | undefined;
  texts: MailTexts;
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
  const { language, timeZone, serviceName, supportAddress, texts } = reader;
  const formats = createFormats(language, timeZone);
  const letter = composeLetter(facts, { texts, formats, serviceName, supportAddress });
  return { subject: letter.subject, text: renderText(letter), html: renderHtml(letter, language) };
}
