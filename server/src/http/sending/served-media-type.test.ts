import assert from 'node:assert/strict';
import { test } from 'node:test';
import { servedMediaType } from './served-media-type.ts';

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
  'message/rfc822',
  'text/x-component',
];

test('line 15: what a browser could run is sent as plain bytes, however it is spelt', () => {
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
  ]) {
    assert.equal(servedMediaType(type), type);
  }
});
