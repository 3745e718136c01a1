import type { Letter } from './letter.ts';
import { close, introduce, listFiles, unquoted } from './letter-parts.ts';
import type { UnfetchedFacts } from './mail-facts.ts';
import type { Wording } from './wording.ts';

export function composeUnfetched(facts: UnfetchedFacts, wording: Wording): Letter {
  const { say, formats } = wording;
  const { name, address } = introduce(facts.receiver, wording);
  return {
    subject: say('mail.unfetchedSubject', { receiver: name, files: facts.files.length }),
    address,
    intro: say('mail.unfetchedIntro', { date: formats.dateTime(facts.expiresAt) }),
    ...unquoted,
    ...listFiles(facts.files, wording),
    action: undefined,
    until: undefined,
    notes: [say('mail.unfetchedReason')],
    ...close(undefined, wording),
  };
}
