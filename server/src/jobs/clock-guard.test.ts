import assert from 'node:assert/strict';
import { test } from 'node:test';
import { day, hour, minute } from '../domain/clock.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createClockGuard } from './clock-guard.ts';

const start = Date.UTC(2026, 10, 15, 12);

function makeGuard(lastSeen?: number) {
  const clock = createFakeClock(start);
  const jumps: number[] = [];
  const guard = createClockGuard(clock, (jumpMs) => jumps.push(jumpMs), lastSeen);
  return { clock, guard, jumps };
}

test('time that passes evenly is trusted, however long nobody looks', () => {
  const { clock, guard, jumps } = makeGuard();
  for (const ms of [minute, hour, 30 * day]) {
    clock.advance(ms);
    assert.ok(guard.check());
  }
  assert.deepEqual(jumps, []);
});

test('small corrections are trusted, also many of them', () => {
  const { clock, guard, jumps } = makeGuard();
  for (let step = 0; step < 100; step += 1) {
    clock.jump(minute);
    assert.ok(guard.check());
  }
  assert.deepEqual(jumps, []);
});

for (const jump of [365 * day, -365 * day, day, -day, 6 * minute, -6 * minute]) {
  test(`a jump of ${jump / minute} minutes puts the time in doubt, and is told once`, () => {
    const { clock, guard, jumps } = makeGuard();
    clock.jump(jump);
    assert.equal(guard.check(), false);
    assert.equal(guard.isTrusted(), false);
    clock.advance(minute);
    assert.equal(guard.check(), false);
    assert.deepEqual(jumps, [jump]);
  });

  test(`a jump of ${jump / minute} minutes that is undone is forgiven at once`, () => {
    const { clock, guard } = makeGuard();
    clock.jump(jump);
    guard.check();
    clock.jump(-jump);
    assert.ok(guard.check());
  });
}

test('a clock that runs evenly for an hour after a jump is believed', () => {
  const { clock, guard } = makeGuard();
  clock.jump(day);
  guard.check();
  clock.advance(59 * minute);
  assert.equal(guard.check(), false);
  clock.advance(minute);
  assert.ok(guard.check());
});

test('a second jump starts the hour again', () => {
  const { clock, guard, jumps } = makeGuard();
  clock.jump(day);
  guard.check();
  clock.advance(50 * minute);
  clock.jump(day);
  assert.equal(guard.check(), false);
  clock.advance(50 * minute);
  assert.equal(guard.check(), false);
  assert.equal(jumps.length, 2);
});

test('a start before the time of the last run is a jump; a start long after it is none', () => {
  assert.equal(makeGuard(start + hour).guard.check(), false);
  assert.ok(makeGuard(start - 30 * day).guard.check());
  assert.ok(makeGuard(start + minute).guard.check());
});
