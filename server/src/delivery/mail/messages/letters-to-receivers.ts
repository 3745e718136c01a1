import type { Instant } from '../../../domain/model/clock.ts';
import {
  availableUntil,
  caution,
  introduce,
  listFiles,
  meantFor,
  offer,
  offerFacts,
  quote,
  report,
  showName,
  titleFact,
  write,
} from './letter.ts';
import type { FileFact, Letter, Person, Wording } from './letter.ts';

/** What somebody offers behind the link of a receiver. */
interface Offer {
  sender: Person;
  /** The address that the mail goes to. */
  receiver: string;
  link: string;
  /** The page where further mails can be refused. */
  refusalLink: string;
  expiresAt: Instant;
}

export interface OfferedFiles extends Offer {
  /** What the sender calls it; undefined where it has no name, or is locked. */
  title: string | undefined;
  files: readonly FileFact[];
  /** Whether something must be entered first: the mail then names the sender, and nothing of the content. */
  isLocked: boolean;
  /** What that is; left out: a code. */
  needs?: keyof typeof lockedIntros;
}

const lockedIntros = {
  code: 'mail.lockedIntro',
  password: 'mail.passwordIntro',
  codeAndPassword: 'mail.codeAndPasswordIntro',
} as const;

function lockedIntro({ needs = 'code' }: OfferedFiles, { say }: Wording): string {
  return say(lockedIntros[needs]);
}

/** To a receiver: files wait behind the link. */
export interface DownloadFacts extends OfferedFiles {
  kind: 'download';
  /** What the sender wrote; undefined or blank for the default text. */
  message: string | undefined;
}

function composeDownload(facts: DownloadFacts, wording: Wording): Letter {
  const { say } = wording;
  const { name, address } = introduce(facts.sender, wording);
  const instead = facts.isLocked ? lockedIntro(facts, wording) : say('mail.downloadDefault');
  return write(wording, {
    subject: subjectOf(facts, name, wording),
    address,
    ...quote(facts.message, instead, wording),
    ...offerFiles(facts, wording),
  });
}

function subjectOf(
  { isLocked, title, files }: DownloadFacts,
  sender: string,
  { say }: Wording,
): string {
  if (isLocked) return say('mail.lockedSubject', { sender });
  return title === undefined
    ? say('mail.downloadSubject', { sender, files: files.length })
    : say('mail.downloadTitled', { sender, title: showName(title) });
}

function offerFiles(facts: OfferedFiles, wording: Wording) {
  const { isLocked, files } = facts;
  const { say } = wording;
  const label = isLocked
    ? say('mail.lockedAction')
    : say('mail.downloadAction', { files: files.length });
  return {
    ...listFiles(files, wording),
    action: offer(label, facts.link, wording),
    facts: offerFacts(facts, wording),
    ...(isLocked ? {} : { preview: availableUntil(facts.expiresAt, wording) }),
    notes: caution(wording),
    refusalLink: facts.refusalLink,
  };
}

/** To a contact: the link opens an upload page. */
export interface UploadFacts extends Offer {
  kind: 'upload';
  /** What the account calls the request; undefined where it has no name, or a code hides it. */
  title: string | undefined;
  message: string | undefined;
}

function composeUpload(facts: UploadFacts, wording: Wording): Letter {
  const { say, formats } = wording;
  const { name, address } = introduce(facts.sender, wording);
  return write(wording, {
    subject:
      facts.title === undefined
        ? say('mail.uploadSubject', { sender: name })
        : say('mail.uploadTitled', { sender: name, title: showName(facts.title) }),
    address,
    ...quote(facts.message, say('mail.uploadDefault'), wording),
    action: offer(say('mail.uploadAction'), facts.link, wording),
    preview: say('mail.uploadUntil', { date: formats.dayAndTime(facts.expiresAt) }),
    facts: [
      { label: say('mail.openUntil'), value: formats.dayAndTime(facts.expiresAt) },
      meantFor(facts.receiver, wording),
    ],
    notes: caution(wording),
    refusalLink: facts.refusalLink,
  });
}

/** To a receiver: these files were not downloaded yet, and expire soon. */
export interface ReminderFacts extends OfferedFiles {
  kind: 'reminder';
}

function composeReminder(facts: ReminderFacts, wording: Wording): Letter {
  const { say } = wording;
  const { name, address } = introduce(facts.sender, wording);
  const { isLocked, title } = facts;
  const { length: files } = facts.files;
  const subject =
    title === undefined
      ? say('mail.reminderSubject', { sender: name, files })
      : say('mail.reminderTitled', { sender: name, title: showName(title) });
  return write(wording, {
    subject: isLocked ? say('mail.lockedReminderSubject', { sender: name }) : subject,
    address,
    intro: isLocked ? lockedIntro(facts, wording) : say('mail.reminderIntro', { files }),
    ...offerFiles(facts, wording),
  });
}

/** To a contact: the files that they sent back have arrived. */
export interface ReturnedFacts {
  kind: 'returned';
  /** Who asked for the files. */
  receiver: Person;
  /** What they call the request; undefined where it has no name, or a code hides it. */
  title: string | undefined;
  /** Empty where a code is needed to see them. */
  files: readonly FileFact[];
  /** The number of files; undefined where a code is needed to see them. */
  count: number | undefined;
  at: Instant;
  /** The page where further mails can be refused. */
  refusalLink: string;
}

/** It contains no link to the page: the files have arrived, and there is nothing left to do. */
function composeReturned(facts: ReturnedFacts, wording: Wording): Letter {
  const { say, formats } = wording;
  const { name, address } = introduce(facts.receiver, wording);
  return write(wording, {
    subject:
      facts.count === undefined
        ? say('mail.returnedLockedSubject', { receiver: name })
        : say('mail.returnedSubject', { receiver: name, files: facts.count }),
    address,
    intro: say('mail.returnedIntro', { date: formats.dateTime(facts.at) }),
    ...listFiles(facts.files, wording),
    facts: titleFact(facts.title, wording),
    notes: [say('mail.returnedReason'), ...report(wording)],
    refusalLink: facts.refusalLink,
  });
}

/** To a receiver: the code that opens the page behind the link. */
export interface CodeFacts {
  kind: 'code';
  sender: Person;
  code: string;
  expiresAt: Instant;
}

/** The subject does not contain the code: mail servers log subjects. */
function composeCode(facts: CodeFacts, wording: Wording): Letter {
  const { say, formats } = wording;
  const { name, address } = introduce(facts.sender, wording);
  return write(wording, {
    subject: say('mail.codeSubject', { sender: name }),
    address,
    intro: say('mail.codeIntro', { code: facts.code }),
    until: say('mail.codeUntil', { date: formats.dateTime(facts.expiresAt) }),
    notes: [say('mail.codeUnexpected'), ...report(wording)],
  });
}

/** The same as a short message. */
export function composeCodeSms({ code }: CodeFacts, { say, serviceName }: Wording): string {
  return say('mail.codeSms', { code, service: showName(serviceName) });
}

export type FactsForReceiver =
  DownloadFacts | UploadFacts | ReminderFacts | ReturnedFacts | CodeFacts;

export const lettersToReceivers = {
  download: composeDownload,
  upload: composeUpload,
  reminder: composeReminder,
  returned: composeReturned,
  code: composeCode,
};
