import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routedPath } from './routed-path.ts';

const paths: [sent: string, meant: string][] = [
  ['/', '/'],
  ['/a@b/', '/a@b/'],
  ['//a@b//cgi///get_files.cgi', '/a@b/cgi/get_files.cgi'],
  ['//a%40b//cgi/get_files.cgi', '/a%40b/cgi/get_files.cgi'],
  ['/a@b/cgi/get_files.cgi/', '/a@b/cgi/get_files.cgi'],
  ['/a@b/cgi/get_files.cgi//', '/a@b/cgi/get_files.cgi'],
  ['/a@b/cgi/remove_file.cgi/?filename=x//y.cgi/', '/a@b/cgi/remove_file.cgi?filename=x//y.cgi/'],
  ['/a@b.cgi/', '/a@b.cgi/'],
  ['/a@b/token/files/x.cgi/', '/a@b/token/files/x.cgi/'],
  ['/a@b/token/files/%61', '/a@b/token/files/%61'],
  ['/d/secret/files/na%C3%AFve%20%2F%25.txt', '/d/secret/files/na%C3%AFve%20%2F%25.txt'],
  ['/app/sent?search=//%61', '/app/sent?search=//%61'],
  ['/a%2F%2Fb', '/a%2F%2Fb'],
  ['*', '*'],
  ['http://example.com/a', 'http://example.com/a'],
  ['http://example.com//a@b//', 'http://example.com/a@b/'],
];
for (const [sent, meant] of paths) {
  test(`${sent} means ${meant}`, () => {
    assert.equal(routedPath(sent), meant);
  });
}

for (const sent of [
  '//',
  '//app/admin',
  '/app//admin',
  '/app/admin//accounts?page=2',
  '/app/%61dmin',
  '/%61pp/admin',
  '/app/%2e/admin',
  '/%7Eapp',
  'http://example.com//app/admin',
  'https://example.com/app/%61dmin',
  '/app//admin@example.com',
  '/%61pp#@',
]) {
  test(`${sent} is no path of any page`, () => {
    assert.equal(routedPath(sent), undefined);
  });
}

test('of each character that needs no encoding, the encoded form is no path, and of all others it is', () => {
  for (let code = 0; code < 256; code += 1) {
    const hex = code.toString(16).padStart(2, '0');
    const isNeedless = /[\w.~-]/.test(String.fromCharCode(code));
    for (const encoded of [`/x%${hex}`, `/x%${hex.toUpperCase()}`]) {
      if (code === 0x40) continue;
      assert.equal(routedPath(encoded), isNeedless ? undefined : encoded);
    }
  }
});
