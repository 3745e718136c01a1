import assert from 'node:assert/strict';
import { test } from 'node:test';
import { archiveNames } from './send-archive.ts';

test('the cost of names that differ in nothing but case is linear', (t) => {
  const count = 2 ** 9;
  const names = Array.from({ length: count }, (_, at) =>
    Array.from('abcdefghi', (letter, bit) =>
      (at >> bit) % 2 === 0 ? letter : letter.toUpperCase(),
    ).join(''),
  );
  // Each look whether a name is taken normalizes it: counted, since time says little on a busy machine.
  const looks = t.mock.method(String.prototype, 'normalize').mock;
  const distinct = archiveNames(names);
  assert.ok(looks.callCount() < 10 * count, `${looks.callCount()} looks for ${count} names`);
  assert.equal(new Set(distinct.map((name) => name.toLowerCase())).size, count);
  assert.deepEqual(distinct.slice(0, 3), [names[0], `${names[1]} (2)`, `${names[2]} (3)`]);
});

test('a number that a file has in its own name is given to no other', () => {
  assert.deepEqual(archiveNames(['a.txt', 'A (2).txt', 'A.txt', 'a (2).txt', 'a.TXT']), [
    'a.txt',
    'A (2).txt',
    'A (3).txt',
    'a (2) (2).txt',
    'a (4).TXT',
  ]);
});
