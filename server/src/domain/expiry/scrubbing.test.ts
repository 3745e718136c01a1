import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { hour, minute } from '../model/clock.ts';
import type { ScrubDelay } from './retention.ts';
import { createScrubbing } from './retention.ts';

test('a scrub that others delay is told once, and is an alarm only after an hour', async () => {
  const clock = createFakeClock();
  const told: ScrubDelay[] = [];
  let isFree = false;
  const scrubbing = createScrubbing({
    database: { scrub: () => Promise.resolve(isFree) },
    clock,
    onDelay: (delay) => told.push(delay),
  });
  for (let minutes = 0; minutes < 60; minutes += 1) {
    assert.equal(await scrubbing.scrub(), false);
    clock.advance(minute);
  }
  assert.deepEqual(told, [{ delayMs: 0, isAlarming: false }]);
  for (let minutes = 60; minutes < 121; minutes += 1) {
    await scrubbing.scrub();
    clock.advance(minute);
  }
  assert.deepEqual(told.slice(1), [
    { delayMs: hour, isAlarming: true },
    { delayMs: 2 * hour, isAlarming: true },
  ]);

  isFree = true;
  assert.equal(await scrubbing.scrub(), true);
  isFree = false;
  assert.equal(await scrubbing.scrub(), false);
  assert.deepEqual(told.slice(3), [{ delayMs: 0, isAlarming: false }]);
});
