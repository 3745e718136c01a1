import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { filePathOf } from '../model/file.ts';
import { filesByFolder, inFileOrder } from './file-order.ts';

function filesAt(...paths: string[]) {
  return paths.map((path) => ({
    folder: path.slice(0, Math.max(0, path.lastIndexOf('/'))),
    name: path.slice(path.lastIndexOf('/') + 1),
  }));
}

void describe('the order of files', () => {
  void test('is that of people: 2 before 10, and a folder before the folders in it', () => {
    const sorted = [
      'Anlage 2.pdf',
      'Anlage 10.pdf',
      'anlage 10.pdf.sig',
      'Serie 2/IM9.dcm',
      'Serie 2/IM10.dcm',
      'Serie 2/Bilder/a.png',
      'Serie 10/IM1.dcm',
      'Übersicht/a.txt',
      'Zettel/a.txt',
    ];
    assert.deepEqual(inFileOrder(filesAt(...sorted.toReversed())).map(filePathOf), sorted);
  });

  void test('has the files of a folder together', () => {
    const groups = filesByFolder(filesAt('b/2', 'a', 'b/c/1', 'b/10', 'b/1'));
    assert.deepEqual(
      groups.map(({ folder, files }) => [folder, ...files.map(({ name }) => name)]),
      [
        ['', 'a'],
        ['b', '1', '2', '10'],
        ['b/c', '1'],
      ],
    );
  });

  void test('goes by the name that people see', () => {
    const files = [
      { folder: '', name: 'z (2).txt', nameInFolder: 'a.txt' },
      { folder: '', name: 'b.txt' },
    ];
    assert.deepEqual(inFileOrder(files.toReversed()), files);
  });

  void test('of names that people take for one is always the same', () => {
    const files = filesAt('file 01', 'file 1', 'FILE 1');
    const sorted = inFileOrder(files);
    assert.deepEqual(inFileOrder(files.toReversed()), sorted);
  });
});
