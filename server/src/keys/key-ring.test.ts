import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';

import type { AccountId, FileId } from '../domain/model/ids.ts';
import { newId } from '../domain/model/ids.ts';
import type { KeyRing } from '../domain/model/key-ring.ts';
import type { BucketKeys } from '../sealing/crypto/secrets.ts';
import { newFolder, randomness } from './key-folder-fixture.ts';
import { KeyFolder } from './key-folder.ts';
import { testKeyRing } from './key-ring.conformance.ts';
import { createBucketKeyRing, createMemoryKeyRing } from './key-ring.ts';

const ringRandomness = { bytes: randomBytes };

testKeyRing('memory', () => Promise.resolve(createMemoryKeyRing(ringRandomness)));

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
  assert.deepEqual(ring.buckets(), ['expiry-2026-11-15', 'expiry-2026-11-17']);
});

const bucket = 'tray-2026-11-15';

/** A folder that one process keeps and another follows. `asked` tells what the other had made. */
async function openBoth() {
  const { dir, folder } = await newFolder();
  const asked: string[] = [];
  const { keyRing } = await KeyFolder.follow(dir, randomness, async (wanted) => {
    asked.push(wanted);
    await folder.keyRing.ensure(wanted);
  });
  return { keeper: folder.keyRing, follower: keyRing, asked };
}

function newOwner() {
  return { fileId: newId<FileId>(randomness), accountId: newId<AccountId>(randomness) };
}

testKeyRing('followed key folder', async (): Promise<KeyRing> => {
  const { keeper, follower } = await openBoth();
  return { ...follower, destroy: (buckets) => keeper.destroy(buckets) };
});

test('what one process wraps, the other unwraps, whoever had the key made', async () => {
  const { keeper, follower } = await openBoth();
  const owner = newOwner();
  const fileKey = randomBytes(32);
  await keeper.ensure(bucket);
  const wrapped = keeper.wrap(fileKey, owner, bucket);
  assert.ok(follower.unwrap(wrapped, owner, bucket).equals(fileKey));
  await follower.ensure('tray-2026-11-16');
  const back = follower.wrap(fileKey, owner, 'tray-2026-11-16');
  assert.ok(keeper.unwrap(back, owner, 'tray-2026-11-16').equals(fileKey));
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

test('a follower forgets what was destroyed as soon as it is asked for its buckets', async () => {
  const { keeper, follower } = await openBoth();
  await follower.ensure(bucket);
  await keeper.destroy([bucket]);
  assert.deepEqual(follower.buckets(), []);
  assert.throws(() => follower.wrap(randomBytes(32), newOwner(), bucket), /never made/);
});

test('a follower destroys no key', async () => {
  const { follower } = await openBoth();
  await follower.ensure(bucket);
  await assert.rejects(follower.destroy([bucket]));
  assert.deepEqual(follower.buckets(), [bucket]);
});
