/**
 * Turns long random secrets into what is stored of them. Keyed, so that a stolen database does not
 * help to test guesses, and fast, because such secrets cannot be guessed.
 */
export interface SecretHasher {
  hash(secret: string): Buffer;
  /** Tells a secret again within this process. It is not keyed, and must never be stored. */
  fingerprint(secret: string): string;
  /** In constant time for buffers of equal length. */
  equal(a: Buffer, b: Buffer): boolean;
}

/**
 * Turns secrets that are short enough to be guessed into what is stored of them. Keyed like the hash of
 * a long secret, and slow besides: each guess costs its maker as much as it costs us.
 */
export interface SlowHasher {
  /** A few at a time; throws `unavailable` when too many wait already. */
  hash(secret: string, salt: Buffer): Promise<Buffer>;
  /** The hash of a secret that was found right before. Undefined says nothing. */
  findCached(secret: string, salt: Buffer): Buffer | undefined;
  /** Keeps the hash of a secret that was found right, so that using it again is cheap. */
  remember(secret: string, salt: Buffer, hash: Buffer): void;
}

export const saltBytes = 16;
