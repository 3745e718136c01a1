import type { Letter } from './letter.ts';
import { caution, close, introduce, listFiles, offer, unquoted } from './letter-parts.ts';
import type { ReminderFacts } from './mail-facts.ts';
import type { Wording } from './wording.ts';

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
