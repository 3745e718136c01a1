import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialsOf, personMark } from './people.ts';

for (const [name, initials] of [
  ['Anna Berg', 'AB'],
  ['Annabella von und zu Langenfeld', 'AL'],
  ['anna.berg@example.org', 'AB'],
  ['zoë', 'Z'],
  ['李 小龍', '李小'],
  ['  ', ''],
  ['\u202eevil', 'E'],
] as const) {
  test(`the initials of ${JSON.stringify(name)} are ${JSON.stringify(initials)}`, () => {
    assert.equal(initialsOf(name), initials);
  });
}

test('a person has the same hue everywhere, by the address', () => {
  const [one, other] = ['Anna', 'Anna Berg'].map(
    (name) => personMark(name, 'anna@example.org').toString().split('>')[0],
  );
  assert.equal(one, other);
});
