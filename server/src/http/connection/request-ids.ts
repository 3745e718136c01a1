import type { Randomness } from '../../domain/model/ids.ts';

const idBytes = 12;
const idsAtOnce = 128;

/** Makes ids for requests: random, so that they are unique among servers and restarts. */
export function createRequestIds(randomness: Randomness): () => string {
  // Drawing a few bytes costs as much as drawing many, and each request needs an id.
  let pool: Buffer = Buffer.alloc(0);
  let used = 0;
  return () => {
    if (used >= pool.length) {
      pool = randomness.bytes(idBytes * idsAtOnce);
      used = 0;
    }
    used += idBytes;
    return pool.toString('base64url', used - idBytes, used);
  };
}
