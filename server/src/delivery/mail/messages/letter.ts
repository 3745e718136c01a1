import { replaceUnsafe, withoutDirectionControls } from '#protocol/untrusted-text.ts';
import { looksLikeAddress, nameBesideAddress } from '../../../domain/model/person-names.ts';
import type { WebLink } from '../../../http/html/html.ts';
import { webLink } from '../../../http/html/html.ts';
import type { Formats } from '../../../i18n/formats.ts';
import type { Say } from '../../../i18n/texts/translation.ts';

/**
 * A person as the reader of a mail may know them. Details that the person hides are left out when the facts
 * are gathered; a person without nick and e-mail is called by the service's name.
 */
export interface Person {
  nick?: string | undefined;
  email?: string | undefined;
}

export interface FileFact {
  name: string;
  sizeBytes: number;
}

/** A mail before it is text or HTML, so that both have the same content. */
export interface Letter {
  /** One line; also the heading. */
  subject: string;
  /** Who it comes from or is about, beyond the name in the subject. */
  address: string | undefined;
  /** Text of the service. */
  intro: string | undefined;
  /** Text of the sender. */
  message: string | undefined;
  messageNote: string | undefined;
  /** Files, or whatever else the mail lists, with a note for each. */
  files: readonly { name: string; size: string | undefined }[];
  /** The number of items that are not listed, in words. */
  moreFiles: string | undefined;
  action: LetterAction | undefined;
  /** Until when, as a sentence, where no fact says so. */
  until: string | undefined;
  /** What goes where until when, each with its name. */
  facts: readonly LetterFact[];
  notes: readonly string[];
  /** The page where further mails can be refused. */
  refusal: { text: string; link: WebLink } | undefined;
  /** The name of the service, which stands above, and that it sends the mail, which stands below. */
  service: string;
  footer: string;
  /** What mail programs show after the subject in a list of mails: never what a sender wrote. */
  preview: string | undefined;
}

export interface LetterFact {
  label: string;
  value: string;
}

export interface LetterAction {
  label: string;
  link: WebLink;
  /** The text before the bare link. */
  orOpen: string;
}

/** More than this many files are counted, not listed. */
const mostListed = 50;

/**
 * How a letter names a person: the name, and the address where that is not the name. Subjects show the name
 * alone: one that could be taken for an address has the real one beside it, and is not shown where that is
 * hidden.
 */
export function introduce(
  person: Person,
  { serviceName }: Wording,
): { name: string; address: string | undefined } {
  const nick = showName(person.nick ?? '');
  const email = showName(person.email ?? '');
  if (email === '') {
    const isName = nick !== '' && !looksLikeAddress(nick);
    return { name: isName ? nick : showName(serviceName), address: undefined };
  }
  if (nick === '') return { name: email, address: undefined };
  return { name: nameBesideAddress(nick, email), address: email };
}

/** The files by name and size; those beyond the first fifty as a number. */
export function listFiles(
  files: readonly FileFact[],
  wording: Wording,
): Pick<Letter, 'files' | 'moreFiles'> {
  const more = files.length - mostListed;
  return {
    files: files.slice(0, mostListed).map(({ name, sizeBytes }) => ({
      name: showName(name),
      size: wording.formats.size(sizeBytes),
    })),
    moreFiles: countMore(more, wording),
  };
}

/** The number of files that are not listed, in words. */
export function countMore(more: number, { say }: Wording): string | undefined {
  return more > 0 ? say('mail.moreFiles', { count: more }) : undefined;
}

/** The sender's message, or the given text when the sender wrote none. */
export function quote(
  message: string | undefined,
  instead: string | undefined,
  { say }: Wording,
): Pick<Letter, 'intro' | 'message' | 'messageNote'> {
  const { text, isCut } = showMessage(message ?? '');
  if (text === '') return { intro: instead, message: undefined, messageNote: undefined };
  return {
    intro: undefined,
    message: text,
    messageNote: isCut ? say('mail.messageGoesOn') : undefined,
  };
}

/** The button, and the bare link for readers whose mail program shows no button. */
export function offer(label: string, link: string, { say }: Wording): LetterAction {
  return { label, link: webLink(link), orOpen: say('mail.orOpen') };
}

/** Until when, how much, and for whom alone. */
export function offerFacts(
  {
    files,
    receiver,
    expiresAt,
  }: { files: readonly FileFact[]; receiver: string; expiresAt: number },
  wording: Wording,
): LetterFact[] {
  const { say, formats } = wording;
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const inAll = say('mail.filesAndSize', { files: files.length, size: formats.size(bytes) });
  return [
    { label: say('mail.until'), value: formats.dayAndTime(expiresAt) },
    ...(files.length > 0 ? [{ label: say('mail.inAll'), value: inAll }] : []),
    meantFor(receiver, wording),
  ];
}

export function availableUntil(expiresAt: number, { say, formats }: Wording): string {
  return say('mail.availableUntil', { date: formats.dayAndTime(expiresAt) });
}

/** What it is called, where it has a name. */
export function titleFact(title: string | undefined, { say }: Wording): LetterFact[] {
  return title === undefined ? [] : [{ label: say('mail.title'), value: showName(title) }];
}

/** Whose link it is. */
export function meantFor(receiver: string, { say }: Wording): LetterFact {
  const value = say('mail.onlyFor', { receiver: showName(receiver) });
  return { label: say('mail.meantFor'), value };
}

/** What a reader should know who did not expect the mail. */
export function caution(wording: Wording): string[] {
  const { say } = wording;
  return [say('mail.keepLink'), say('mail.unexpected'), ...report(wording)];
}

/** The contact address, if the operator set one. */
export function report({ say, supportAddress }: Wording): string[] {
  return supportAddress === undefined ? [] : [say('mail.report', { address: supportAddress })];
}

type Parts = Pick<Letter, 'subject'> &
  Partial<Letter> & {
    /** The page where further mails can be refused. */
    refusalLink?: string;
  };

/** A letter with these parts, and without the others. */
export function write(
  { say, serviceName }: Wording,
  { refusalLink, ...parts }: Parts & Pick<Letter, 'notes'>,
): Letter {
  return {
    ...{ address: undefined, intro: undefined, message: undefined, messageNote: undefined },
    ...{ files: [], moreFiles: undefined, action: undefined, until: undefined, facts: [] },
    refusal:
      refusalLink === undefined
        ? undefined
        : { text: say('mail.unwanted'), link: webLink(refusalLink) },
    service: showName(serviceName),
    footer: say('mail.sentBy', { service: showName(serviceName) }),
    preview: parts.intro ?? parts.until,
    ...parts,
  };
}

/** A mail about the security of an account. It contains no link, so that readers do not get used to following one. */
export function writeNotice(wording: Wording, { notes = [], ...parts }: Parts): Letter {
  const reasons = [wording.say('mail.securityReason'), ...report(wording)];
  return write(wording, { ...parts, notes: [...notes, ...reasons] });
}

/** What facts are turned into text with. */
export interface Wording {
  say: Say;
  formats: Formats;
  serviceName: string;
  /** The contact address for readers. */
  supportAddress: string | undefined;
}

/** The most characters of a name that a mail shows. */
const longestName = 80;
/** The most characters of a message that a mail shows. */
const longestMessage = 3000;

/** A name on one line. A long one keeps its end, which tells a file's type. */
export function showName(name: string): string {
  const line = replaceUnsafe(withoutTricks(name), () => ' ')
    .replace(/ +/g, ' ')
    .trim();
  const characters = Array.from(line);
  if (characters.length <= longestName) return line;
  const half = longestName / 2;
  return `${characters.slice(0, half).join('')}…${characters.slice(1 - half).join('')}`;
}

/** A message with its line breaks, and whether some of it was left out. */
export function showMessage(message: string): { text: string; isCut: boolean } {
  const lines = withoutTricks(message).replace(/\r\n?/g, '\n').replace(/\t/g, '  ');
  const text = replaceUnsafe(lines, (found) => (found === '\n' ? found : ' ')).trim();
  const characters = Array.from(text);
  if (characters.length <= longestMessage) return { text, isCut: false };
  return { text: `${characters.slice(0, longestMessage).join('')}…`, isCut: true };
}

function withoutTricks(text: string): string {
  return withoutDirectionControls(text.toWellFormed());
}
