import type { MailKind, NoticeKind } from '../../../domain/model/mail-kinds.ts';
import { isAbout, mailKinds } from '../../../domain/model/mail-kinds.ts';
import type { Language } from '../../../i18n/language.ts';
import { ourAccent } from './render-html.ts';
import type { MailFacts, MailReader } from './render-mail.ts';
import { ourTranslations } from '../../../i18n/texts/translation.ts';

/** Untrusted texts in a mail. */
export interface SampleWords {
  nick: string;
  email: string;
  title: string | undefined;
  message: string | undefined;
  fileName: string;
}

export const sampleLink =
  'https://files.clinic.example/d/Zq0mXy5v8cQmT2nU1kP9bL7sA4dF6gH3jK0lZ8xC5vB';

const sampleRefusalLink = 'https://files.clinic.example/no-mail/one/other';

const at = Date.UTC(2026, 10, 22, 13, 2);

const plainWords: SampleWords = {
  nick: 'Anna Berg',
  email: 'anna.berg@clinic.example',
  title: undefined,
  message: 'The X-rays we talked about.\nCall me if one is missing.',
  fileName: 'scan.dcm',
};

/** A reader of the built-in texts. */
export function sampleReader(language: Language = 'en'): MailReader {
  return {
    language,
    timeZone: 'UTC',
    serviceName: 'Valise',
    supportAddress: 'help@clinic.example',
    say: ourTranslations[language].say,
    accent: ourAccent,
  };
}

/** The facts of one mail of each kind, with the given texts. */
export function sampleMails(
  words: Partial<SampleWords> = {},
  fileCount = 3,
): Record<MailKind, MailFacts> {
  const { nick, email, title, message, fileName } = { ...plainWords, ...words };
  const person = { nick, email };
  const files = Array.from({ length: fileCount }, () => ({
    name: fileName,
    sizeBytes: 1_200_000_000,
  }));
  const link = sampleLink;
  const refusalLink = sampleRefusalLink;
  const notices = Object.fromEntries(
    mailKinds.filter((kind) => isAbout(kind, 'notice')).map((kind) => [kind, { kind, email, at }]),
  ) as Record<NoticeKind, MailFacts>;
  return {
    ...notices,
    download: {
      kind: 'download',
      title,
      sender: person,
      receiver: email,
      message,
      files,
      link,
      refusalLink,
      expiresAt: at,
      isLocked: false,
    },
    upload: {
      kind: 'upload',
      title,
      sender: person,
      receiver: email,
      message,
      link,
      refusalLink,
      expiresAt: at,
    },
    reminder: {
      kind: 'reminder',
      title,
      sender: person,
      receiver: email,
      files,
      link,
      refusalLink,
      expiresAt: at,
      isLocked: false,
    },
    receipt: {
      kind: 'receipt',
      title,
      dropId: 'uX9wZ2r4TtK8mQeN0aBcDg',
      reference: 'case 2026/1184',
      receiver: person,
      files,
      completedAt: at,
      link,
    },
    received: {
      kind: 'received',
      title,
      contact: person,
      message,
      files,
      link,
      isPerson: false,
      expiresAt: at,
    },
    returned: {
      kind: 'returned',
      title,
      receiver: person,
      files,
      count: files.length,
      at,
      refusalLink,
    },
    unfetched: { kind: 'unfetched', receiver: person, title, files, expiresAt: at },
    undelivered: {
      kind: 'undelivered',
      mails: [{ to: email, reason: `550 ${nick} is unknown` }],
      count: 1,
    },
    codes_refused: { kind: 'codes_refused', receiver: person, at },
    codes_used_up: { kind: 'codes_used_up', receiver: person, at },
    revoked: { kind: 'revoked', receiver: person, title, sentAt: at, files },
    extended: { kind: 'extended', sentAt: at, expiresAt: at, files },
    resent: { kind: 'resent', sentAt: at, expiresAt: at, files },
    accounts_changed: {
      kind: 'accounts_changed',
      changes: (['admin', 'user', 'name', 'removed'] as const).map((what) => ({
        ...{ what, account: email, by: email },
      })),
      count: 5,
      at,
    },
    key_ending: { kind: 'key_ending', email, keys: [{ name: nick, expiresAt: at }] },
    invitation: { kind: 'invitation', email, link, expiresAt: at, inviter: person },
    reset: { kind: 'reset', email, link, expiresAt: at },
    code: { kind: 'code', sender: person, code: '01234567', expiresAt: at },
  };
}

/** Mails that tell of many things at once. */
export function sampleDigests(listed = 3, count = listed): MailFacts[] {
  const { nick, email } = plainWords;
  const receivers = Array.from({ length: listed }, () => ({ nick, email, expiresAt: at }));
  const mails = receivers.map(() => ({ to: email, reason: undefined }));
  return [
    { kind: 'unfetched_many', receivers, count },
    { kind: 'undelivered', mails, count },
    { kind: 'revoked', receiver: undefined, title: undefined, sentAt: at, files: [] },
  ];
}

/** What a person is told who reads the inbox in a browser, or whom the operator invites. */
export function personMails(): MailFacts[] {
  const { received, invitation } = sampleMails();
  return [
    { ...received, isPerson: true } as MailFacts,
    { ...invitation, inviter: undefined } as MailFacts,
  ];
}

/** The mails about files that need a code or a password. */
export function lockedMails(): MailFacts[] {
  const { download, reminder, returned } = sampleMails({ message: undefined }, 0);
  const hidden = { ...returned, count: undefined } as MailFacts;
  return [
    hidden,
    ...(['code', 'password', 'codeAndPassword'] as const).flatMap((needs) =>
      [download, reminder].map((facts) => ({ ...facts, isLocked: true, needs }) as MailFacts),
    ),
  ];
}
