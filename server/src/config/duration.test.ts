import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatDuration, parseDuration } from './duration.ts';

const understood: [unknown, number][] = [
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

for (const [written, milliseconds] of understood) {
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

const formatted: [number, string][] = [
  [0, '0s'],
  [500, '0.5s'],
  [90_000, '90s'],
  [900_000, '15m'],
  [31_536_000_000, '365d'],
];

for (const [milliseconds, text] of formatted) {
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
