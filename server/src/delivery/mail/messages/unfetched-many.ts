import type { Letter } from './letter.ts';
import { close, countMore, introduce, unquoted } from './letter-parts.ts';
import type { UnfetchedManyFacts } from './mail-facts.ts';
import type { Wording } from './wording.ts';

export function composeUnfetchedMany(
  { receivers, count }: UnfetchedManyFacts,
  wording: Wording,
): Letter {
  const { say, formats } = wording;
  return {
    subject: say('mail.unfetchedManySubject', { receivers: count }),
    address: undefined,
    intro: say('mail.unfetchedManyIntro'),
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
    notes: [say('mail.unfetchedReason')],
    ...close(undefined, wording),
  };
}
