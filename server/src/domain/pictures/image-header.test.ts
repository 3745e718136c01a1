import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleJpeg, samplePng, sampleWebp } from '../../testing/sample-pictures.ts';
import { readImageHeader } from './image-header.ts';

const [width, height] = [320, 213];

test('the header of an image says what it is and how large', () => {
  const sized = { width, height };
  assert.deepEqual(readImageHeader(samplePng(width, height)), { type: 'image/png', ...sized });
  assert.deepEqual(readImageHeader(sampleJpeg(width, height)), { type: 'image/jpeg', ...sized });
  for (const kind of ['VP8 ', 'VP8L', 'VP8X'] as const) {
    const read = readImageHeader(sampleWebp(kind, width, height));
    assert.deepEqual(read, { type: 'image/webp', ...sized }, kind);
  }
});

test('what is cut, empty or something else has none', () => {
  const images = [
    samplePng(width, height),
    sampleJpeg(width, height),
    sampleWebp('VP8 ', width, height),
    sampleWebp('VP8L', width, height),
    sampleWebp('VP8X', width, height),
  ];
  for (const image of images) {
    for (let length = 0; length < image.length - 1; length += 1) {
      assert.equal(readImageHeader(image.subarray(0, length)), undefined, `${length} bytes`);
    }
  }
  assert.equal(readImageHeader(samplePng(0, height)), undefined);
  for (const text of ['<svg xmlns="http://www.w3.org/2000/svg">', 'GIF89a', '%PDF-1.7', '<html>']) {
    assert.equal(readImageHeader(Buffer.from(text.padEnd(99))), undefined, text);
  }
});

test('a JPEG whose segments lead nowhere is none', () => {
  const endless = Buffer.from(`ffd8${'ffe00000'.repeat(20)}`, 'hex');
  assert.equal(readImageHeader(endless), undefined);
  const scanFirst = Buffer.concat([Buffer.from('ffd8ffda0002', 'hex'), sampleJpeg(1, 1)]);
  assert.equal(readImageHeader(scanFirst), undefined);
});
