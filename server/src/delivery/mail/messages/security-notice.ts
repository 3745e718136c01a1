import type { Letter } from './letter.ts';
import { close, introduce, listFiles, report, unquoted } from './letter-parts.ts';
import type { AccountFacts, CodesRefusedFacts, RevokedFacts } from './mail-facts.ts';
import { showName } from './user-text.ts';
import type { Wording } from './wording.ts';

export function composeCodesRefused(facts: CodesRefusedFacts, wording: Wording): Letter {
  const { say, formats } = wording;
  const { name, address } = introduce(facts.receiver, wording);
  return {
    ...notice(say('mail.codesRefusedSubject', { receiver: name }), wording),
    address,
    intro: say('mail.codesRefusedIntro', { date: formats.dateTime(facts.at) }),
  };
}

export function composeRevoked(facts: RevokedFacts, wording: Wording): Letter {
  const { say, formats } = wording;
  const sentAt = formats.dateTime(facts.sentAt);
  return {
    ...notice(say('mail.revokedSubject'), wording),
    ...listFiles(facts.files, wording),
    address: facts.receiver && showName(facts.receiver.email ?? ''),
    intro:
      facts.receiver === undefined
        ? say('mail.revokedIntro', { date: sentAt })
        : say('mail.revokedReceiverIntro', { date: sentAt }),
  };
}

export function composeAccountNotice(facts: AccountFacts, wording: Wording): Letter {
  const { say, formats } = wording;
  const subject = {
    key_rotated: say('mail.keyRotatedSubject'),
    account_disabled: say('mail.accountDisabledSubject'),
    account_enabled: say('mail.accountEnabledSubject'),
  }[facts.kind];
  return {
    ...notice(subject, wording),
    address: showName(facts.email),
    intro: say('mail.accountIntro', { date: formats.dateTime(facts.at) }),
  };
}

/** What all of these have in common. They hold no link, so that nobody gets used to following one. */
function notice(subject: string, wording: Wording): Omit<Letter, 'address' | 'intro'> {
  return {
    subject,
    ...unquoted,
    files: [],
    moreFiles: undefined,
    action: undefined,
    until: undefined,
    notes: [wording.say('mail.securityReason'), ...report(wording)],
    ...close(undefined, wording),
  };
}
