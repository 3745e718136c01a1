import type { Letter } from './letter.ts';
import { close, introduce, listFiles, offer, quote } from './letter-parts.ts';
import type { ReceivedFacts } from './mail-facts.ts';
import type { Wording } from './wording.ts';

export function composeReceived(facts: ReceivedFacts, wording: Wording): Letter {
  const { texts, formats } = wording;
  const { name, address } = introduce(facts.contact, wording);
  return {
    subject: texts.receivedSubject(name, facts.files.length),
    address,
    ...quote(facts.message, undefined, wording),
    intro: texts.receivedIntro(facts.files.length),
    ...listFiles(facts.files, wording),
    action: offer(texts.receivedAction(), facts.link, wording),
    until: texts.availableUntil(formats.dateTime(facts.expiresAt)),
    installationValues: [texts.receivedReason()],
    ...close(undefined, wording),
  };
}
