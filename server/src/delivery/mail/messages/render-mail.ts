import { formatsOf } from '../../../i18n/formats.ts';
import type { Language } from '../../../i18n/language.ts';
import type { Say } from '../../../i18n/texts/translation.ts';
import type { Letter, Wording } from './letter.ts';
import type {
  AccountLinkFacts,
  AccountsChangedFacts,
  KeyEndingFacts,
  NoticeFacts,
} from './letters-to-owners.ts';
import { composeNotice, isNotice, lettersToOwners } from './letters-to-owners.ts';
import type { FactsForReceiver } from './letters-to-receivers.ts';
import { composeCodeSms, lettersToReceivers } from './letters-to-receivers.ts';
import type { FactsForSender } from './letters-to-senders.ts';
import { lettersToSenders } from './letters-to-senders.ts';
import type { MailAccent } from './render-html.ts';
import { renderHtml } from './render-html.ts';
import { renderText } from './render-text.ts';

/** The facts of a mail of one kind. */
export type MailFacts =
  | NoticeFacts
  | AccountsChangedFacts
  | KeyEndingFacts
  | AccountLinkFacts
  | FactsForReceiver
  | FactsForSender;

type FactsOf = { [Facts in Exclude<MailFacts, NoticeFacts> as Facts['kind']]: Facts };

/** The letter of each kind; notices have one in common. */
const letters: {
  [Kind in keyof FactsOf]: (facts: FactsOf[Kind], wording: Wording) => Letter;
} = { ...lettersToOwners, ...lettersToReceivers, ...lettersToSenders };

function composeLetter<Kind extends keyof FactsOf>(
  facts: NoticeFacts | FactsOf[Kind],
  wording: Wording,
): Letter {
  if (isNotice(facts)) return composeNotice(facts, wording);
  return letters[facts.kind as Kind](facts, wording);
}

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
  /** Where its button leads; the page where further mails are refused is left out. */
  links: string[];
}

/** Renders the mail with these facts. Untrusted text stays text: it is quoted, never interpreted. */
export function renderMail(facts: MailFacts, reader: MailReader): RenderedMail {
  const letter = composeLetter(facts, wordingOf(reader));
  const html = renderHtml(letter, reader.language, reader.accent);
  const links = letter.action === undefined ? [] : [letter.action.link.href];
  return { subject: letter.subject, text: renderText(letter), html, links };
}

/** Renders the SMS that carries a code; nothing else is sent by SMS. */
export function renderSms(facts: MailFacts, reader: MailReader): string {
  if (facts.kind !== 'code') throw new TypeError(`A mail of kind ${facts.kind} is no SMS`);
  return composeCodeSms(facts, wordingOf(reader));
}

function wordingOf({ language, timeZone, serviceName, supportAddress, say }: MailReader): Wording {
  return { say, formats: formatsOf({ language, timeZone }), serviceName, supportAddress };
}
