import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noon } from '../../testing/fake-clock.ts';
import { idFor } from '../../testing/samples.ts';
import type { AccountId } from '../model/ids.ts';
import { readCursor, writeCursor } from './feed-cursor.ts';

const alice = idFor<AccountId>('alice');
const bob = idFor<AccountId>('bob');

test('a cursor brings a place back', () => {
  for (const place of [0, 1, 2 ** 40]) {
    const cursor = writeCursor(alice, { place, at: noon });
    assert.match(cursor, /^[A-Za-z0-9_-]{26}$/);
    assert.deepEqual(readCursor(alice, cursor), { place, at: noon });
  }
});

test('what is no cursor of the account is refused', () => {
  const cursor = writeCursor(alice, { place: 7, at: noon });
  assert.equal(readCursor(bob, cursor), undefined);
  for (const text of ['', 'now', '7', idFor('dispatch'), `${cursor}A`, cursor.slice(1)]) {
    assert.equal(readCursor(alice, text), undefined, text);
  }
  const padded = Buffer.from(cursor, 'base64url').toString('base64');
  assert.equal(readCursor(alice, `${padded}=`), undefined);
});
