import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTransferRate } from './transfer-rate.js';

/**
 * A line that carries `bytesPerSecond`, and a rate that follows it.
 * @param {number} bytesPerSecond
 */
function openLine(bytesPerSecond) {
  let at = 0;
  let bytes = 0;
  const rate = createTransferRate(() => at);
  return {
    rate,
    /** @param {number} seconds */
    wait(seconds) {
      at += seconds * 1000;
    },
    /** Starts at the bytes that had arrived by then. */
    start(offset = bytes) {
      bytes = offset;
      rate.start(bytes);
    },
    /** @param {number} seconds */
    carry(seconds) {
      for (let piece = 0; piece < seconds * 10; piece += 1) {
        at += 100;
        bytes += bytesPerSecond / 10;
        rate.advance(bytes);
      }
    },
  };
}

test('the rate is that of the line, from the first second on', () => {
  const line = openLine(2e6);
  line.start();
  line.carry(0.5);
  assert.equal(line.rate.estimate(1e6), undefined);
  line.carry(1);
  assert.equal(Math.round(line.rate.estimate(1e6)?.bytesPerSecond ?? 0), 2e6);
});

test('a pause does not change it, and neither does what had arrived before', () => {
  const line = openLine(2e6);
  line.start();
  line.carry(5);
  line.rate.stop();
  assert.equal(line.rate.estimate(1e6), undefined);
  line.wait(20);
  line.start();
  line.carry(2);
  assert.equal(Math.round(line.rate.estimate(1e6)?.bytesPerSecond ?? 0), 2e6);
  line.start(500e6);
  line.carry(2);
  assert.equal(Math.round(line.rate.estimate(1e6)?.bytesPerSecond ?? 0), 2e6);
});

test('it forgets how fast the line was long ago', () => {
  const fast = openLine(10e6);
  fast.start();
  fast.carry(30);
  fast.wait(11);
  fast.carry(0.1);
  assert.ok((fast.rate.estimate(1e6)?.bytesPerSecond ?? Infinity) < 2e6);
});

test('hours are not told after a second', () => {
  const line = openLine(100);
  line.start();
  line.carry(2);
  assert.equal(line.rate.estimate(1.5e6), undefined);
  assert.equal(Math.round(line.rate.estimate(10_000)?.secondsLeft ?? 0), 100);
  line.carry(8);
  assert.equal(Math.round(line.rate.estimate(1.5e6)?.secondsLeft ?? 0), 15_000);
});
