import type { Instant } from './clock.ts';
import type { AccountId } from './ids.ts';

/** A credential of WebAuthn by which an account signs in. */
export interface Passkey {
  /** As its authenticator chose it, in base64url. */
  id: string;
  accountId: AccountId;
  /** The host name that it was made for. Browsers offer it there and nowhere else. */
  rpId: string;
  /** SPKI, DER. */
  publicKey: Buffer;
  /** The COSE number of the algorithm that it signs with. */
  algorithm: number;
  /** How often it has signed, as its authenticator counts; 0 from one that does not count. */
  counter: number;
  /** As its owner calls it. */
  name: string;
  createdAt: Instant;
  lastUsedAt: Instant | undefined;
}

export interface PasskeyRepository {
  /** Returns whether it is new. One that is there stays as it is, whoever it is of. */
  add(passkey: Passkey): Promise<boolean>;
  /** One whose MAC is wrong is treated as missing, here and in `listFor`. */
  find(id: string): Promise<Passkey | undefined>;
  /** The oldest first. */
  listFor(accountId: AccountId): Promise<Passkey[]>;
  /**
   * Notes a use with the counter that the authenticator sent. Returns false, and changes nothing, unless the
   * counter grew or both are 0: of two concurrent uses with one counter, one is refused.
   */
  use(id: string, counter: number, at: Instant): Promise<boolean>;
  /** Returns whether the account has such a passkey. */
  rename(accountId: AccountId, id: string, name: string): Promise<boolean>;
  /** Returns whether the account had such a passkey. */
  remove(accountId: AccountId, id: string): Promise<boolean>;
  /** The host name of some passkey that was made for another one than this; undefined where there is none. */
  findOtherRpId(rpId: string): Promise<string | undefined>;
}

/** An identity at an OpenID Connect provider by which an account signs in. */
export interface LinkedIdentity {
  /** The issuer and the subject name an identity. Its e-mail address does not: a provider may reassign it. */
  issuer: string;
  subject: string;
  accountId: AccountId;
  /** What the provider called the person when it was linked. Shown to its owner, and used for nothing else. */
  label: string;
  createdAt: Instant;
  lastUsedAt: Instant | undefined;
}

export interface LinkedIdentityRepository {
  /** Returns whether it is new. One that is there stays as it is, whoever it is of. */
  add(identity: LinkedIdentity): Promise<boolean>;
  /** One whose MAC is wrong is treated as missing, here and in `listFor`. */
  find(issuer: string, subject: string): Promise<LinkedIdentity | undefined>;
  /** The oldest first. */
  listFor(accountId: AccountId): Promise<LinkedIdentity[]>;
  use(issuer: string, subject: string, at: Instant): Promise<void>;
  /** Returns whether the account had such an identity. */
  remove(accountId: AccountId, issuer: string, subject: string): Promise<boolean>;
}
