import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { hour } from '../../domain/model/clock.ts';
import { hashPurposes } from '../../domain/ports/hashers.ts';
import { hashFor } from '../../testing/samples.ts';
import { createTokenHasher, noFormerHashes } from './token-hasher.ts';

const keys = { hashes: hashFor('hashes'), tokenPepper: hashFor('pepper') };
const present = createTokenHasher(keys, noFormerHashes);

/** As every token was hashed when all purposes had one key. */
function formerHash(text: string): Buffer {
  return createHmac('sha256', keys.tokenPepper).update(text).digest();
}

test('the same fields have another hash for each purpose', () => {
  const hashes = hashPurposes.map((purpose) => present.hash(purpose, 'a', 'b').toString('hex'));
  assert.equal(new Set(hashes).size, hashPurposes.length);
});

test('fields are framed: no other list of fields has the same hash', () => {
  const lists = [['a b'], ['a', 'b'], ['ab'], ['a', 'b', ''], ['', 'a', 'b'], ['a', '', 'b'], []];
  const hashes = lists.map((fields) => present.hash('session', ...fields).toString('hex'));
  assert.equal(new Set(hashes).size, lists.length);
  assert.ok(present.isHash(present.hash('session', 'a', 'b'), 'session', 'a', 'b'));
  assert.ok(!present.isHash(present.hash('session', 'a b'), 'session', 'a', 'b'));
});

test('what a client names an idempotency key is the hash of nothing else', () => {
  const session = ['id', 'account', 'full', '1', '1', '2', 'x'];
  const key = `session ${session.join(' ')}`;
  assert.notDeepEqual(present.hash('idempotency key', key), formerHash(key));
  assert.ok(!present.isHash(present.hash('idempotency key', key), 'session', ...session));
  const long = 'x'.repeat(100_000);
  assert.equal(present.hash('idempotency key', long).length, 32);
});

test('a hash from when all purposes had one key counts for as long as such a thing lives', () => {
  let age = 0;
  const former = { areWritten: () => false, mayLive: (lastsMs: number) => age < lastsMs };
  const hasher = createTokenHasher(keys, former);
  const old = formerHash('session id secret');
  assert.ok(hasher.isHash(old, 'session', 'id', 'secret'));
  assert.deepEqual(hasher.hashes('session', 'id', 'secret')[1], old);
  assert.notDeepEqual(hasher.hash('session', 'id', 'secret'), old);
  age = 12 * hour;
  assert.ok(!hasher.isHash(old, 'session', 'id', 'secret'));
  assert.equal(hasher.hashes('session', 'id', 'secret').length, 1);
  assert.ok(hasher.isHash(formerHash('recovery code id abc'), 'recovery code', 'id', 'abc'));
});

test('while older nodes run, what is written is what they read', () => {
  const hasher = createTokenHasher(keys, { areWritten: () => true, mayLive: () => true });
  assert.deepEqual(hasher.hash('session', 'id', 'secret'), formerHash('session id secret'));
  assert.ok(hasher.isHash(present.hash('session', 'id', 'secret'), 'session', 'id', 'secret'));
});

test("the hash of a receiver's link has stayed the same", () => {
  assert.deepEqual(present.hash('link', 'secret'), formerHash('secret'));
});
