import type { KeyKind } from '../model/api-key.ts';

/**
 * Hashes long random secrets for storage. Keyed, so that a stolen database does not help to test guesses,
 * and fast, because such secrets cannot be guessed.
 */
export interface SecretHasher {
  readonly hash: (secret: string) => Buffer;
  /** Identifies a secret within this process. It is not keyed, and must never be stored. */
  fingerprint(secret: string): string;
  /** In constant time for buffers of equal length. */
  equal(a: Buffer, b: Buffer): boolean;
}

/** Hashes API keys. */
export interface KeyHasher extends SecretHasher {
  /** The keys of this installation: no other is ever right, whatever is stored of it. */
  readonly kind: KeyKind;
}

/** What a keyed hash is for. Each has a key of its own: the hash of one is of no use for another. */
export const hashPurposes = [
  'session',
  'session proof',
  'known browser',
  'receiver session',
  'password session',
  'receiver code',
  'receiver browser',
  'recovery code',
  'form',
  'challenge',
  'round trip',
  'csrf token',
  'link',
  'account link',
  'reset code',
  'draft ticket',
  'download ticket',
  'page cookie',
  'no reminder',
  'no mail',
  'idempotency key',
  'request form',
  'audit mark',
  'upload visitor',
  'download visitor',
  'list cursor',
  'device',
  'shown code',
  'repeat key',
  'repeated request',
  'inbox lease',
] as const;
export type HashPurpose = (typeof hashPurposes)[number];

/**
 * Keyed hashes of what browsers and clients show again. No other list of fields has the same hash, and none
 * of another purpose.
 */
export interface TokenHasher {
  /** What to store or to show. */
  readonly hash: (purpose: HashPurpose, ...fields: readonly string[]) => Buffer;
  /**
   * The hashes by which the same may have been stored or shown. The first is under the key of the purpose. There
   * is a second one for as long as something may live that was made when all purposes had one key.
   */
  hashes(purpose: HashPurpose, ...fields: readonly string[]): readonly [Buffer, ...Buffer[]];
  /** Whether it is one of those. In constant time for each. */
  isHash(shown: Buffer, purpose: HashPurpose, ...fields: readonly string[]): boolean;
  /** Identifies a secret within this process. It is not keyed, and must never be stored. */
  fingerprint(secret: string): string;
  /** In constant time for buffers of equal length. */
  equal(a: Buffer, b: Buffer): boolean;
}

/** What is found by the first of these hashes that finds anything. */
export async function findByAny<Found>(
  hashes: readonly Buffer[],
  find: (hash: Buffer) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  for (const hash of hashes) {
    const found = await find(hash);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Hashes secrets that are short enough to be guessed for storage. Keyed like the hash of a long secret, and
 * slow: each guess costs the attacker as much as the server.
 */
export interface SlowHasher {
  /** A few at a time; throws `unavailable` when too many wait already. */
  hash(secret: string, salt: Buffer): Promise<Buffer>;
  /** The hash of a secret that was correct before. Undefined says nothing. */
  findCached(secret: string, salt: Buffer): Buffer | undefined;
  /** Caches the hash of a correct secret, so that using it again is cheap. */
  remember(secret: string, salt: Buffer, hash: Buffer): void;
}

export const saltBytes = 16;

/**
 * Hashes passwords of people, or those of drops, for storage: slow, so that each guess costs the attacker as much as
 * the server; keyed; and bound to its account or drop, so that the hash of one is wrong for any other.
 */
export interface PasswordHasher {
  /** A PHC string with the parameters that new hashes have. */
  hash(password: string, ownerId: string): Promise<string>;
  /** Throws for a text that is no PHC string of a known algorithm, or has weaker parameters than any we wrote. */
  verify(password: string, ownerId: string, phc: string): Promise<boolean>;
  /** Whether new hashes have other parameters than this one. */
  isOutdated(phc: string): boolean;
  /** A hash that no password matches: verifying it costs what verifying a real one costs. */
  readonly nobodys: string;
}

/** The secrets of authenticator apps, encrypted for their accounts. */
export interface AuthenticatorSecrets {
  /** A new secret, encrypted. */
  make(accountId: string): Buffer;
  /** The secret in base32, for an app. Throws for another account's. */
  reveal(accountId: string, sealed: Buffer): string;
  /** The time step of a code that is right at `now`, or was or will be half a minute from it. */
  findStep(accountId: string, sealed: Buffer, code: string, now: number): number | undefined;
}

/** Encrypts forms that are kept for an account. */
export interface FormSealer {
  seal(accountId: string, text: string): Buffer;
  /** Throws for another account's. */
  open(accountId: string, sealed: Buffer): string;
}
