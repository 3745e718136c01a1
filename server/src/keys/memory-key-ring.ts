import type { Randomness } from '../domain/ids.ts';
import type { KeyRing } from '../domain/key-ring.ts';
import { createBucketKeyRing } from './bucket-key-ring.ts';

/** A key ring that lasts as long as the process: for tests and trials. */
export function createMemoryKeyRing(randomness: Randomness): KeyRing {
  return createBucketKeyRing({ keys: new Map(), persist: () => Promise.resolve(), randomness });
}
