import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';

import type { AccountId, FileId } from '../domain/model/ids.ts';
import { newId } from '../domain/model/ids.ts';
import type { KeyOwner, KeyRing } from '../domain/model/key-ring.ts';
import { isIntegrityFault } from '../domain/model/valise-error.ts';

const randomness = { bytes: randomBytes };
const [today, tomorrow, never] = ['expiry-2026-11-15', 'expiry-2026-11-16', 'expiry-1999-01-01'];

export function newOwner(): KeyOwner {
  return { fileId: newId<FileId>(randomness), accountId: newId<AccountId>(randomness) };
}

/** One rule of the port: `run` rejects with an `AssertionError` when an empty ring breaks it. */
export interface KeyRingCase {
  name: string;
  run(ring: KeyRing): Promise<void>;
}

export const keyRingCases: readonly KeyRingCase[] = [
  {
    name: 'unwraps what it wrapped, in the same bucket and in one opened later',
    async run(ring) {
      const [fileKey, owner] = [randomBytes(32), newOwner()];
      const bucket = await ring.ensure(today);
      const wrapped = bucket.wrap(fileKey, owner);
      assert.deepEqual(bucket.unwrap(wrapped, owner), fileKey);
      const opened = await ring.open(today).catch(unexpected);
      assert.deepEqual(
        attempt(() => opened.unwrap(wrapped, owner)),
        fileKey,
      );
    },
  },
  {
    name: 'ensuring a bucket again keeps its key',
    async run(ring) {
      const owner = newOwner();
      const bucket = await ring.ensure(today);
      const wrapped = bucket.wrap(randomBytes(32), owner);
      const again = await ring.ensure(today);
      assert.equal(attempt(() => again.unwrap(wrapped, owner)).length, 32);
      assert.equal(attempt(() => bucket.unwrap(wrapped, owner)).length, 32);
      assert.deepEqual(await ring.buckets(), [today]);
    },
  },
  {
    name: 'opens no bucket that has no key, and makes none',
    async run(ring) {
      await assertRejects(ring.open(never), isIntegrityFault);
      assert.deepEqual(await ring.buckets(), []);
    },
  },
  {
    name: 'unwraps for no other owner, file or bucket, and no changed bytes',
    async run(ring) {
      const owner = newOwner();
      const bucket = await ring.ensure(today);
      const other = await ring.ensure(tomorrow);
      const wrapped = bucket.wrap(randomBytes(32), owner);
      const { fileId, accountId } = newOwner();
      const changed = Buffer.from(wrapped);
      changed.writeUInt8(changed.readUInt8(40) ^ 1, 40);
      assert.equal(bucket.unwrap(wrapped, owner).length, 32);
      assert.throws(() => bucket.unwrap(changed, owner), isIntegrityFault);
      assert.throws(() => bucket.unwrap(wrapped, { ...owner, fileId }), isIntegrityFault);
      assert.throws(() => bucket.unwrap(wrapped, { ...owner, accountId }), isIntegrityFault);
      assert.throws(() => other.unwrap(wrapped, owner), isIntegrityFault);
    },
  },
  {
    name: 'a destroyed bucket cannot be opened, and no other is affected',
    async run(ring) {
      const owner = newOwner();
      await ring.ensure(today);
      const kept = await ring.ensure(tomorrow);
      const wrapped = kept.wrap(randomBytes(32), owner);
      await ring.destroy([today, never]);
      assert.deepEqual(await ring.buckets(), [tomorrow]);
      await assertRejects(ring.open(today), isIntegrityFault);
      assert.equal(attempt(() => kept.unwrap(wrapped, owner)).length, 32);
    },
  },
  {
    name: 'what a destroyed bucket wrapped stays shut, even when the bucket is made again',
    async run(ring) {
      const owner = newOwner();
      const wrapped = (await ring.ensure(today)).wrap(randomBytes(32), owner);
      await ring.destroy([today]);
      const again = await ring.ensure(today);
      assert.throws(() => again.unwrap(wrapped, owner), isIntegrityFault);
    },
  },
  {
    name: 'a bucket that was opened ends when its key is destroyed, for good',
    async run(ring) {
      const owner = newOwner();
      const made = await ring.ensure(today);
      const opened = await ring.open(today);
      const wrapped = made.wrap(randomBytes(32), owner);
      await ring.destroy([today]);
      // A process that follows another one learns of it here.
      await ring.buckets();
      for (const bucket of [made, opened]) {
        assert.throws(() => bucket.unwrap(wrapped, owner), isIntegrityFault);
      }
      assert.throws(() => made.wrap(randomBytes(32), owner));
      await ring.ensure(today);
      for (const bucket of [made, opened]) {
        assert.throws(() => bucket.unwrap(wrapped, owner), isIntegrityFault);
      }
      assert.throws(() => made.wrap(randomBytes(32), owner));
    },
  },
  {
    name: 'changes made at the same time all count',
    async run(ring) {
      await ring.ensure('expiry-2026-11-01');
      const days = Array.from({ length: 20 }, (_, index) => `expiry-2026-12-${index + 10}`);
      await Promise.all([
        ...days.map((bucket) => ring.ensure(bucket)),
        ring.destroy(['expiry-2026-11-01']),
        ...days.map((bucket) => ring.ensure(bucket)),
      ]);
      assert.deepEqual((await ring.buckets()).sort(), days);
    },
  },
];

/** What every KeyRing must do. `make` gives an empty ring of its own to each test. */
export function testKeyRing(name: string, make: () => Promise<KeyRing>): void {
  describe(`${name} as a key ring`, () => {
    for (const rule of keyRingCases) {
      test(rule.name, async () => {
        await rule.run(await make());
      });
    }
  });
}

function unexpected(error: unknown): never {
  assert.fail(String(error));
}

/** The result of `work`, which must not throw. */
function attempt<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    return unexpected(error);
  }
}

/** Unlike `assert.rejects`, fails with an `AssertionError` for a rejection of another kind too. */
async function assertRejects(
  promise: Promise<unknown>,
  isExpected: (error: unknown) => boolean,
): Promise<void> {
  const [outcome] = await Promise.allSettled([promise]);
  assert.ok(outcome.status === 'rejected' && isExpected(outcome.reason));
}
