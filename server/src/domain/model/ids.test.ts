import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandomness } from '../../sealing/crypto/vectors/seeded-randomness.ts';
import { idPattern, newId } from './ids.ts';

test('an id is a word that no command takes for an option', () => {
  const randomness = seededRandomness('ids');
  const ids = Array.from({ length: 1000 }, () => newId(randomness));
  assert.equal(new Set(ids).size, 1000);
  for (const id of ids) {
    assert.match(id, idPattern);
    assert.ok(!id.startsWith('-'));
  }
});
