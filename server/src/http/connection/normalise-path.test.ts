import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalisePath } from './requests.ts';

const paths: [sent: string, meant: string][] = [
  ['/', '/'],
  ['//', '/'],
  ['/a@b/', '/a@b/'],
  ['//a@b//cgi///get_files.cgi', '/a@b/cgi/get_files.cgi'],
  ['/a@b/cgi/get_files.cgi/', '/a@b/cgi/get_files.cgi'],
  ['/a@b/cgi/get_files.cgi//', '/a@b/cgi/get_files.cgi'],
  ['/a@b/cgi/remove_file.cgi/?filename=x//y.cgi/', '/a@b/cgi/remove_file.cgi?filename=x//y.cgi/'],
  ['/a@b.cgi/', '/a@b.cgi/'],
  ['/a@b/token/files/x.cgi/', '/a@b/token/files/x.cgi/'],
  ['/a%2F%2Fb', '/a%2F%2Fb'],
  ['*', '*'],
  ['http://example.com//a', 'http://example.com//a'],
];
for (const [sent, meant] of paths) {
  test(`line 7: ${sent} means ${meant}`, () => {
    assert.equal(normalisePath(sent), meant);
  });
}
