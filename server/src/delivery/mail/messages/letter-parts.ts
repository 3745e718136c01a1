import { webLink } from '../../../http/html/html.ts';
import type { Letter, LetterAction } from './letter.ts';
import type { FileFact, Person } from './mail-facts.ts';
import type { Wording } from './wording.ts';
import { showMessage, showName } from './user-text.ts';

/** More than this many files are counted, not listed. */
const mostListed = 50;

/** What a letter says of a person: the name, and the address where that is not the name. */
export function introduce(
  person: Person,
  { serviceName }: Wording,
): { name: string; address: string | undefined } {
  const nick = showName(person.nick ?? '');
  const email = showName(person.email ?? '');
  if (nick !== '') return { name: nick, address: email === '' ? undefined : email };
  return { name: email === '' ? showName(serviceName) : email, address: undefined };
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

/** Those that are not listed, in words. */
export function countMore(more: number, { say }: Wording): string | undefined {
  return more > 0 ? say('mail.moreFiles', { count: more }) : undefined;
}

/** What the sender wrote, or the given words when the sender wrote nothing. */
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

export const unquoted = { message: undefined, messageNote: undefined } as const;

/** The button, and the bare link for whoever does not trust buttons. */
export function offer(label: string, link: string, { say }: Wording): LetterAction {
  return { label, link: webLink(link), orOpen: say('mail.orOpen') };
}

/** What someone should know who did not expect the mail. */
export function caution(wording: Wording): string[] {
  const { say } = wording;
  return [say('mail.keepLink'), say('mail.unexpected'), ...report(wording)];
}

/** Where to write when something looks wrong, if the operator said so. */
export function report({ say, supportAddress }: Wording): string[] {
  return supportAddress === undefined ? [] : [say('mail.report', { address: supportAddress })];
}

/** The end of a letter: a way to refuse more of its kind, if there is one, and who sent it. */
export function close(
  refusalLink: string | undefined,
  { say, serviceName }: Wording,
): Pick<Letter, 'refusal' | 'footer'> {
  return {
    refusal:
      refusalLink === undefined
        ? undefined
        : { text: say('mail.unwanted'), link: webLink(refusalLink) },
    footer: say('mail.sentBy', { service: showName(serviceName) }),
  };
}
