import type { Letter } from './letter.ts';
import { caution, close, introduce, listFiles, offer, unquoted } from './letter-parts.ts';
import type { ReminderFacts } from './mail-facts.ts';
import type { Wording } from './wording.ts';

export function composeReminder(facts: ReminderFacts, wording: Wording): Letter {
  const { texts, formats } = wording;
  const { name, address } = introduce(facts.sender, wording);
  return {
    subject: facts.isLocked
      ? texts.lockedReminderSubject(name)
      : texts.reminderSubject(name, facts.files.length),
    address,
    intro: facts.isLocked ? texts.lockedIntro() : texts.reminderIntro(facts.files.length),
    ...unquoted,
    ...listFiles(facts.files, wording),
    action: offer(
      facts.isLocked ? texts.lockedAction() : texts.downloadAction(facts.files.length),
      facts.link,
      wording,
    ),
    until: texts.availableUntil(formats.dateTime(facts.expiresAt)),
    installationValues: caution(wording),
    ...close(facts.refusalLink, wording),
  };
}
