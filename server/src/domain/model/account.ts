import type { Scope } from '#protocol/access.ts';
import type { Instant, TtlUnit } from './clock.ts';
import type { AccountId, ApiKeyId } from './ids.ts';
import { looksLikeAddress, nameBesideAddress } from './person-names.ts';
import type { SecondFactorMode } from './receiver-code.ts';

export const roles = ['api', 'user', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Which of the sender's own details a receiver sees. */
export interface Visibility {
  number: boolean;
  email: boolean;
  language: boolean;
  nick: boolean;
}

/** Which mails the account wants about its own transfers. */
export interface Notices {
  /** When a receiver has downloaded every file. */
  receipts: boolean;
  /** Reminds receivers near the end, and tells the account what was never downloaded. */
  reminders: boolean;
}

export interface Account {
  id: AccountId;
  /** In lower case; the user name, and the first segment of every path of the account. */
  email: string;
  number: string;
  language: string;
  role: Role;
  visibility: Visibility;
  notices: Notices;
  /** The second factor of its receivers; the operator may demand more of everyone. */
  secondFactor: SecondFactorMode;
  /** The unit of the lifetimes that it sends; undefined: the unit of the server's setting. */
  ttlUnit: TtlUnit | undefined;
  createdAt: Instant;
  disabledAt: Instant | undefined;
  /** When the account first listed its tray; nothing can be sent before. */
  filesListedAt: Instant | undefined;
  /** The name that a person goes by; empty for none. */
  displayName: string;
  /** An IANA name; undefined: the time zone of the server's setting. */
  timeZone: string | undefined;
  /** How many days what it sends and asks for lasts, where nothing else is chosen; undefined: the setting. */
  defaultDays: number | undefined;
  /** How many bytes its unsent files may take; undefined: as many as the server's setting allows. */
  quotaBytes: number | undefined;
  /** How many mails with links it may send in 24 hours; undefined: as many as the server's setting allows. */
  mailsPerDay: number | undefined;
}

/**
 * How receivers see who sent something: as much of name and address as the account shows. A name that could
 * be taken for an address is not shown without the real one.
 */
export function shownSender({ displayName, email, visibility }: Account): ShownSender {
  const name = visibility.nick ? displayName : '';
  if (!visibility.email) {
    const isName = name !== '' && !looksLikeAddress(name);
    return { sender: isName ? name : undefined, senderEmail: undefined };
  }
  if (name === '') return { sender: email, senderEmail: undefined };
  return { sender: nameBesideAddress(name, email), senderEmail: email };
}

/** Who sends or asks, as a page says it. */
export interface ShownSender {
  /** A name, else the address; undefined for somebody who shows neither. */
  sender: string | undefined;
  /** Stands below the name; undefined where it is the name, or is not shown. */
  senderEmail: string | undefined;
}

export interface AccountRepository {
  /** Throws `account_exists` when the address is taken. */
  add(account: Account): Promise<void>;
  findByEmail(email: string): Promise<Account | undefined>;
  find(id: AccountId): Promise<Account | undefined>;
  /** The accounts that these addresses in lower case belong to. */
  findIds(emails: readonly string[]): Promise<Map<string, AccountId>>;
  /** By e-mail address. */
  list(): Promise<Account[]>;
  /** Whether any account has a MAC, right or wrong: none has in a database of an earlier version. */
  hasBound(): Promise<boolean>;
  /**
   * Locks the account until the transaction ends. Meanwhile no other transaction, through any handle, locks
   * or changes it: that one waits, or throws `unavailable`. Returns the account as it is under the lock;
   * undefined when it is gone. Must throw outside `transact`, where nothing would hold the lock.
   */
  lock(id: AccountId): Promise<Account | undefined>;
  setDisabled(id: AccountId, at: Instant | undefined): Promise<void>;
  setNotices(id: AccountId, notices: Notices): Promise<void>;
  setSecondFactor(id: AccountId, mode: SecondFactorMode): Promise<void>;
  setTtlUnit(id: AccountId, unit: TtlUnit | undefined): Promise<void>;
  setRole(id: AccountId, role: Role): Promise<void>;
  setQuota(id: AccountId, quotaBytes: number | undefined): Promise<void>;
  setMailsPerDay(id: AccountId, mailsPerDay: number | undefined): Promise<void>;
  setDisplayName(id: AccountId, name: string): Promise<void>;
  setLocale(id: AccountId, locale: Pick<Account, 'language' | 'timeZone'>): Promise<void>;
  setDefaultDays(id: AccountId, days: number | undefined): Promise<void>;
  /** Keeps the first mark: a second call changes nothing. */
  markFilesListed(id: AccountId, at: Instant): Promise<void>;
  /**
   * Removes the account with its keys, tokens, contacts, password, sessions, links and second factors. Its
   * files must be shredded before.
   */
  remove(id: AccountId): Promise<void>;
}

export interface ApiKey {
  id: ApiKeyId;
  accountId: AccountId;
  hash: Buffer;
  /** Of a key that is short enough to be guessed, whose hash is slow; undefined for a long one. */
  salt: Buffer | undefined;
  createdAt: Instant;
  /** Undefined for a key that is valid until it is replaced. */
  expiresAt: Instant | undefined;
  /**
   * Whether a person's key may replace the contacts, which are kept in the browser too. Left out: no. Keys of programs
   * always may.
   */
  replacesContacts?: true;
  /** What it may do. Left out: the usual ones. */
  scopes?: readonly Scope[];
  /** The networks that it may be used from, in CIDR notation. Left out: anywhere. */
  networks?: readonly string[];
}

/** A key with what its owner sees of it. */
export interface NamedApiKey extends ApiKey {
  /** Empty for a key that has none. */
  name: string;
  /** When it was last used, some minutes too early at most; undefined where that is not known. */
  lastUsedAt: Instant | undefined;
}

/** Everything that authenticating a request needs. */
export interface AccessRead {
  account: Account | undefined;
  keys: ApiKey[];
  /** Whether any account has a key with a salt. */
  hasSalted: boolean;
  token: CsrfToken | undefined;
}

/** A key that was found without its account's address. */
export interface FoundKey {
  account: Account;
  key: ApiKey;
}

/** A living key that does not work alone: one that can be guessed, or that two accounts have. */
export interface BasicOnlyKey {
  /** Of its account. */
  email: string;
  /** Empty for a key that has none. */
  name: string;
  reason: 'short' | 'shared';
}

export interface ApiKeyRepository {
  add(key: ApiKey): Promise<void>;
  listFor(accountId: AccountId): Promise<ApiKey[]>;
  /** The same keys, the oldest first. */
  listNamed(accountId: AccountId): Promise<NamedApiKey[]>;
  setName(id: ApiKeyId, name: string): Promise<void>;
  /** Empty for a key that has none. */
  findName(id: ApiKeyId): Promise<string>;
  /** Keeps the latest use. Does nothing for a key that is gone, and invalidates no cache of access. */
  noteUse(id: ApiKeyId, at: Instant): Promise<void>;
  /**
   * The account of an address with its keys, and the CSRF token of this hash, whoever it belongs to: in one
   * read, which is the same whether or not they exist.
   */
  readAccess(email: string, tokenHash: Buffer | undefined): Promise<AccessRead>;
  /**
   * The keys without a salt that have this hash, the oldest first, each with its account: in one read. Two accounts may
   * have been given the same key.
   */
  findByHash(hash: Buffer): Promise<FoundKey[]>;
  /** By the addresses of their accounts. */
  listBasicOnly(now: Instant, limit: number): Promise<BasicOnlyKey[]>;
  /** Whether there is a key without a MAC, whoever wrote it. */
  hasUnbound(): Promise<boolean>;
  /** Makes one key of the account end at `at`. False where it has no such key, or one that ends before. */
  end(accountId: AccountId, id: ApiKeyId, at: Instant): Promise<boolean>;
  /** Makes every key of the account end at `at`, unless it ends before. */
  endAll(accountId: AccountId, at: Instant): Promise<void>;
  /**
   * Keys that end after `now` and until `until`, and of which their owner was not told; those that end until
   * `lastFrom` also where the owner was told of them more than a day before their end. The first to end first.
   */
  listEnding(
    span: { now: Instant; until: Instant; lastFrom: Instant },
    limit: number,
  ): Promise<{ id: ApiKeyId; accountId: AccountId; expiresAt: Instant }[]>;
  /**
   * Notes that the owner is told so many days before the end. False where that, or a later notice, was noted before.
   */
  noteTold(id: ApiKeyId, days: number): Promise<boolean>;
  deleteExpired(now: Instant): Promise<number>;
}

/** What is stored of a token: its hash, account and expiry. */
export interface CsrfToken {
  hash: Buffer;
  accountId: AccountId;
  expiresAt: Instant;
}

export interface CsrfTokenRepository {
  add(token: CsrfToken): Promise<void>;
  find(hash: Buffer): Promise<{ accountId: AccountId; expiresAt: Instant } | undefined>;
  /** Moves the expiry to a later time, never to an earlier one: the token may have been used since. */
  putOff(hash: Buffer, expiresAt: Instant): Promise<void>;
  /** Deletes all but the `keep` tokens of the account that are furthest from their expiry. */
  evict(accountId: AccountId, keep: number): Promise<void>;
  deleteExpired(now: Instant): Promise<number>;
}
