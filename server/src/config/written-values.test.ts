import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isTimeZone } from '../domain/model/clock.ts';
import fc from 'fast-check';
import {
  color as colorKind,
  formatDuration,
  formatSize,
  parseDuration,
  parseSize,
} from './setting.ts';

const understoodSizes: [unknown, number][] = [
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

for (const [written, bytes] of understoodSizes) {
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

const formattedSizes: [number, string][] = [
  [0, '0B'],
  [1, '1B'],
  [1000, '1kB'],
  [1024, '1KiB'],
  [1536, '1536B'],
  [4 * 1024 ** 2, '4MiB'],
  [10 * 1000 ** 3, '10GB'],
];

for (const [bytes, text] of formattedSizes) {
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

const understoodDurations: [unknown, number][] = [
  ['30s', 30_000],
  ['15m', 900_000],
  ['12h', 43_200_000],
  ['7d', 604_800_000],
  ['1.5h', 5_400_000],
  ['0.001s', 1],
  [' 1d ', 86_400_000],
  ['900', 900_000],
  [900, 900_000],
  [0.5, 500],
  ['0', 0],
];

for (const [written, milliseconds] of understoodDurations) {
  test(`${JSON.stringify(written)} is ${milliseconds} ms`, () => {
    assert.equal(parseDuration(written), milliseconds);
  });
}

for (const written of [
  '',
  'soon',
  '15 minutes',
  '15M',
  '1h30m',
  '-5m',
  '1e3s',
  '.5h',
  'm',
  null,
  true,
  ['1d'],
]) {
  test(`${JSON.stringify(written)} is no duration`, () => {
    assert.equal(parseDuration(written), undefined);
  });
}

const formattedDurations: [number, string][] = [
  [0, '0s'],
  [500, '0.5s'],
  [90_000, '90s'],
  [900_000, '15m'],
  [31_536_000_000, '365d'],
];

for (const [milliseconds, text] of formattedDurations) {
  test(`${milliseconds} ms is written ${text}`, () => {
    assert.equal(formatDuration(milliseconds), text);
  });
}

test('every duration that is written out is read back as it was', () => {
  fc.assert(
    fc.property(fc.nat(400 * 86_400_000), (milliseconds) => {
      assert.equal(parseDuration(formatDuration(milliseconds)), milliseconds);
    }),
  );
});

for (const [written, color] of [
  ['#7a1f5c', '#7a1f5c'],
  ['7a1f5c', '#7a1f5c'],
  ['#7A1F5C', '#7a1f5c'],
  ['#0f8', '#00ff88'],
  ['0F8', '#00ff88'],
] as const) {
  test(`${written} is ${color}`, () => {
    assert.equal(colorKind.read(written, ''), color);
  });
}

for (const written of [
  '',
  '#',
  '#12',
  '#1234',
  '#12345',
  '#1234567',
  '#12345678',
  '##123456',
  '#gggggg',
  ' #123456',
  '#123456\n',
  '#123456;}',
  'teal',
  'rgb(1, 2, 3)',
  123456,
  null,
  ['#123456'],
]) {
  test(`${JSON.stringify(written)} is no colour`, () => {
    assert.equal(colorKind.read(written, ''), undefined);
  });
}

test('a zone is known by its name', () => {
  for (const name of ['UTC', 'Europe/Stockholm', 'America/Argentina/Ushuaia', 'Asia/Kolkata']) {
    assert.ok(isTimeZone(name), name);
  }
});

test('offsets and inventions are no zones', () => {
  for (const name of ['', '+02:00', 'Mars/Olympus', 'Europe/Stockholm ', 'Europe\nStockholm']) {
    assert.equal(isTimeZone(name), false, name);
  }
});
