import type { Letter } from './letter.ts';
import { close, introduce, listFiles, unquoted } from './letter-parts.ts';
import type { UnfetchedFacts } from './mail-facts.ts';
import type { Wording } from './wording.ts';

export function composeUnfetched(facts: UnfetchedFacts, wording: Wording): Letter {
  const { texts, formats } = wording;
  const { name, address } = introduce(facts.receiver, wording);
  return {
    subject: texts.unfetchedSubject(name, facts.files.length),
    address,
    intro: texts.unfetchedIntro(formats.dateTime(facts.expiresAt)),
    ...unquoted,
    ...listFiles(facts.files, wording),
    action: undefined,
    until: undefined,
    installationValues: [texts.unfetchedReason()],
    ...close(undefined, wording),
  };
}
