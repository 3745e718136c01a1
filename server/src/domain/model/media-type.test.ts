import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mediaTypeOf } from './file.ts';

const examples: [declared: string | undefined, name: string, mediaType: string][] = [
  ['application/pdf', 'a.txt', 'application/pdf'],
  ['Text/HTML; charset=utf-8', 'a.bin', 'text/html'],
  [undefined, 'a.pdf', 'application/pdf'],
  ['', 'A.PDF', 'application/pdf'],
  ['application/octet-stream', 'a.png', 'application/octet-stream'],
  ['application/octet-stream', 'a', 'application/octet-stream'],
  [undefined, 'a.unheard-of', 'application/octet-stream'],
  ['nonsense', 'a.zip', 'application/zip'],
  ['text/html\r\nX-Evil: 1', 'a.zip', 'application/zip'],
  ['text/<b>', 'a.zip', 'application/zip'],
  [`text/${'x'.repeat(128)}`, 'a.zip', 'application/zip'],
  [undefined, '__proto__', 'application/octet-stream'],
  [undefined, 'a.constructor', 'application/octet-stream'],
];

for (const [declared, name, mediaType] of examples) {
  test(`${name} declared as ${JSON.stringify(declared)} is ${mediaType}`.slice(0, 90), () => {
    assert.equal(mediaTypeOf(declared, name), mediaType);
  });
}
