import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatSize, parseSize } from './size.ts';

const understood: [unknown, number][] = [
  ['0', 0],
  ['1', 1],
  ['512B', 512],
  ['10kB', 10_000],
  ['10KB', 10_000],
  ['10KiB', 10_240],
  ['512MiB', 536_870_912],
  ['1.5 GB', 1_500_000_000],
  ['1GiB', 1_073_741_824],
  ['2tib', 2_199_023_255_552],
  ['1PB', 1e15],
  [1024, 1024],
];

for (const [written, bytes] of understood) {
  test(`${JSON.stringify(written)} is ${bytes} bytes`, () => {
    assert.equal(parseSize(written), bytes);
  });
}

for (const written of [
  '',
  'GB',
  '10G',
  '10 bananas',
  '-1GB',
  '1e9',
  '0x10',
  '1,5GB',
  null,
  true,
  ['1GB'],
]) {
  test(`${JSON.stringify(written)} is no size`, () => {
    assert.equal(parseSize(written), undefined);
  });
}

const formatted: [number, string][] = [
  [0, '0B'],
  [1, '1B'],
  [1000, '1kB'],
  [1024, '1KiB'],
  [1536, '1536B'],
  [4 * 1024 ** 2, '4MiB'],
  [10 * 1000 ** 3, '10GB'],
];

for (const [bytes, text] of formatted) {
  test(`${bytes} bytes are written ${text}`, () => {
    assert.equal(formatSize(bytes), text);
  });
}

test('every size that is written out is read back as it was', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (bytes) => {
      assert.equal(parseSize(formatSize(bytes)), bytes);
    }),
  );
});
