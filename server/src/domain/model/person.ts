import type { Account } from './account.ts';
import type { Instant } from './clock.ts';
import type { AccountId, KeptFormId, MailId, SessionId } from './ids.ts';

/** `half`: the password was right, and a second factor is still needed. */
export type SessionState = 'half' | 'full';

/**
 * How the owner of a session proved who they are. `password`, `reset` and `invitation`: nothing but what is
 * known or mailed. `recovery`: a password and a recovery code. `provider`: an identity provider vouches.
 */
export const proofWays = [
  'password',
  'reset',
  'invitation',
  'recovery',
  'authenticator',
  'passkey',
  'provider',
] as const;
export type ProofWay = (typeof proofWays)[number];

/**
 * The session of a person's browser. Nothing of it changes but when it was last used: a sign-in or a proof
 * makes a new one.
 */
export interface Session {
  id: SessionId;
  accountId: AccountId;
  state: SessionState;
  createdAt: Instant;
  /** When its owner last proved who they are; undefined for half a session. */
  provedAt: Instant | undefined;
  /** Undefined for half a session, and for one of an earlier version. */
  provedBy: ProofWay | undefined;
  /** When the passkey or authenticator of that proof was added; undefined where there was none in it. */
  factorSince: Instant | undefined;
  lastUsedAt: Instant;
  /** The latest end, however much it is used. */
  expiresAt: Instant;
  /** The network address and the browser that it was opened from. */
  source: string;
  client: string;
}

/** A session as it is stored: its secret is known only as a keyed hash. */
export interface StoredSession extends Session {
  hash: Buffer;
  /** Of `provedBy` and `factorSince`; undefined where there is neither. */
  proofHash: Buffer | undefined;
}

export interface SessionRepository {
  add(session: StoredSession): Promise<void>;
  /** The session, expired or not, with its account, in one read. */
  find(id: SessionId): Promise<{ session: StoredSession; account: Account } | undefined>;
  /** Never moves the time back. */
  setLastUsed(id: SessionId, at: Instant): Promise<void>;
  /** The newest first, expired ones included. */
  listFor(accountId: AccountId): Promise<StoredSession[]>;
  /** Returns whether it was there, and is this account's. */
  remove(accountId: AccountId, id: SessionId): Promise<boolean>;
  /** Removes all of the account but one; returns how many. */
  removeAll(accountId: AccountId, except?: SessionId): Promise<number>;
  deleteExpired(now: Instant): Promise<number>;
}

export interface Password {
  accountId: AccountId;
  /** The hash with its parameters, as a PHC string. */
  phc: string;
  setAt: Instant;
}

/** A password, and what its changes ended. */
export interface StoredPassword extends Password {
  /** When a password was last set through a link; undefined where that is not known to have happened. */
  resetAt: Instant | undefined;
  /**
   * Browsers that are known since an earlier instant count no more: the password was set then, or the person
   * signed out everywhere.
   */
  browsersFrom: Instant;
}

/** The account of an address, and its password if it has one. */
export interface AccountPassword {
  account: Account;
  phc: string | undefined;
  /** As in `StoredPassword`; undefined where there is no password. */
  browsersFrom: Instant | undefined;
}

export interface PasswordRepository {
  /** In one read. */
  findByEmail(email: string): Promise<AccountPassword | undefined>;
  find(accountId: AccountId): Promise<StoredPassword | undefined>;
  /** Replaces the one before. */
  put(password: Password): Promise<void>;
  /** Notes that the password was set through a link. Never moves the time back. */
  noteReset(accountId: AccountId, at: Instant): Promise<void>;
  /** Notes that browsers which are known count no more. Never moves the time back. */
  endBrowsers(accountId: AccountId, at: Instant): Promise<void>;
  remove(accountId: AccountId): Promise<void>;
}

export type AccountLinkKind = 'invitation' | 'reset';

/** A link with which a person sets a password, once. */
export interface AccountLink {
  /** The id of the mail that carries it. The secret of the link is derived from it when the mail is composed. */
  id: MailId;
  accountId: AccountId;
  kind: AccountLinkKind;
  /** All that is stored of its secret. */
  hash: Buffer;
  createdAt: Instant;
  expiresAt: Instant;
  /** Who invites; left out: the operator, or nobody, as for a reset. */
  invitedBy?: AccountId;
}

export interface AccountLinkRepository {
  add(link: AccountLink): Promise<void>;
  /** Expired or not. */
  find(hash: Buffer): Promise<AccountLink | undefined>;
  findByMail(id: MailId): Promise<AccountLink | undefined>;
  /** The newest of the account, of this kind. */
  findNewest(accountId: AccountId, kind: AccountLinkKind): Promise<AccountLink | undefined>;
  /** Removes the link. Of concurrent callers one gets true. */
  take(id: MailId): Promise<boolean>;
  /** Removes all links of the account, or those of one kind. */
  removeAll(accountId: AccountId, kind?: AccountLinkKind): Promise<void>;
  deleteExpired(now: Instant): Promise<number>;
}

/** The secret that an authenticator app shares, and how far its codes were used. */
export interface TotpSecret {
  accountId: AccountId;
  /** Encrypted for this account. */
  sealed: Buffer;
  /** Undefined until its owner has entered a first code: until then no sign-in asks for one. */
  confirmedAt: Instant | undefined;
  /** When one that is not confirmed ends; undefined for one of an older node. */
  waitsUntil: Instant | undefined;
}

export interface TotpRepository {
  find(accountId: AccountId): Promise<TotpSecret | undefined>;
  /** Replaces the one before; no step of it is used, and it has all its tries. */
  put(secret: TotpSecret): Promise<void>;
  confirm(accountId: AccountId, at: Instant): Promise<void>;
  /** Marks a time step as used. Returns false where it, or a later one, was used before. */
  useStep(accountId: AccountId, step: number): Promise<boolean>;
  /**
   * Takes one of the remaining tries; where their time is over at `now`, one of `most` new ones that are
   * valid for `periodMs`. Returns whether there was one. Concurrent callers get no more than there are.
   * Browsers that are known have tries of their own: nobody else uses them up.
   */
  takeTry(
    accountId: AccountId,
    given: { now: Instant; most: number; periodMs: number; isKnown: boolean },
  ): Promise<boolean>;
  remove(accountId: AccountId): Promise<void>;
  /**
   * Removes those that wait to be confirmed and have ended, and lets each without an end wait for `waitMs`.
   * Returns how many it removed.
   */
  removeUnconfirmed(now: Instant, waitMs: number): Promise<number>;
}

export interface RecoveryCodeRepository {
  /** Replaces all of the account. */
  replace(accountId: AccountId, hashes: readonly Buffer[]): Promise<void>;
  count(accountId: AccountId): Promise<number>;
  /** Uses a code up. Of concurrent callers one gets true. */
  take(accountId: AccountId, hash: Buffer): Promise<boolean>;
}

/** A form that waits while its sender proves elsewhere who they are. */
export interface KeptForm {
  id: KeptFormId;
  accountId: AccountId;
  /** Encrypted for this account. */
  sealed: Buffer;
  expiresAt: Instant;
}

export interface KeptFormRepository {
  /** Replaces the one of the account: there is never more than one. */
  put(form: KeptForm): Promise<void>;
  /** Expired or not. */
  find(accountId: AccountId, id: KeptFormId): Promise<KeptForm | undefined>;
  deleteExpired(now: Instant): Promise<number>;
}
