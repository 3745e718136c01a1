import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';

import type { BucketKeys } from '../sealing/crypto/key-wrap.ts';
import { createBucketKeyRing } from './bucket-key-ring.ts';
import { testKeyRing } from './key-ring.conformance.ts';
import { createMemoryKeyRing } from './memory-key-ring.ts';

const randomness = { bytes: randomBytes };

testKeyRing('memory', () => Promise.resolve(createMemoryKeyRing(randomness)));

test('a change that could not be kept changes nothing, and does not stop the next', async () => {
  const failures: Error[] = [];
  const keys = new Map([['expiry-2026-11-15', randomBytes(32)]]);
  let kept: BucketKeys = keys;
  const ring = createBucketKeyRing({
    keys,
    keeping: {
      reload: () => Promise.resolve(kept),
      persist(changed) {
        const failure = failures.shift();
        if (failure !== undefined) return Promise.reject(failure);
        kept = changed;
        return Promise.resolve();
      },
    },
    randomness,
  });
  failures.push(new Error('EIO'), new Error('EIO'));
  const outcomes = await Promise.allSettled([
    ring.ensure('expiry-2026-11-16'),
    ring.destroy(['expiry-2026-11-15']),
    ring.ensure('expiry-2026-11-17'),
  ]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(ring.buckets(), ['expiry-2026-11-15', 'expiry-2026-11-17']);
});
