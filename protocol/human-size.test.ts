import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { humanSize } from './human-size.ts';

const examples: [sizeBytes: number, shown: string][] = [
  [0, '0 B'],
  [1, '1 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [10_000, '10.0 kB'],
  [999_949, '999.9 kB'],
  [999_960, '1.0 MB'],
  [999_999_999, '1.0 GB'],
  [1_200_000_000, '1.2 GB'],
  [3_400_000_000_000, '3.4 TB'],
  [Number.MAX_SAFE_INTEGER, '9.0 PB'],
];

for (const [sizeBytes, shown] of examples) {
  test(`${sizeBytes} bytes are shown as ${shown}`, () => {
    assert.equal(humanSize(sizeBytes), shown);
  });
}

test('every size has one to three digits before the point, and is off by less than a tenth', () => {
  const factors = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12, PB: 1e15 } as const;
  fc.assert(
    fc.property(fc.maxSafeNat(), (sizeBytes) => {
      const [, digits, unit] =
        /^(\d{1,3}(?:\.\d)?) (B|kB|MB|GB|TB|PB)$/.exec(humanSize(sizeBytes)) ?? [];
      assert.ok(unit !== undefined);
      const factor = factors[unit as keyof typeof factors];
      assert.ok(Math.abs(Number(digits) * factor - sizeBytes) < factor / 10);
    }),
  );
});

test('just below a unit the next one is used, never a thousand of the smaller', () => {
  for (const unit of [1e6, 1e9, 1e12, 1e15]) {
    for (let below = 1; below < unit; below *= 3) {
      assert.doesNotMatch(humanSize(unit - below), /^1000/);
    }
  }
});
