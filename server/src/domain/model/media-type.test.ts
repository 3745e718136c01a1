import assert from 'node:assert/strict';
import { test } from 'node:test';
import { essenceOf, mediaTypeOf } from './media-type.ts';

const examples: [declared: string | undefined, name: string, mediaType: string][] = [
  ['application/pdf', 'a.txt', 'application/pdf'],
  ['Text/HTML; charset=UTF-8', 'a.bin', 'text/html; charset=utf-8'],
  ['text/csv;header=present; Charset="windows-1252"', 'a.bin', 'text/csv; charset=windows-1252'],
  ['text/plain; charset=a b', 'a.bin', 'text/plain'],
  ['text/plain; charset="', 'a.bin', 'text/plain'],
  ['text/plain; charset=', 'a.bin', 'text/plain'],
  ['text/plain; charset=x\r\nX-Evil: 1', 'a.bin', 'text/plain'],
  [`text/plain; charset=${'x'.repeat(41)}`, 'a.bin', 'text/plain'],
  ['text/plain; xcharset=utf-8', 'a.bin', 'text/plain'],
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

test('the essence of a media type has no parameters', () => {
  assert.equal(essenceOf('text/plain; charset=utf-8'), 'text/plain');
  assert.equal(essenceOf('application/pdf'), 'application/pdf');
});
