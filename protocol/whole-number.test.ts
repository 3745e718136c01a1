import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseWholeNumber } from './whole-number.ts';

test('digits are a number, with blanks around them, up to the largest that is exact', () => {
  assert.equal(parseWholeNumber(' 0042 '), 42);
  assert.equal(parseWholeNumber('9007199254740991'), Number.MAX_SAFE_INTEGER);
});

test('anything else is none', () => {
  for (const text of [
    '',
    ' ',
    '-1',
    '+1',
    '1.5',
    '1e3',
    '0x10',
    '٣',
    '9007199254740992',
    '1'.repeat(17),
  ]) {
    assert.equal(parseWholeNumber(text), undefined, text);
  }
});
