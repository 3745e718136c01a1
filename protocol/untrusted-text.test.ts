import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  holdsUnsafe,
  replaceOverrides,
  replaceUnsafe,
  withoutDirectionControls,
} from './untrusted-text.ts';

const overrides = '\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069';
const marks = '\u061C\u200E\u200F';
const lineBreaksAndControls = '\n\r\t\0\u001B\u007F\u0085\u2028\u2029';

test('overrides are replaced, and the marks that right-to-left writing needs stay', () => {
  assert.equal(replaceOverrides(`a${overrides}${marks}b`, ''), `a${marks}b`);
});

test('every direction control is taken out, and nothing else', () => {
  const rest = `דוח 🧳${lineBreaksAndControls}`;
  assert.equal(withoutDirectionControls(`${overrides}${rest}${marks}`), rest);
});

test('every unsafe character is found alone, each time it is asked for', () => {
  for (const character of overrides + marks + lineBreaksAndControls) {
    for (const text of [`a${character}`, `${character}b`]) assert.ok(holdsUnsafe(text));
    assert.equal(
      replaceUnsafe(`a${character}b`, () => '_'),
      'a_b',
    );
  }
  assert.ok(!holdsUnsafe('דוח 🧳 Åsa.pdf'));
});
