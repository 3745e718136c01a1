import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';

import type { AccountId, FileId } from '../../domain/model/ids.ts';
import { newId } from '../../domain/model/ids.ts';
import { IntegrityError } from './sealed-format.ts';
import { unwrapKey, wrapKey } from './secrets.ts';

const randomness = { bytes: randomBytes };
const fileKey = randomBytes(32);
const context = {
  bucketKey: randomBytes(32),
  bucket: 'expiry-2026-11-15',
  owner: { fileId: newId<FileId>(randomness), accountId: newId<AccountId>(randomness) },
};

test('a wrapped key opens in its own context and does not show the key', () => {
  const wrapped = wrapKey(fileKey, context, randomness);
  assert.ok(unwrapKey(wrapped, context).equals(fileKey));
  assert.ok(!wrapped.includes(fileKey));
  assert.ok(!wrapKey(fileKey, context, randomness).equals(wrapped));
});

test('no bit of a wrapped key can be changed, and none left out or added', () => {
  const wrapped = wrapKey(fileKey, context, randomness);
  for (let bit = 0; bit < wrapped.length * 8; bit += 1) {
    const copy = Buffer.from(wrapped);
    copy.writeUInt8(copy.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    assert.throws(() => unwrapKey(copy, context), IntegrityError);
  }
  for (let length = 0; length < wrapped.length; length += 1) {
    assert.throws(() => unwrapKey(wrapped.subarray(0, length), context), IntegrityError);
  }
  const longer = Buffer.concat([wrapped, Buffer.alloc(1)]);
  assert.throws(() => unwrapKey(longer, context), IntegrityError);
});

test('a wrapped key opens for no other bucket, key, file or owner', () => {
  const wrapped = wrapKey(fileKey, context, randomness);
  const { owner } = context;
  const others = [
    { ...context, bucketKey: randomBytes(32) },
    { ...context, bucket: 'expiry-2026-11-16' },
    { ...context, owner: { ...owner, fileId: newId<FileId>(randomness) } },
    { ...context, owner: { ...owner, accountId: newId<AccountId>(randomness) } },
  ];
  for (const other of others) assert.throws(() => unwrapKey(wrapped, other), IntegrityError);
});

test('only keys of 32 bytes are wrapped', () => {
  assert.throws(() => wrapKey(randomBytes(31), context, randomness), RangeError);
});
