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
