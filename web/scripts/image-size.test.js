/* global Buffer */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fittedSize, readImageSize } from './image-size.js';

/** @param {string} hex */
function bytesOf(hex) {
  return new Uint8Array(Buffer.from(hex.replaceAll(' ', '').padEnd(80, '0'), 'hex'));
}

/** @param {string} text */
function hexOf(text) {
  return Buffer.from(text, 'latin1').toString('hex');
}

test('the size of an image is read from its first bytes', () => {
  const images = {
    png: `89504e470d0a1a0a 0000000d 49484452 00000fa0 00000bb8`,
    gif: `${hexOf('GIF89a')} a00f b80b`,
    jpeg: 'ffd8 ffe10006 01020304 ffc40004 0102 ffc0 0011 08 0bb8 0fa0 03',
    'simple webp': `${hexOf('RIFF----WEBPVP8 ----')} 000000 9d012a a00f b80b`,
    'lossless webp': `${hexOf('RIFF----WEBPVP8L----')} 2f 9fcfed02`,
    'extended webp': `${hexOf('RIFF----WEBPVP8X----')} 00000000 9f0f00 b70b00`,
  };
  for (const [kind, hex] of Object.entries(images)) {
    assert.deepEqual(readImageSize(bytesOf(hex)), { width: 4000, height: 3000 }, kind);
  }
});

test('what is none, or too short, has no size', () => {
  assert.equal(readImageSize(bytesOf(hexOf('%PDF-1.7'))), undefined);
  assert.equal(
    readImageSize(bytesOf(hexOf('<svg xmlns="http://www.w3.org/2000/svg">'))),
    undefined,
  );
  assert.equal(readImageSize(new Uint8Array([0xff, 0xd8])), undefined);
  assert.equal(readImageSize(bytesOf('ffd8 ffe0ffff')), undefined);
});

test('a picture keeps its shape, is never enlarged, and has at least a pixel each way', () => {
  assert.deepEqual(fittedSize({ width: 4000, height: 3000 }, 320), { width: 320, height: 240 });
  assert.deepEqual(fittedSize({ width: 3000, height: 4000 }, 320), { width: 240, height: 320 });
  assert.deepEqual(fittedSize({ width: 32, height: 16 }, 320), { width: 32, height: 16 });
  assert.deepEqual(fittedSize({ width: 40_000, height: 3 }, 320), { width: 320, height: 1 });
});
