import assert from 'node:assert/strict';
import { validateHeaderValue } from 'node:http';
import { test } from 'node:test';
import fc from 'fast-check';
import { attachmentNamed, servedMediaType } from './file-headers.ts';

test('both forms of the name are given', () => {
  assert.equal(
    attachmentNamed('report.pdf'),
    `attachment; filename="report.pdf"; filename*=UTF-8''report.pdf`,
  );
  assert.equal(
    attachmentNamed('räk "1".txt'),
    `attachment; filename="r_k _1_.txt"; filename*=UTF-8''r%C3%A4k%20%221%22.txt`,
  );
});

test('10,000 names come back from an independent reading, and add nothing to the header', () => {
  const characters = fc.constantFrom(
    '\r',
    '\n',
    '"',
    ';',
    '%',
    '\\',
    "'",
    '*',
    '(',
    'å',
    '日',
    '😀',
    ' ',
    '=',
    'a',
    '\0',
    '\u202e',
  );
  const name = fc.array(characters, { minLength: 1, maxLength: 40 }).map((list) => list.join(''));
  fc.assert(
    fc.property(name, (text) => {
      const header = attachmentNamed(text);
      validateHeaderValue('content-disposition', header);
      const parts =
        /^attachment; filename="([ !#-$&-:<-[\]-~]*)"; filename\*=UTF-8''([A-Za-z0-9%!~._-]*)$/.exec(
          header,
        );
      assert.ok(parts, header);
      assert.equal(decodeURIComponent(parts[2] ?? ''), text);
    }),
    { numRuns: 10_000 },
  );
});

/** What the WHATWG's MIME standard calls JavaScript. */
const javaScript = [
  'application/ecmascript',
  'application/javascript',
  'application/x-ecmascript',
  'application/x-javascript',
  'text/ecmascript',
  'text/javascript',
  'text/javascript1.0',
  'text/javascript1.1',
  'text/javascript1.2',
  'text/javascript1.3',
  'text/javascript1.4',
  'text/javascript1.5',
  'text/jscript',
  'text/livescript',
  'text/x-ecmascript',
  'text/x-javascript',
];
const otherActive = [
  'text/html',
  'text/xml',
  'text/css',
  'text/xsl',
  'text/vtt+xml',
  'application/xml',
  'application/xhtml+xml',
  'application/atom+xml',
  'application/wasm',
  'application/x-shockwave-flash',
  'application/manifest+json',
  'application/importmap+json',
  'application/vnd.mozilla.xul+xml',
  'application/vnd.openxmlformats-officedocument.x+xml',
  'image/svg+xml',
  'video/x+xml',
  'multipart/x-mixed-replace',
  'text/x-component',
];

test('what a browser could run is sent as plain bytes, however it is spelt', () => {
  for (const type of [...javaScript, ...otherActive, 'x/y', '']) {
    assert.equal(servedMediaType(type), 'application/octet-stream', type);
  }
});

test('what people send each other keeps its type', () => {
  for (const type of [
    'application/pdf',
    'application/zip',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.oasis.opendocument.text',
    'application/vnd.ms-excel',
    'image/png',
    'video/mp4',
    'audio/x-wav',
    'text/plain',
    'application/x-zip-compressed',
    'application/vnd.rar',
    'application/zstd',
    'application/pgp-signature',
    'application/pkcs7-signature',
    'application/edi-x12',
    'application/edifact',
    'message/rfc822',
  ]) {
    assert.equal(servedMediaType(type), type);
    assert.equal(servedMediaType(`${type}; charset=utf-8`), type);
  }
});
