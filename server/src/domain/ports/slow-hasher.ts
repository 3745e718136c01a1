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
