import assert from 'node:assert/strict';
import { test } from 'node:test';
import { median, pairedRatio, spread } from './statistics.ts';

test('the median is the middle value, or lies between the two middle ones', () => {
  assert.equal(median([9, 1, 5]), 5);
  assert.equal(median([4, 1, 10, 2]), 3);
  assert.equal(median([7]), 7);
  assert.throws(() => median([]), RangeError);
});

test('a spread names the lowest and the highest value', () => {
  assert.deepEqual(spread([3, 10, 4]), { median: 4, low: 3, high: 10 });
});

test('a ratio compares the trials of the same round', () => {
  // A machine that slows down to a tenth changes both sides, and not their ratio.
  assert.deepEqual(pairedRatio([50, 5, 40], [100, 10, 100]), { median: 0.5, low: 0.4, high: 0.5 });
  assert.throws(() => pairedRatio([1], [1, 2]), RangeError);
});
