import {
  caution,
  close,
  introduce,
  listFiles,
  offer,
  quote,
  report,
  unquoted,
  showName,
} from './letter.ts';
import type { Letter, Wording } from './letter.ts';
import type {
  CodeFacts,
  DownloadFacts,
  ReminderFacts,
  ReturnedFacts,
  UploadFacts,
} from './mail-facts.ts';

export function composeDownload(facts: DownloadFacts, wording: Wording): Letter {
  const { say, formats } = wording;
  const { name, address } = introduce(facts.sender, wording);
  return {
    subject: facts.isLocked
      ? say('mail.lockedSubject', { sender: name })
      : say('mail.downloadSubject', { sender: name, files: facts.files.length }),
    address,
    ...quote(
      facts.message,
      facts.isLocked ? say('mail.lockedIntro') : say('mail.downloadDefault'),
      wording,
    ),
    ...listFiles(facts.files, wording),
    action: offer(
      facts.isLocked
        ? say('mail.lockedAction')
        : say('mail.downloadAction', { files: facts.files.length }),
      facts.link,
      wording,
    ),
    until: say('mail.availableUntil', { date: formats.dateTime(facts.expiresAt) }),
    notes: caution(wording),
    ...close(facts.refusalLink, wording),
  };
}

export function composeUpload(facts: UploadFacts, wording: Wording): Letter {
  const { say, formats } = wording;
  const { name, address } = introduce(facts.sender, wording);
  return {
    subject: say('mail.uploadSubject', { sender: name }),
    address,
    ...quote(facts.message, say('mail.uploadDefault'), wording),
    ...listFiles([], wording),
    action: offer(say('mail.uploadAction'), facts.link, wording),
    until: say('mail.uploadUntil', { date: formats.dateTime(facts.expiresAt) }),
    notes: caution(wording),
    ...close(facts.refusalLink, wording),
  };
}

export function composeReminder(facts: ReminderFacts, wording: Wording): Letter {
  const { say, formats } = wording;
  const { name, address } = introduce(facts.sender, wording);
  return {
    subject: facts.isLocked
      ? say('mail.lockedReminderSubject', { sender: name })
      : say('mail.reminderSubject', { sender: name, files: facts.files.length }),
    address,
    intro: facts.isLocked
      ? say('mail.lockedIntro')
      : say('mail.reminderIntro', { files: facts.files.length }),
    ...unquoted,
    ...listFiles(facts.files, wording),
    action: offer(
      facts.isLocked
        ? say('mail.lockedAction')
        : say('mail.downloadAction', { files: facts.files.length }),
      facts.link,
      wording,
    ),
    until: say('mail.availableUntil', { date: formats.dateTime(facts.expiresAt) }),
    notes: caution(wording),
    ...close(facts.refusalLink, wording),
  };
}

/** It contains no link to the page: the files have arrived, and there is nothing left to do. */
export function composeReturned(facts: ReturnedFacts, wording: Wording): Letter {
  const { say, formats } = wording;
  const { name, address } = introduce(facts.receiver, wording);
  return {
    subject: say('mail.returnedSubject', { receiver: name, files: facts.count }),
    address,
    intro: say('mail.returnedIntro', { date: formats.dateTime(facts.at) }),
    ...unquoted,
    ...listFiles(facts.files, wording),
    action: undefined,
    until: undefined,
    notes: [say('mail.returnedReason'), ...report(wording)],
    ...close(facts.refusalLink, wording),
  };
}

/** The subject does not contain the code: mail servers log subjects. */
export function composeCode(facts: CodeFacts, wording: Wording): Letter {
  const { say, formats } = wording;
  const { name, address } = introduce(facts.sender, wording);
  return {
    subject: say('mail.codeSubject', { sender: name }),
    address,
    intro: say('mail.codeIntro', { code: facts.code }),
    ...unquoted,
    files: [],
    moreFiles: undefined,
    action: undefined,
    until: say('mail.codeUntil', { date: formats.dateTime(facts.expiresAt) }),
    notes: [say('mail.codeUnexpected'), ...report(wording)],
    ...close(undefined, wording),
  };
}

/** The same as a short message. */
export function composeCodeSms({ code }: CodeFacts, { say, serviceName }: Wording): string {
  return say('mail.codeSms', { code, service: showName(serviceName) });
}
