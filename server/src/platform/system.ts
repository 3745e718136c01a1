import { execFile } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';

import type { Clock } from '../domain/model/clock.ts';
import { second } from '../domain/model/clock.ts';
import type { Randomness } from '../domain/model/ids.ts';

/** The machine's own clocks. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};

/** Created by systemd-timesyncd when it first synchronises the clock after a boot. */
const synchronisedMark = '/run/systemd/timesync/synchronized';

/**
 * Whether the kernel reports a synchronised clock, as timedatectl prints it, whatever synchronises it.
 * Where that cannot be read, the marker that this boot has seen a synchronised clock counts for a doubt
 * about the time before this run. False where nothing is known.
 */
export async function isClockSynchronised({
  isSinceStart,
}: {
  isSinceStart: boolean;
}): Promise<boolean> {
  try {
    const asking = ['show', '--property=NTPSynchronized', '--value'];
    const { stdout } = await promisify(execFile)('timedatectl', asking, { timeout: 5 * second });
    return stdout.trim() === 'yes';
  } catch {
    return isSinceStart && existsSync(synchronisedMark);
  }
}

/** A system call costs the same for one key and for a hundred. */
const poolBytes = 4096;
const pool = Buffer.alloc(poolBytes);
let used = poolBytes;

/** The machine's own source of secrets. Returned bytes are not kept. */
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
