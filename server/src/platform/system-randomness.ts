import { randomFillSync } from 'node:crypto';
import type { Randomness } from '../domain/model/ids.ts';

/** Asking the system costs the same for one key and for a hundred. */
const poolBytes = 4096;
const pool = Buffer.alloc(poolBytes);
let used = poolBytes;

/** The machine's own source of secrets. What was handed out is not kept. */
export const systemRandomness: Randomness = {
  bytes(count) {
    if (count > poolBytes) return randomFillSync(Buffer.allocUnsafeSlow(count));
    if (used + count > poolBytes) {
      randomFillSync(pool);
      used = 0;
    }
    const taken = pool.subarray(used, used + count);
    used += count;
    const bytes = Buffer.from(Uint8Array.from(taken).buffer);
    taken.fill(0);
    return bytes;
  },
};
