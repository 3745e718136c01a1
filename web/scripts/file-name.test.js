import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFileName } from '../../protocol/file-name.ts';
import { isUsableName } from './file-name.js';

const names = [
  'scan.pdf',
  'Åsa Öberg.txt',
  'tab\there.txt',
  'turned \u202etxt.exe',
  'mark\u200e.txt',
  'line\u2028.txt',
  '',
  '.',
  '..',
  'folder/',
  'folder/scan.pdf',
  'C:\\scan.pdf',
  'a'.repeat(255),
  'a'.repeat(256),
  'å'.repeat(128),
  'a\u030a'.repeat(127),
  'half \ud800',
];

test('line 17: a name is refused on the page exactly when the server would refuse it', () => {
  for (const name of names) {
    assert.equal(
      isUsableName(name),
      parseFileName(name).problem === undefined,
      JSON.stringify(name),
    );
  }
});
