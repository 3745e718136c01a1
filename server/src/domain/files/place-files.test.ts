import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { filePathOf } from '../model/file.ts';
import { placeFiles } from './place-files.ts';

function placed(...paths: string[]) {
  const files = paths.map((path) => ({
    folder: path.slice(0, Math.max(0, path.lastIndexOf('/'))),
    name: path.slice(path.lastIndexOf('/') + 1),
  }));
  return placeFiles(files).map((file) => [file.name, filePathOf(file)]);
}

void describe('the places of files in a drop', () => {
  void test('two of one name in two folders keep their paths, and have two names', () => {
    assert.deepEqual(placed('a/x.jpg', 'b/x.jpg', 'x.jpg', 'b/y.jpg'), [
      ['x.jpg', 'a/x.jpg'],
      ['x (2).jpg', 'b/x.jpg'],
      ['x (3).jpg', 'x.jpg'],
      ['y.jpg', 'b/y.jpg'],
    ]);
  });

  void test('two of one name in one folder have two paths', () => {
    assert.deepEqual(placed('a/x.jpg', 'a/x.jpg', 'x.jpg', 'x.jpg'), [
      ['x.jpg', 'a/x.jpg'],
      ['x (2).jpg', 'a/x (2).jpg'],
      ['x (3).jpg', 'x.jpg'],
      ['x (2) (2).jpg', 'x (2).jpg'],
    ]);
  });

  void test('a file is not where a folder is, whichever came first', () => {
    const paths = placed('a/b', 'a/b/c.txt', 'a').map(([, path]) => path);
    assert.deepEqual(paths, ['a/b (2)', 'a/b/c.txt', 'a (2)']);
  });

  void test('10,000 of one name are placed at once', () => {
    const paths = Array.from({ length: 10_000 }, (_, at) => `${at % 2 === 0 ? '' : `${at}/`}x.txt`);
    const began = performance.now();
    const names = placed(...paths);
    assert.ok(performance.now() - began < 5000);
    assert.equal(new Set(names.map(([name]) => name)).size, 10_000);
    assert.equal(new Set(names.map(([, path]) => path)).size, 10_000);
  });
});
