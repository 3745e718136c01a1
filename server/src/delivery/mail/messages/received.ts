import type { Letter } from './letter.ts';
import { close, introduce, listFiles, offer, quote } from './letter-parts.ts';
import type { ReceivedFacts } from './mail-facts.ts';
import type { Wording } from './wording.ts';

export function composeReceived(facts: ReceivedFacts, wording: Wording): Letter {
  const { say, formats } = wording;
  const { name, address } = introduce(facts.contact, wording);
  return {
    subject: say('mail.receivedSubject', { contact: name, files: facts.files.length }),
    address,
    ...quote(facts.message, undefined, wording),
    intro: say('mail.receivedIntro', { files: facts.files.length }),
    ...listFiles(facts.files, wording),
    action: offer(say('mail.receivedAction'), facts.link, wording),
    until: say('mail.availableUntil', { date: formats.dateTime(facts.expiresAt) }),
    notes: [say('mail.receivedReason')],
    ...close(undefined, wording),
  };
}
