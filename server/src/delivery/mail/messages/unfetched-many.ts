import type { Letter } from './letter.ts';
import { close, countMore, introduce, unquoted } from './letter-parts.ts';
import type { UnfetchedManyFacts } from './mail-facts.ts';
import type { Wording } from './wording.ts';

export function composeUnfetchedMany(
  { receivers, count }: UnfetchedManyFacts,
  wording: Wording,
): Letter {
  const { texts, formats } = wording;
  return {
    subject: texts.unfetchedManySubject(count),
    address: undefined,
    intro: texts.unfetchedManyIntro(),
    ...unquoted,
    files: receivers.map(({ expiresAt, ...person }) => {
      const { name, address } = introduce(person, wording);
      return {
        name: address === undefined ? name : `${name} (${address})`,
        size: formats.dateTime(expiresAt),
      };
    }),
    moreFiles: countMore(count - receivers.length, wording),
    action: undefined,
    until: undefined,
    installationValues: [texts.unfetchedReason()],
    ...close(undefined, wording),
  };
}
