import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import type { DurableBucket, KeyBucket, KeyOwner, KeyRing } from '../domain/model/key-ring.ts';
import type { BucketKeys } from '../sealing/crypto/keyring-format.ts';
import { newFolder, randomness } from './key-folder-fixture.ts';
import { KeyFolder } from './key-folder.ts';
import { keyRingCases, newOwner, testKeyRing } from './key-ring.conformance.ts';
import { createBucketKeyRing, createMemoryKeyRing } from './key-ring.ts';

const ringRandomness = { bytes: randomBytes };

testKeyRing('memory', () => Promise.resolve(createMemoryKeyRing(ringRandomness)));

/** A ring whose buckets are used through `change`. */
function withBuckets(ring: KeyRing, change: (bucket: DurableBucket) => DurableBucket): KeyRing {
  return { ...ring, ensure: async (bucket) => change(await ring.ensure(bucket)) };
}

interface Fault {
  fault: string;
  caughtBy: string;
  make: (sound: KeyRing) => KeyRing;
}

const faults: readonly Fault[] = [
  {
    fault: 'opens a bucket under another key than it ensured',
    caughtBy: 'unwraps what it wrapped, in the same bucket and in one opened later',
    make: (ring) => ({ ...ring, open: () => ring.ensure('tray-2026-11-15') }),
  },
  {
    fault: 'makes a new key each time',
    caughtBy: 'ensuring a bucket again keeps its key',
    make: (ring) => ({
      ...ring,
      async ensure(bucket) {
        await ring.destroy([bucket]);
        return await ring.ensure(bucket);
      },
    }),
  },
  {
    fault: 'makes a key for a bucket that has none',
    caughtBy: 'opens no bucket that has no key, and makes none',
    make: (ring) => ({ ...ring, open: (bucket) => ring.ensure(bucket) }),
  },
  {
    fault: 'binds a wrapped key to no owner',
    caughtBy: 'unwraps for no other owner, file or bucket, and no changed bytes',
    make(ring) {
      const anybody = newOwner();
      return withBuckets(ring, (bucket) => ({
        wrap: (fileKey) => bucket.wrap(fileKey, anybody),
        unwrap: (wrapped) => bucket.unwrap(wrapped, anybody),
      }));
    },
  },
  {
    fault: 'destroys every bucket',
    caughtBy: 'a destroyed bucket cannot be opened, and no other is affected',
    make: (ring) => ({ ...ring, destroy: async () => ring.destroy(await ring.buckets()) }),
  },
  {
    fault: 'destroys no key',
    caughtBy: 'what a destroyed bucket wrapped stays shut, even when the bucket is made again',
    make: (ring) => ({ ...ring, destroy: () => Promise.resolve() }),
  },
  {
    fault: 'lets who opened a bucket keep its key',
    caughtBy: 'a bucket that was opened ends when its key is destroyed, for good',
    make(ring) {
      const destroyed = new Set<KeyBucket>();
      return {
        ...ring,
        open: (bucket) => ring.open(destroyed.has(bucket) ? 'none' : bucket),
        destroy(buckets) {
          for (const bucket of buckets) destroyed.add(bucket);
          return Promise.resolve();
        },
      };
    },
  },
  {
    fault: 'goes on with a new key in a bucket that was opened before',
    caughtBy: 'a bucket that was opened ends when its key is destroyed, for good',
    make(ring) {
      const latest = new Map<KeyBucket, DurableBucket>();
      return {
        ...ring,
        async ensure(bucket) {
          latest.set(bucket, await ring.ensure(bucket));
          const use = () => latest.get(bucket) ?? assert.fail();
          return {
            wrap: (fileKey: Buffer, owner: KeyOwner) => use().wrap(fileKey, owner),
            unwrap: (wrapped: Buffer, owner: KeyOwner) => use().unwrap(wrapped, owner),
          };
        },
      };
    },
  },
  {
    fault: 'forgets a change that is made beside another',
    caughtBy: 'changes made at the same time all count',
    make(ring) {
      let isChanging = false;
      return {
        ...ring,
        async destroy(buckets) {
          if (!isChanging) await ring.destroy(buckets);
        },
        async ensure(bucket) {
          isChanging = true;
          const made = await ring.ensure(bucket);
          isChanging = false;
          return made;
        },
      };
    },
  },
];

describe('the rules of the key ring find out a ring that', () => {
  for (const { fault, caughtBy, make } of faults) {
    test(fault, async () => {
      const rule = keyRingCases.find(({ name }) => name === caughtBy);
      assert.ok(rule, `there is no rule "${caughtBy}"`);
      const broken = make(createMemoryKeyRing(ringRandomness));
      await assert.rejects(rule.run(broken), assert.AssertionError);
    });
  }
});

test('every rule of the key ring can fail', () => {
  const proven = new Set(faults.map(({ caughtBy }) => caughtBy));
  assert.deepEqual(
    keyRingCases.map(({ name }) => name).filter((name) => !proven.has(name)),
    [],
  );
});

test('a change that could not be kept changes nothing, and does not stop the next', async () => {
  const failures: Error[] = [];
  const keys = new Map([['expiry-2026-11-15', randomBytes(32)]]);
  let kept: BucketKeys = keys;
  const ring = createBucketKeyRing({
    keys,
    keeping: {
      refresh: () => Promise.resolve(kept),
      change(_, next) {
        const changed = next(kept);
        const failure = failures.shift();
        if (failure !== undefined) return Promise.reject(failure);
        kept = changed;
        return Promise.resolve(changed);
      },
    },
    randomness: ringRandomness,
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
  assert.deepEqual(await ring.buckets(), ['expiry-2026-11-15', 'expiry-2026-11-17']);
});

const bucket = 'tray-2026-11-15';

/** A folder that one process keeps and another follows. `asked` tells what the other had made. */
async function openBoth() {
  const { dir, folder } = await newFolder();
  const asked: string[] = [];
  const { keyRing } = await KeyFolder.follow(dir, randomness, {
    ringKey: folder.ringKey,
    async ensureElsewhere(wanted) {
      asked.push(wanted);
      await folder.keyRing.ensure(wanted);
    },
  });
  return { dir, keeper: folder.keyRing, follower: keyRing, asked };
}

testKeyRing('followed key folder', async (): Promise<KeyRing> => {
  const { keeper, follower } = await openBoth();
  return { ...follower, destroy: (buckets) => keeper.destroy(buckets) };
});

test('a keyring that is away is a passing fault for the process that follows it', async () => {
  const { dir, keeper, follower } = await openBoth();
  await keeper.ensure(bucket);
  const path = join(dir, 'keyring.sealed');
  await rename(path, `${path}.aside`);
  await assert.rejects(follower.buckets(), { code: 'unavailable' });
  await assert.rejects(follower.open(bucket), { code: 'unavailable' });
  await rename(`${path}.aside`, path);
  assert.deepEqual(await follower.buckets(), [bucket]);
});

test('what one process wraps, the other unwraps, whoever had the key made', async () => {
  const { keeper, follower } = await openBoth();
  const owner = newOwner();
  const fileKey = randomBytes(32);
  const wrapped = (await keeper.ensure(bucket)).wrap(fileKey, owner);
  assert.deepEqual((await follower.open(bucket)).unwrap(wrapped, owner), fileKey);
  const back = (await follower.ensure('tray-2026-11-16')).wrap(fileKey, owner);
  assert.deepEqual((await keeper.open('tray-2026-11-16')).unwrap(back, owner), fileKey);
});

test('a key that can be read is not relied on before the keeper has answered for it, once', async () => {
  const { keeper, follower, asked } = await openBoth();
  await keeper.ensure(bucket);
  await follower.ensure(bucket);
  await follower.ensure(bucket);
  assert.deepEqual(asked, [bucket]);
  await keeper.destroy([bucket]);
  await keeper.ensure(bucket);
  await follower.ensure(bucket);
  assert.deepEqual(asked, [bucket, bucket]);
});

for (const [call, learn] of [
  ['lists buckets', (ring: KeyRing) => ring.buckets()],
  ['opens another bucket', (ring: KeyRing) => ring.open('tray-2026-11-16')],
  ['ensures another bucket', (ring: KeyRing) => ring.ensure('tray-2026-11-16')],
] as const) {
  test(`a bucket of a follower ends as soon as it ${call} after the key was destroyed`, async () => {
    const { keeper, follower } = await openBoth();
    const opened = await follower.ensure(bucket);
    await keeper.ensure('tray-2026-11-16');
    await keeper.destroy([bucket]);
    await learn(follower);
    assert.throws(() => opened.wrap(randomBytes(32), newOwner()), /was destroyed/);
  });
}

test('a follower destroys no key', async () => {
  const { follower } = await openBoth();
  await follower.ensure(bucket);
  await assert.rejects(follower.destroy([bucket]));
  assert.deepEqual(await follower.buckets(), [bucket]);
});
