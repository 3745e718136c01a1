import type { Letter } from './letter.ts';
import { close, introduce, listFiles, report, unquoted } from './letter-parts.ts';
import type { AccountFacts, CodesRefusedFacts, RevokedFacts } from './mail-facts.ts';
import { showName } from './user-text.ts';
import type { Wording } from './wording.ts';

export function composeCodesRefused(facts: CodesRefusedFacts, wording: Wording): Letter {
  const { texts, formats } = wording;
  const { name, address } = introduce(facts.receiver, wording);
  return {
    ...notice(texts.codesRefusedSubject(name), wording),
    address,
    intro: texts.codesRefusedIntro(formats.dateTime(facts.at)),
  };
}

export function composeRevoked(facts: RevokedFacts, wording: Wording): Letter {
  const { texts, formats } = wording;
  const sentAt = formats.dateTime(facts.sentAt);
  return {
    ...notice(texts.revokedSubject(), wording),
    ...listFiles(facts.files, wording),
    address: facts.receiver && showName(facts.receiver.email ?? ''),
    intro:
      facts.receiver === undefined
        ? texts.revokedIntro(sentAt)
        : texts.revokedReceiverIntro(sentAt),
  };
}

export function composeAccountNotice(facts: AccountFacts, wording: Wording): Letter {
  const { texts, formats } = wording;
  const subject = {
    key_rotated: texts.keyRotatedSubject(),
    account_disabled: texts.accountDisabledSubject(),
    account_enabled: texts.accountEnabledSubject(),
  }[facts.kind];
  return {
    ...notice(subject, wording),
    address: showName(facts.email),
    intro: texts.accountIntro(formats.dateTime(facts.at)),
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
    installationValues: [wording.texts.securityReason(), ...report(wording)],
    ...close(undefined, wording),
  };
}
