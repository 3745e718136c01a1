import assert from 'node:assert/strict';
import { test } from 'node:test';
import { day, hour, minute } from '../domain/model/clock.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createClockGuard } from './clock-guard.ts';

const start = Date.UTC(2026, 10, 15, 12);

function makeGuard(lastSeen?: number) {
  const clock = createFakeClock(start);
  const jumps: number[] = [];
  const guard = createClockGuard(clock, (jumpMs) => jumps.push(jumpMs), {
    lastSeen,
    longestGapMs: day,
  });
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

for (const { jump, doubt } of [
  { jump: 6 * minute, doubt: hour },
  { jump: 3 * day, doubt: 3 * day },
  { jump: -365 * day, doubt: 7 * day },
]) {
  test(`after a jump of ${jump / minute} minutes the clock must run evenly for ${doubt / hour} hours`, () => {
    const { clock, guard } = makeGuard();
    clock.jump(jump);
    guard.check();
    clock.advance(doubt - 1);
    assert.equal(guard.check(), false);
    clock.advance(1);
    assert.ok(guard.check());
  });
}

test('a second jump starts the time again', () => {
  const { clock, guard, jumps } = makeGuard();
  clock.jump(hour);
  guard.check();
  clock.advance(50 * minute);
  clock.jump(hour);
  assert.equal(guard.check(), false);
  clock.advance(50 * minute);
  assert.equal(guard.check(), false);
  assert.equal(jumps.length, 2);
});

test('a start before the time of the last run is a jump', () => {
  assert.equal(makeGuard(start + hour).guard.check(), false);
  assert.ok(makeGuard(start + minute).guard.check());
});

test('a start long after the last run is a jump, and lasts like one', () => {
  const { clock, guard, jumps } = makeGuard(start - 366 * day);
  assert.equal(guard.check(), false);
  assert.ok(guard.isInDoubtSinceStart());
  assert.deepEqual(jumps, [366 * day]);
  clock.advance(7 * day - 1);
  assert.equal(guard.check(), false);
  clock.advance(1);
  assert.ok(guard.check());
  assert.ok(makeGuard(start - day).guard.check());
  assert.equal(makeGuard(start - day - 1).guard.check(), false);
});

test('a clock that was ahead at the start is believed once it was set back', () => {
  const { clock, guard } = makeGuard(start - 366 * day);
  clock.advance(minute);
  assert.equal(guard.check(), false);
  clock.jump(-366 * day);
  assert.ok(guard.check());
});

test('who must know can say that the clock is right', () => {
  const { guard } = makeGuard(start - 366 * day);
  guard.accept();
  assert.ok(guard.check());
});
