import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { toAsset } from '../../assets/assets.ts';
import { drawIcon } from './draw-icon.ts';
import { renderManifest } from './manifest.ts';
import { encodePng, sizeOfPng } from './png.ts';

const none = { serviceName: 'Valise', logo: undefined, accent: undefined };

interface Manifest {
  icons: { src: string; sizes: string }[];
}

/** A PNG that says it is so large. */
function pictureOf(width: number, height: number): Buffer {
  const png = encodePng(1, new Uint8ClampedArray(4));
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}

const iconsWith = (body: Buffer, type: string) =>
  (JSON.parse(renderManifest({ ...none, logo: toAsset(body, type) }, 'en')) as Manifest).icons.map(
    ({ src, sizes }) => `${src} ${sizes}`,
  );

test('the operator’s picture is the icon where it is a PNG, square and large enough', () => {
  assert.deepEqual(iconsWith(pictureOf(256, 256), 'image/png'), ['/assets/logo 256x256']);
  for (const [body, type] of [
    [pictureOf(256, 192), 'image/png'],
    [pictureOf(64, 64), 'image/png'],
    [Buffer.from('<svg viewBox="0 0 1 1"></svg>'), 'image/svg+xml'],
  ] as const) {
    assert.equal(iconsWith(body, type)[0], '/app/icons/icon-192.png 192x192');
  }
});

/** The pixel at a place in units of the drawing, which is 20 wide: red, green, blue and alpha. */
function pixelOf(png: Buffer, x: number, y: number): number[] {
  const { width } = sizeOfPng(png);
  const at = png.indexOf('IDAT') + 4;
  const rows = inflateSync(png.subarray(at, at + png.readUInt32BE(at - 8)));
  const [column, row] = [x, y].map((place) => Math.floor((place / 20) * width)) as [number, number];
  return [...rows.subarray(row * (width * 4 + 1) + 1 + column * 4).subarray(0, 4)];
}

test('the icon is our mark, white on the operator’s colour', () => {
  const icon = drawIcon({ size: 200, ground: '#7a1f5c', isMaskable: false });
  const ground = [0x7a, 0x1f, 0x5c, 255];
  const white = [255, 255, 255, 255];
  assert.deepEqual(sizeOfPng(icon), { width: 200, height: 200 });
  assert.equal(pixelOf(icon, 0.1, 0.1)[3], 0, 'its corners are round');
  assert.deepEqual(pixelOf(icon, 2, 10), ground);
  for (const [x, y] of [
    [10, 4.8],
    [7.4, 6.5],
    [3.9, 11],
    [6, 10.6],
    [10, 15.2],
    [10, 9.4],
    [16.1, 12],
  ] as const) {
    assert.deepEqual(pixelOf(icon, x, y), white, `${x} ${y}`);
  }
  assert.deepEqual(pixelOf(icon, 10, 6), ground, 'below the handle');
  assert.deepEqual(pixelOf(icon, 6, 13), ground, 'in the case');
});

test('what systems cut off of the other icon has no part of the mark', () => {
  const icon = drawIcon({ size: 200, ground: '#7a1f5c', isMaskable: true });
  const ground = [0x7a, 0x1f, 0x5c, 255];
  for (let turn = 0; turn < 360; turn += 1) {
    const angle = (turn / 180) * Math.PI;
    for (const radius of [8.05, 9, 9.9]) {
      const place = [10 + radius * Math.cos(angle), 10 + radius * Math.sin(angle)] as const;
      assert.deepEqual(pixelOf(icon, ...place), ground);
    }
  }
  assert.deepEqual(pixelOf(icon, 0.1, 0.1), ground);
});
