import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';

import type { ReceiverId } from '../../domain/model/ids.ts';
import { chainHash, deriveKeys, linkSecret, createSecretHasher } from './secrets.ts';
import { frameFields } from './sealed-format.ts';

const receiver = 'AAAAAAAAAAAAAAAAAAAAAA' as ReceiverId;
const other = 'BBBBBBBBBBBBBBBBBBBBBB' as ReceiverId;

describe('derived keys', () => {
  test('differ by purpose and by secret', () => {
    const first = Object.values(deriveKeys(randomBytes(32)));
    const second = Object.values(deriveKeys(randomBytes(32)));
    const all = [...first, ...second].map((key) => key.toString('hex'));
    assert.equal(new Set(all).size, 32);
    assert.ok(all.every((key) => key.length === 64));
  });

  test('a secret of less than 32 bytes is refused', () => {
    assert.throws(() => deriveKeys(randomBytes(31)), RangeError);
  });
});

describe('secret hasher', () => {
  test('is HMAC-SHA-256 under the pepper', () => {
    const pepper = randomBytes(32);
    const expected = createHmac('sha256', pepper).update('hush').digest();
    assert.ok(createSecretHasher(pepper).hash('hush').equals(expected));
    assert.ok(!createSecretHasher(randomBytes(32)).hash('hush').equals(expected));
  });

  test('compares, whatever the lengths', () => {
    const hasher = createSecretHasher(randomBytes(32));
    const hash = (secret: string) => hasher.hash(secret);
    assert.ok(hasher.equal(hash('a'), hash('a')));
    assert.ok(!hasher.equal(hash('a'), hash('b')));
    assert.ok(!hasher.equal(hash('a'), Buffer.alloc(0)));
  });

  test('refuses a short pepper', () => {
    assert.throws(() => createSecretHasher(Buffer.alloc(16)), RangeError);
  });
});

test('a link secret comes out the same again, and only for its receiver and generation', () => {
  const key = randomBytes(32);
  const secret = linkSecret(key, receiver, 0);
  assert.match(secret, /^[A-Za-z0-9_-]{43}$/);
  assert.equal(linkSecret(key, receiver, 0), secret);
  const others = [
    linkSecret(key, receiver, 1),
    linkSecret(key, other, 0),
    linkSecret(randomBytes(32), receiver, 0),
  ];
  assert.ok(!others.includes(secret));
});

test('a chain hash depends on key, past and record', () => {
  const key = randomBytes(32);
  const past = randomBytes(32);
  const hash = chainHash(key, past, 'record');
  assert.ok(hash.equals(chainHash(key, past, 'record')));
  assert.ok(!hash.equals(chainHash(randomBytes(32), past, 'record')));
  assert.ok(!hash.equals(chainHash(key, randomBytes(32), 'record')));
  assert.ok(!hash.equals(chainHash(key, past, 'Record')));
  assert.throws(() => chainHash(key, Buffer.alloc(31), 'record'), RangeError);
});

test('framed fields are told apart however they are divided', () => {
  assert.ok(!frameFields('ab', 'c').equals(frameFields('a', 'bc')));
  assert.ok(!frameFields('a', '').equals(frameFields('a')));
  assert.equal(frameFields('é').toString('hex'), '0002c3a9');
  assert.throws(() => frameFields(Buffer.alloc(0x10000)), RangeError);
});
