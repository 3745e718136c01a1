import type { RunningHash } from '../cipher-pool/cipher-pool.ts';

/** What the hash over a file's segments had come to, after one of them. */
export interface HashSoFar {
  sha256: Buffer;
  /** Undefined where nothing can go on with it. */
  hash: RunningHash | undefined;
}

/** Enough for the uploads that run at one time. One that is forgotten costs reading the file back. */
const mostKept = 256;

/**
 * How far the hashes of files in segments are, by the blob of the last segment. That blob was sealed
 * once, after those before it, so whoever names it means the very bytes that were hashed.
 */
export class SegmentHashes {
  readonly #kept = new Map<string, HashSoFar>();

  keep(blobKey: string, soFar: HashSoFar): void {
    this.#kept.set(blobKey, soFar);
    if (this.#kept.size <= mostKept) return;
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined) this.take(oldest)?.hash?.forget();
  }

  /** Whoever has taken one goes on with it, or forgets it. */
  take(blobKey: string): HashSoFar | undefined {
    const soFar = this.#kept.get(blobKey);
    this.#kept.delete(blobKey);
    if (soFar?.hash?.state === 'lost') return { ...soFar, hash: undefined };
    return soFar;
  }
}
