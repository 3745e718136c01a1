import assert from 'node:assert/strict';
import { test } from 'node:test';
import { median, pairedRatio, percentile, spread } from './statistics.ts';

test('the median is the middle value, or lies between the two middle ones', () => {
  assert.equal(median([9, 1, 5]), 5);
  assert.equal(median([4, 1, 10, 2]), 3);
  assert.equal(median([7]), 7);
  assert.throws(() => median([]), RangeError);
});

test('a spread names the lowest and the highest value', () => {
  assert.deepEqual(spread([3, 10, 4]), { median: 4, low: 3, high: 10 });
});

test('a percentile is a value that was measured', () => {
  const values = Array.from({ length: 200 }, (_, index) => 200 - index);
  assert.equal(percentile(values, 99), 198);
  assert.equal(percentile(values, 50), 100);
  assert.equal(percentile([7], 99), 7);
  assert.throws(() => percentile([], 99), RangeError);
});

test('a ratio compares the trials of the same round', () => {
  // A machine that slows down to a tenth changes both sides, and not their ratio.
  assert.deepEqual(pairedRatio([50, 5, 40], [100, 10, 100]), { median: 0.5, low: 0.4, high: 0.5 });
  assert.throws(() => pairedRatio([1], [1, 2]), RangeError);
});
