import type { Letter } from './letter.ts';
import { close, countMore, unquoted } from './letter-parts.ts';
import type { UndeliveredFacts } from './mail-facts.ts';
import { showName } from './user-text.ts';
import type { Wording } from './wording.ts';

export function composeUndelivered({ mails, count }: UndeliveredFacts, wording: Wording): Letter {
  const { say } = wording;
  const [first] = mails;
  return {
    subject:
      count === 1 && first !== undefined
        ? say('mail.undeliveredSubject', { receiver: showName(first.to) })
        : say('mail.undeliveredManySubject', { receivers: count }),
    address: undefined,
    intro: say('mail.undeliveredIntro'),
    ...unquoted,
    // What a mail server says is as much a stranger's text as a name is.
    files: mails.map(({ to, reason }) => ({
      name: `${showName(to)}: ${showName(reason ?? say('mail.undeliveredUnwanted'))}`,
      size: undefined,
    })),
    moreFiles: countMore(count - mails.length, wording),
    action: undefined,
    until: undefined,
    notes: [say('mail.undeliveredReason')],
    ...close(undefined, wording),
  };
}
