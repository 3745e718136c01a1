import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';

import type { AccountId, FileId } from '../domain/model/ids.ts';
import { newId } from '../domain/model/ids.ts';
import type { KeyRing } from '../domain/model/key-ring.ts';

const randomness = { bytes: randomBytes };

function newOwner() {
  return { fileId: newId<FileId>(randomness), accountId: newId<AccountId>(randomness) };
}

/** What every KeyRing must do. `make` gives an empty ring of its own to each test. */
export function testKeyRing(name: string, make: () => Promise<KeyRing>): void {
  describe(`${name} as a key ring`, () => {
    test('unwraps what it wrapped', async () => {
      const ring = await make();
      const fileKey = randomBytes(32);
      const owner = newOwner();
      await ring.ensure('expiry-2026-11-15');
      const wrapped = ring.wrap(fileKey, owner, 'expiry-2026-11-15');
      assert.ok(ring.unwrap(wrapped, owner, 'expiry-2026-11-15').equals(fileKey));
    });

    test('ensuring a bucket again keeps its key', async () => {
      const ring = await make();
      const owner = newOwner();
      await ring.ensure('tray-2026-11-15');
      const wrapped = ring.wrap(randomBytes(32), owner, 'tray-2026-11-15');
      await ring.ensure('tray-2026-11-15');
      assert.equal(ring.unwrap(wrapped, owner, 'tray-2026-11-15').length, 32);
      assert.deepEqual(ring.buckets(), ['tray-2026-11-15']);
    });

    test('wraps for no bucket that was not ensured', async () => {
      const ring = await make();
      assert.throws(() => ring.wrap(randomBytes(32), newOwner(), 'expiry-2026-11-15'));
    });

    test('unwraps for no other owner, file or bucket, and no changed bytes', async () => {
      const ring = await make();
      const owner = newOwner();
      await ring.ensure('expiry-2026-11-15');
      await ring.ensure('expiry-2026-11-16');
      const wrapped = ring.wrap(randomBytes(32), owner, 'expiry-2026-11-15');
      const { fileId, accountId } = newOwner();
      const changed = Buffer.from(wrapped);
      changed.writeUInt8(changed.readUInt8(40) ^ 1, 40);
      const unwrap = (bytes: Buffer, by = owner, bucket = 'expiry-2026-11-15') =>
        ring.unwrap(bytes, by, bucket);
      assert.equal(unwrap(wrapped).length, 32);
      assert.throws(() => unwrap(changed));
      assert.throws(() => unwrap(wrapped, { ...owner, fileId }));
      assert.throws(() => unwrap(wrapped, { ...owner, accountId }));
      assert.throws(() => unwrap(wrapped, owner, 'expiry-2026-11-16'));
    });

    test('what a destroyed bucket wrapped stays shut, even when the bucket is made again', async () => {
      const ring = await make();
      const owner = newOwner();
      await ring.ensure('expiry-2026-11-15');
      await ring.ensure('expiry-2026-11-16');
      const wrapped = ring.wrap(randomBytes(32), owner, 'expiry-2026-11-15');
      const kept = ring.wrap(randomBytes(32), owner, 'expiry-2026-11-16');
      await ring.destroy(['expiry-2026-11-15', 'expiry-1999-01-01']);
      assert.deepEqual(ring.buckets(), ['expiry-2026-11-16']);
      assert.throws(() => ring.unwrap(wrapped, owner, 'expiry-2026-11-15'));
      assert.equal(ring.unwrap(kept, owner, 'expiry-2026-11-16').length, 32);
      await ring.ensure('expiry-2026-11-15');
      assert.throws(() => ring.unwrap(wrapped, owner, 'expiry-2026-11-15'));
    });

    test('changes made at the same time all count', async () => {
      const ring = await make();
      await ring.ensure('expiry-2026-11-01');
      const days = Array.from({ length: 20 }, (_, index) => `expiry-2026-12-${index + 10}`);
      await Promise.all([
        ...days.map((bucket) => ring.ensure(bucket)),
        ring.destroy(['expiry-2026-11-01']),
        ...days.map((bucket) => ring.ensure(bucket)),
      ]);
      assert.deepEqual(ring.buckets().sort(), days);
    });
  });
}
