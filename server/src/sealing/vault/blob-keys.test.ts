import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandomness } from '../crypto/vectors/seeded-randomness.ts';
import { idPattern } from '../../domain/model/ids.ts';
import { createBlobKeys } from './sealed-vault.ts';

test('keys in a row share a folder, then another, and none comes twice', () => {
  const newBlobKey = createBlobKeys(seededRandomness('blob keys'));
  const keys = Array.from({ length: 10 * 256 }, () => newBlobKey());
  assert.equal(new Set(keys).size, keys.length);
  for (const key of keys) {
    assert.match(key, idPattern);
    assert.ok(!key.startsWith('-'));
  }
  const folders = keys.map((key) => key.slice(0, 2));
  for (let row = 0; row < 10; row += 1) {
    assert.equal(new Set(folders.slice(row * 256, (row + 1) * 256)).size, 1);
  }
  assert.equal(new Set(folders).size, 10);
});

test('what begins alike is all that two keys have in common', () => {
  const newBlobKey = createBlobKeys(seededRandomness('what follows'));
  const rest = Array.from({ length: 256 }, () => newBlobKey().slice(2));
  for (let place = 0; place < 19; place += 1) {
    const letters = new Set(rest.map((text) => text[place]));
    assert.ok(letters.size > 48, `place ${place} knows ${letters.size} letters`);
  }
});
