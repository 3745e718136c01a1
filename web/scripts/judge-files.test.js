import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFileName } from '../../protocol/untrusted-text.ts';
import { isUsableName, judgeFiles } from './judge-files.js';

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

test('a name is refused on the page exactly when the server would refuse it', () => {
  for (const name of names) {
    assert.equal(
      isUsableName(name),
      parseFileName(name).problem === undefined,
      JSON.stringify(name),
    );
  }
});

/** @param {[name: string, size: number][]} files */
function judged(files, limits = { files: 3, bytes: 100, fileBytes: 60 }, begun = '') {
  const candidates = files.map(([name, size]) => ({ name, size }));
  return judgeFiles(candidates, limits, ({ name }) => name === begun);
}

test('files are accepted in order until their number or their bytes are used up', () => {
  assert.deepEqual(
    judged([
      ['a', 60],
      ['b', 41],
      ['c', 40],
      ['d', 0],
      ['e', 0],
    ]),
    [undefined, 'noRoom', undefined, undefined, 'tooManyFiles'],
  );
});

test('a file that is too large or has no usable name takes no room from the others', () => {
  assert.deepEqual(
    judged([
      ['a', 61],
      ['..', 10],
      ['b', 60],
      ['c', 40],
    ]),
    ['fileTooLarge', 'badName', undefined, undefined],
  );
});

test('a file that was begun has its room already, and is still held to the size of one file', () => {
  const full = { files: 0, bytes: 0, fileBytes: 60 };
  assert.deepEqual(judged([['a', 60]], full, 'a'), [undefined]);
  assert.deepEqual(judged([['a', 61]], full, 'a'), ['fileTooLarge']);
  assert.deepEqual(judged([['b', 1]], full, 'a'), ['tooManyFiles']);
});

test('no figure means no limit', () => {
  const candidates = [{ name: 'a', size: 1e15 }];
  assert.deepEqual(
    judgeFiles(candidates, { files: 1 }, () => false),
    [undefined],
  );
});
