import assert from 'node:assert/strict';
import { test } from 'node:test';

import { noon } from '../../testing/fake-clock.ts';
import { idFor } from '../../testing/samples.ts';
import { tokenHasherOf } from '../../testing/token-hasher-fixture.ts';
import { createListCursors } from './list-cursor.ts';

const alice = 'alice-0123456789abcdef';
const place = { id: idFor('drop'), createdAt: noon };
const cursors = createListCursors(tokenHasherOf('cursors'));

test('a place is read as it was written, with a position and without', () => {
  for (const each of [place, { ...place, position: 0 }, { ...place, position: 9_999_999 }]) {
    assert.deepEqual(
      cursors.readPlace('drops', alice, cursors.writePlace('drops', alice, each)),
      each,
    );
  }
  assert.equal(cursors.readPlace('drops', alice, undefined), undefined);
});

test('a text is read as it was written, whatever is in it', () => {
  for (const each of ['åsa@example.com', 'a b.c', '']) {
    assert.equal(cursors.read('contacts', alice, cursors.write('contacts', alice, each)), each);
  }
});

test('a cursor of another list or owner, and what is none, is refused', () => {
  const text = cursors.writePlace('drops', alice, place);
  const refused = { code: 'bad_request' };
  assert.throws(() => cursors.readPlace('deliveries', alice, text), refused);
  assert.throws(() => cursors.readPlace('drops', 'bob-0123456789abcdefgh', text), refused);
  const altered = `A${text.slice(1)}`;
  for (const wrong of ['', 'x', '.', altered, `${text}A`, text.slice(1), `${text}.`, `${text}=`]) {
    assert.throws(() => cursors.readPlace('drops', alice, wrong), refused, wrong);
  }
});
