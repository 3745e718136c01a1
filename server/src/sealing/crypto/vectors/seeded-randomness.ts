import { createHash } from 'node:crypto';

import type { Randomness } from '../../../domain/model/ids.ts';

/** The same bytes for the same seed, so that a failed test can be repeated. */
export function seededRandomness(seed: string): Randomness & { below(limit: number): number } {
  let calls = 0;
  function bytes(count: number): Buffer {
    calls += 1;
    return createHash('shake256', { outputLength: Math.max(count, 1) })
      .update(`${seed}/${calls}`)
      .digest()
      .subarray(0, count);
  }
  return { bytes, below: (limit) => bytes(6).readUIntBE(0, 6) % limit };
}
