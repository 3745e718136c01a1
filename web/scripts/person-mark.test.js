import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hueOf, initialsOf } from './person-mark.js';
import { namesIn } from './receivers.js';

test('initials are those that the server draws', () => {
  const initials = ['Anna Berg', 'anna.berg@example.org', 'zoë', '李 小龍', '  '].map(initialsOf);
  assert.deepEqual(initials, ['AB', 'AB', 'Z', '李小', '']);
  assert.equal(hueOf('anna@example.org'), hueOf('anna@example.org'));
});

test('names that stand before pasted addresses are known', () => {
  const pasted = 'Anna Berg <Anna@example.org>; "Ek" <mailto:bo@x.se>, cleo@x.se';
  assert.deepEqual(
    [...namesIn(pasted)],
    [
      ['anna@example.org', 'Anna Berg'],
      ['bo@x.se', 'Ek'],
    ],
  );
});
