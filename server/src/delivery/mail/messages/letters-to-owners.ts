import type { Instant } from '../../../domain/model/clock.ts';
import type { AccountChange } from '../../../domain/model/account-change.ts';
import type { NoticeKind } from '../../../domain/model/mail-kinds.ts';
import { countMore, introduce, offer, report, showName, write, writeNotice } from './letter.ts';
import type { Letter, Person, Wording } from './letter.ts';

/** To an account: something happened to the account itself. */
export interface NoticeFacts {
  kind: NoticeKind;
  email: string;
  at: Instant;
}

const noticeTexts = {
  key_rotated: { subject: 'mail.keyRotatedSubject' },
  account_disabled: { subject: 'mail.accountDisabledSubject' },
  account_enabled: { subject: 'mail.accountEnabledSubject' },
  password_changed: { subject: 'mail.passwordChangedSubject' },
  passkey_added: { subject: 'mail.passkeyAddedSubject' },
  passkey_removed: { subject: 'mail.passkeyRemovedSubject' },
  identity_linked: { subject: 'mail.identityLinkedSubject' },
  identity_unlinked: { subject: 'mail.identityUnlinkedSubject' },
  authenticator_added: { subject: 'mail.authenticatorAddedSubject' },
  authenticator_removed: { subject: 'mail.authenticatorRemovedSubject' },
  recovery_codes_made: { subject: 'mail.recoveryCodesMadeSubject' },
  sign_in_codes_refused: {
    subject: 'mail.signInCodesRefusedSubject',
    advice: 'mail.signInCodesRefusedAdvice',
  },
  sign_in_attempts: {
    subject: 'mail.signInAttemptsSubject',
    advice: 'mail.signInAttemptsAdvice',
  },
  mail_tested: { subject: 'mail.testedSubject', advice: 'mail.testedAdvice' },
  appearance_changed: {
    subject: 'mail.appearanceChangedSubject',
    advice: 'mail.appearanceChangedAdvice',
  },
  role_changed: { subject: 'mail.roleChangedSubject' },
  name_changed: { subject: 'mail.nameChangedSubject' },
  account_removed: { subject: 'mail.accountRemovedSubject' },
  second_factor_removed: { subject: 'mail.secondFactorRemovedSubject' },
  webhook_parked: {
    subject: 'mail.webhookParkedSubject',
    advice: 'mail.webhookParkedAdvice',
  },
} as const satisfies Record<NoticeKind, { subject: string; advice?: string }>;

export function isNotice(facts: { kind: string }): facts is NoticeFacts {
  return facts.kind in noticeTexts;
}

export function composeNotice(facts: NoticeFacts, wording: Wording): Letter {
  const { say, formats } = wording;
  const texts = noticeTexts[facts.kind];
  return writeNotice(wording, {
    subject: say(texts.subject),
    address: showName(facts.email),
    intro: say('mail.accountIntro', { date: formats.dateTime(facts.at) }),
    notes: 'advice' in texts ? [say(texts.advice)] : [],
  });
}

/** To a person: API keys of theirs end soon. */
export interface KeyEndingFacts {
  kind: 'key_ending';
  email: string;
  /** The first to end first. */
  keys: readonly { name: string; expiresAt: Instant }[];
}

function composeKeyEnding({ email, keys }: KeyEndingFacts, wording: Wording): Letter {
  const { say, formats } = wording;
  return writeNotice(wording, {
    subject: say('mail.keyEndingSubject'),
    address: showName(email),
    intro: say('mail.keyEndingIntro'),
    notes: keys.map(({ name, expiresAt }) =>
      say('mail.keyEndingItem', { name: showName(name), date: formats.dateTime(expiresAt) }),
    ),
  });
}

/** To a person: a link to set a password with. */
export interface AccountLinkFacts {
  kind: 'invitation' | 'reset';
  email: string;
  /** Who invites; undefined: the operator. */
  inviter?: Person | undefined;
  link: string;
  expiresAt: Instant;
}

function composeAccountLink(facts: AccountLinkFacts, wording: Wording): Letter {
  const { say, formats, serviceName } = wording;
  const isInvited = facts.kind === 'invitation';
  return write(wording, {
    subject: isInvited
      ? say('mail.invitationSubject', { service: showName(serviceName) })
      : say('mail.resetSubject'),
    address: showName(facts.email),
    intro: isInvited ? invitationIntro(facts, wording) : say('mail.resetIntro'),
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
  });
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

/** To an administrator: what administrators did with accounts. */
export interface AccountsChangedFacts {
  kind: 'accounts_changed';
  /** The first of them. */
  changes: readonly AccountChange[];
  count: number;
  at: Instant;
}

const changeTexts = {
  admin: 'mail.accountsChangedAdmin',
  user: 'mail.accountsChangedUser',
  name: 'mail.accountsChangedName',
  removed: 'mail.accountsChangedRemoved',
} as const satisfies Record<AccountChange['what'], string>;

function composeAccountsChanged(
  { changes, count, at }: AccountsChangedFacts,
  wording: Wording,
): Letter {
  const { say, formats } = wording;
  return writeNotice(wording, {
    subject: say('mail.accountsChangedSubject'),
    intro: say('mail.accountsChangedIntro'),
    files: changes.map(({ what, account, by }) => ({
      name: say(changeTexts[what], { account: showName(account), by: showName(by) }),
      size: undefined,
    })),
    moreFiles: countMore(count - changes.length, wording),
    notes: [say('mail.accountIntro', { date: formats.dateTime(at) })],
  });
}

/** To the owner of an account, about the account itself; notices apart. */
export const lettersToOwners = {
  accounts_changed: composeAccountsChanged,
  key_ending: composeKeyEnding,
  invitation: composeAccountLink,
  reset: composeAccountLink,
};
