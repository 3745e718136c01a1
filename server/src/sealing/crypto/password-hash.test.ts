import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemRandomness } from '../../platform/system.ts';
import { createPasswordHasher } from './password-hash.ts';

const pepper = Buffer.alloc(32, 7);
const hasher = createPasswordHasher(pepper, systemRandomness);

test('a hash is an argon2id PHC string, at the floor or above', async () => {
  const phc = await hasher.hash('correct horse', 'anna');
  assert.match(phc, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  assert.equal(await hasher.verify('correct horse', 'anna', phc), true);
  assert.equal(await hasher.verify('correct horsf', 'anna', phc), false);
  assert.equal(hasher.isOutdated(phc), false);
});

test('a hash is good for one account and one installation, and nothing is cut off', async () => {
  const long = 'x'.repeat(99);
  const phc = await hasher.hash(`${long}a`, 'anna');
  assert.equal(await hasher.verify(`${long}b`, 'anna', phc), false);
  assert.equal(await hasher.verify(`${long}a`, 'bob', phc), false);
  const other = createPasswordHasher(Buffer.alloc(32, 8), systemRandomness);
  assert.equal(await other.verify(`${long}a`, 'anna', phc), false);
});

test('weaker parameters than the floor are refused, and stronger ones replace it', async () => {
  const phc = await hasher.hash('correct horse', 'anna');
  for (const changed of [
    phc.replace('m=19456', 'm=8'),
    phc.replace('t=2', 't=1'),
    phc.replace('m=19456', 'm=9999999'),
    phc.replace('argon2id', 'argon2i'),
    'scrypt',
  ]) {
    await assert.rejects(hasher.verify('correct horse', 'anna', changed));
  }
  const stronger = createPasswordHasher(pepper, systemRandomness, { memoryKiB: 32768, passes: 3 });
  assert.equal(stronger.isOutdated(phc), true);
  assert.equal(await stronger.verify('correct horse', 'anna', phc), true);
});

test('nobody has a password', async () => {
  assert.equal(await hasher.verify('', '', hasher.nobodys), false);
});
