/* global File */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDrop } from './dropped-files.js';
import { folderOf, pathOf, putInFolder } from './file-folder.js';

/** @import { Entry } from './dropped-files.js' */

/**
 * @param {string} name
 * @param {string} content
 */
function fileEntry(name, content = name) {
  return {
    name,
    isDirectory: false,
    /** @param {(file: File) => void} done */
    file(done) {
      done(new File([content], name));
    },
  };
}

/**
 * A browser gives at most some entries at a time, here two.
 * @param {string} name
 * @param {Entry[]} children
 */
function folderEntry(name, ...children) {
  return {
    name,
    isDirectory: true,
    createReader() {
      let given = 0;
      return {
        /** @param {(some: Entry[]) => void} done */
        readEntries(done) {
          done(children.slice(given, (given += 2)));
        },
      };
    },
  };
}

/** @param {Entry[]} entries */
function drop(...entries) {
  const items = entries.map((entry) => ({ webkitGetAsEntry: () => entry }));
  return { items, files: entries.map(({ name }) => new File([name], name)) };
}

test('a dropped folder comes with all its files, each in its folder', async () => {
  const { files, emptyFolders, unreadable } = await readDrop(
    drop(
      fileEntry('letter.pdf'),
      folderEntry(
        'Scans',
        fileEntry('b.dcm', 'B'),
        folderEntry('2026', fileEntry('a.dcm', 'A')),
        fileEntry('c.dcm'),
      ),
    ),
  );
  assert.deepEqual(
    files.map((file) => [folderOf(file), file.name]),
    [
      ['', 'letter.pdf'],
      ['Scans/2026', 'a.dcm'],
      ['Scans', 'b.dcm'],
      ['Scans', 'c.dcm'],
    ],
  );
  assert.equal(await files[1]?.text(), 'A');
  assert.deepEqual([emptyFolders, unreadable], [[], []]);
});

test('an empty folder, and what cannot be read, are named', async () => {
  const broken = {
    name: 'gone.txt',
    isDirectory: false,
    /**
     * @param {unknown} _done
     * @param {(error: Error) => void} fail
     */
    file(_done, fail) {
      fail(new Error());
    },
  };
  const { files, emptyFolders, unreadable } = await readDrop(
    drop(folderEntry('Empty', folderEntry('inner')), folderEntry('Half', broken, fileEntry('a'))),
  );
  assert.deepEqual(files.map(pathOf), ['Half/a']);
  assert.deepEqual(emptyFolders, ['Empty']);
  assert.deepEqual(unreadable, ['Half/gone.txt']);
});

test('files alone come as they are', async () => {
  const { files } = await readDrop(drop(fileEntry('a'), fileEntry('b')));
  assert.deepEqual(
    files.map(({ name }) => name),
    ['a', 'b'],
  );
});

test('a folder that the server would refuse is shortened to its inner folders', () => {
  const file = new File([''], 'a');
  putInFolder(file, [...Array.from({ length: 40 }, (_, at) => String(at)), 'back\\slash']);
  assert.equal(folderOf(file).split('/').length, 32);
  assert.ok(folderOf(file).endsWith('/38/39/back_slash'));
  putInFolder(
    file,
    Array.from({ length: 9 }, () => '\u00e4'.repeat(100)),
  );
  assert.equal(folderOf(file).split('/').length, 3);
});
