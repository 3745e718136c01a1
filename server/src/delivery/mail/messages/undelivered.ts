import type { Letter } from './letter.ts';
import { close, countMore, unquoted } from './letter-parts.ts';
import type { UndeliveredFacts } from './mail-facts.ts';
import { showName } from './user-text.ts';
import type { Wording } from './wording.ts';

export function composeUndelivered({ mails, count }: UndeliveredFacts, wording: Wording): Letter {
  const { texts } = wording;
  const [first] = mails;
  return {
    subject:
      count === 1 && first !== undefined
        ? texts.undeliveredSubject(showName(first.to))
        : texts.undeliveredManySubject(count),
    address: undefined,
    intro: texts.undeliveredIntro(),
    ...unquoted,
    // What a mail server says is as much a stranger's text as a name is.
    files: mails.map(({ to, reason }) => ({
      name: `${showName(to)}: ${showName(reason ?? texts.undeliveredUnwanted())}`,
      size: undefined,
    })),
    moreFiles: countMore(count - mails.length, wording),
    action: undefined,
    until: undefined,
    installationValues: [texts.undeliveredReason()],
    ...close(undefined, wording),
  };
}
