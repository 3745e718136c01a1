/**
 * Hashes long random secrets for storage. Keyed, so that a stolen database does not help to test guesses,
 * and fast, because such secrets cannot be guessed.
 */
export interface SecretHasher {
  hash(secret: string): Buffer;
  /** Identifies a secret within this process. It is not keyed, and must never be stored. */
  fingerprint(secret: string): string;
  /** In constant time for buffers of equal length. */
  equal(a: Buffer, b: Buffer): boolean;
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
