import {
  close,
  countMore,
  introduce,
  listFiles,
  offer,
  quote,
  report,
  unquoted,
  showName,
} from './letter.ts';
import type { Letter, Wording } from './letter.ts';
import type {
  AccountFacts,
  AccountLinkFacts,
  CodesFacts,
  KeyEndingFacts,
  ReceiptFacts,
  ReceivedFacts,
  RevokedFacts,
  UndeliveredFacts,
  UnfetchedFacts,
  UnfetchedManyFacts,
} from './mail-facts.ts';

export function composeReceived(facts: ReceivedFacts, wording: Wording): Letter {
  const { say, formats } = wording;
  const { name, address } = introduce(facts.contact, wording);
  return {
    subject: say('mail.receivedSubject', { contact: name, files: facts.files.length }),
    address,
    ...quote(facts.message, undefined, wording),
    intro: facts.isPerson
      ? say('mail.receivedInInbox', { files: facts.files.length })
      : say('mail.receivedIntro', { files: facts.files.length }),
    ...listFiles(facts.files, wording),
    action: offer(
      facts.isPerson ? say('mail.receivedOpen') : say('mail.receivedAction'),
      facts.link,
      wording,
    ),
    until: say('mail.availableUntil', { date: formats.dateTime(facts.expiresAt) }),
    notes: [say('mail.receivedReason')],
    ...close(undefined, wording),
  };
}

export function composeReceipt(facts: ReceiptFacts, wording: Wording): Letter {
  const { say, formats } = wording;
  const { name, address } = introduce(facts.receiver, wording);
  return {
    subject: say('mail.receiptSubject', { receiver: name, files: facts.files.length }),
    address,
    intro: say('mail.receiptIntro', { date: formats.dateTime(facts.completedAt) }),
    ...unquoted,
    ...listFiles(facts.files, wording),
    action:
      facts.link === undefined ? undefined : offer(say('mail.receiptOpen'), facts.link, wording),
    until: undefined,
    notes: [say('mail.receiptDrop', { id: facts.dropId }), say('mail.receiptReason')],
    ...close(undefined, wording),
  };
}

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
        name: address === undefined || name.includes(address) ? name : `${name} (${address})`,
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
    // The answer of a mail server is untrusted text, as a name is.
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

export function composeCodesNotice(facts: CodesFacts, wording: Wording): Letter {
  const { say, formats } = wording;
  const { name, address } = introduce(facts.receiver, wording);
  const texts = {
    codes_refused: ['mail.codesRefusedSubject', 'mail.codesRefusedIntro'],
    codes_used_up: ['mail.codesUsedUpSubject', 'mail.codesUsedUpIntro'],
  } as const;
  const [subject, intro] = texts[facts.kind];
  return {
    ...notice(say(subject, { receiver: name }), wording),
    address,
    intro: say(intro, { date: formats.dateTime(facts.at) }),
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
    password_changed: say('mail.passwordChangedSubject'),
    passkey_added: say('mail.passkeyAddedSubject'),
    passkey_removed: say('mail.passkeyRemovedSubject'),
    identity_linked: say('mail.identityLinkedSubject'),
    identity_unlinked: say('mail.identityUnlinkedSubject'),
    authenticator_added: say('mail.authenticatorAddedSubject'),
    authenticator_removed: say('mail.authenticatorRemovedSubject'),
    recovery_codes_made: say('mail.recoveryCodesMadeSubject'),
    sign_in_codes_refused: say('mail.signInCodesRefusedSubject'),
    sign_in_attempts: say('mail.signInAttemptsSubject'),
    second_factor_removed: say('mail.secondFactorRemovedSubject'),
  }[facts.kind];
  const { notes, ...rest } = notice(subject, wording);
  const advice = {
    sign_in_codes_refused: [say('mail.signInCodesRefusedAdvice')],
    sign_in_attempts: [say('mail.signInAttemptsAdvice')],
  };
  return {
    ...rest,
    address: showName(facts.email),
    intro: say('mail.accountIntro', { date: formats.dateTime(facts.at) }),
    notes: [...(facts.kind in advice ? advice[facts.kind as keyof typeof advice] : []), ...notes],
  };
}

export function composeKeyEnding({ email, keys }: KeyEndingFacts, wording: Wording): Letter {
  const { say, formats } = wording;
  const { notes, ...rest } = notice(say('mail.keyEndingSubject'), wording);
  return {
    ...rest,
    address: showName(email),
    intro: say('mail.keyEndingIntro'),
    notes: [
      ...keys.map(({ name, expiresAt }) =>
        say('mail.keyEndingItem', { name: showName(name), date: formats.dateTime(expiresAt) }),
      ),
      ...notes,
    ],
  };
}

export function composeAccountLink(facts: AccountLinkFacts, wording: Wording): Letter {
  const { say, formats, serviceName } = wording;
  const isInvited = facts.kind === 'invitation';
  return {
    subject: isInvited
      ? say('mail.invitationSubject', { service: showName(serviceName) })
      : say('mail.resetSubject'),
    address: showName(facts.email),
    intro: isInvited ? invitationIntro(facts, wording) : say('mail.resetIntro'),
    ...unquoted,
    files: [],
    moreFiles: undefined,
    action: offer(
      isInvited ? say('mail.invitationAction') : say('mail.resetSubject'),
      facts.link,
      wording,
    ),
    until: say('mail.linkUntil', { date: formats.dateTime(facts.expiresAt) }),
    notes: [
      say('mail.keepLink'),
      ...(isInvited ? [] : [say('mail.resetUnexpected')]),
      ...report(wording),
    ],
    ...close(undefined, wording),
  };
}

function invitationIntro({ inviter }: AccountLinkFacts, wording: Wording): string {
  const { say } = wording;
  // An account that shows neither name nor address invites as the operator does.
  const isShown = inviter?.nick !== undefined || inviter?.email !== undefined;
  if (inviter === undefined || !isShown) return say('mail.invitationIntro');
  const { name, address } = introduce(inviter, wording);
  return say('mail.invitationFrom', {
    inviter: address === undefined || name.includes(address) ? name : `${name} (${address})`,
  });
}

/**
 * The common part of these mails. They contain no link, so that readers do not get used to following one.
 */
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
