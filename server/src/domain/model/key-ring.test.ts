import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { noon } from '../../testing/fake-clock.ts';
import { day, hour } from './clock.ts';
import { bucketDay, expiryBucket, trayBucket } from './key-ring.ts';

test('a bucket is named after what it holds and its UTC day', () => {
  assert.equal(trayBucket(noon), 'tray-2026-11-15');
  assert.equal(trayBucket(noon + 12 * hour - 1), 'tray-2026-11-15');
  assert.equal(expiryBucket(noon + 12 * hour), 'expiry-2026-11-16');
});

test('the days of buckets are in the order of time', () => {
  const instant = fc.integer({ min: 0, max: 200 * 365 * day });
  fc.assert(
    fc.property(instant, instant, (a, b) => {
      const [earlier, later] = a < b ? [a, b] : [b, a];
      assert.ok(bucketDay(trayBucket(earlier)) <= bucketDay(expiryBucket(later)));
      assert.equal(
        bucketDay(trayBucket(earlier)) === bucketDay(expiryBucket(later)),
        Math.floor(earlier / day) === Math.floor(later / day),
      );
    }),
  );
});
