import assert from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { FolderProblem } from './file-folder.ts';
import {
  folderProblems,
  joinPath,
  maxFolderBytes,
  maxFolderDepth,
  parseFilePath,
  parseFolder,
} from './file-folder.ts';

const refused: [sent: string, problem: FolderProblem][] = [
  ['/etc', 'absolute'],
  ['/', 'absolute'],
  ['//server/share', 'absolute'],
  ['C:', 'absolute'],
  ['c:Windows', 'absolute'],
  ['a/', 'empty'],
  ['a//b', 'empty'],
  ['..', 'dots'],
  ['a/../b', 'dots'],
  ['a/./b', 'dots'],
  ['a\\b', 'separator'],
  ['..\\a', 'separator'],
  ['a\nb', 'control'],
  ['a/\u202egpj', 'control'],
  ['a\0', 'control'],
  ['\ud800', 'malformed'],
  [
    Array(maxFolderDepth + 1)
      .fill('a')
      .join('/'),
    'too_deep',
  ],
  ['x'.repeat(256), 'too_long'],
  [Array(4).fill('x'.repeat(250)).join('/'), 'too_long'],
];

void describe('the folder of a file', () => {
  void test('is kept as it was sent, in normal form C', () => {
    for (const folder of ['', 'a', 'Reisen/2026/Köln', 'a b/c.d', '...', '会計/七月']) {
      assert.deepEqual(parseFolder(folder), { folder }, folder);
    }
    assert.deepEqual(parseFolder('Ko\u0308ln'), { folder: 'K\u00f6ln' });
    const deepest = Array(maxFolderDepth).fill('a').join('/');
    assert.deepEqual(parseFolder(deepest), { folder: deepest });
  });

  void test('is refused where it would lead elsewhere, or is no name', () => {
    for (const [sent, problem] of refused) {
      assert.deepEqual(parseFolder(sent), { problem }, JSON.stringify(sent));
    }
  });

  void test('has a sentence for each problem', () => {
    for (const [, problem] of refused) assert.match(folderProblems[problem], /^the folder .*\.$/);
  });

  void test('stays below a folder, within its bounds, whatever was sent', () => {
    const piece = fc.oneof(fc.constantFrom('.', '..', '', '/', '\\', 'a', 'C:'), fc.string());
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const { folder } = parseFolder(pieces.join('/'));
        if (folder === undefined || folder === '') return;
        assert.ok(Buffer.byteLength(folder) <= maxFolderBytes);
        assert.ok(folder.split('/').length <= maxFolderDepth);
        assert.ok(posix.resolve('/down', folder).startsWith('/down/'));
        assert.equal(posix.normalize(folder), folder);
        assert.ok(!win32.isAbsolute(folder));
        assert.deepEqual(parseFolder(folder), { folder });
      }),
    );
  });
});

void describe('the path of a file', () => {
  void test('is a folder and a name', () => {
    for (const [sent, path] of [
      ['a.txt', { folder: '', name: 'a.txt' }],
      ['a/b/c.txt', { folder: 'a/b', name: 'c.txt' }],
    ] as const) {
      assert.deepEqual(parseFilePath(sent), { path });
      assert.equal(joinPath(path), sent);
    }
  });

  void test('is refused as a whole where a part of it is no name', () => {
    for (const sent of ['', '/', '/a.txt', 'a/', 'a/..', '../a.txt', 'a\\b.txt', 'a//b.txt']) {
      assert.notEqual(parseFilePath(sent).problem, undefined, sent);
    }
  });
});
