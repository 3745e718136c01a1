import assert from 'node:assert/strict';
import { test } from 'node:test';
import { day, minute } from '../domain/model/clock.ts';
import { lastSeenNote } from '../domain/model/database.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createClockConfirmation, createClockGuard } from './clock-guard.ts';

/** A start a year after the last run. */
function startInDoubt() {
  const clock = createFakeClock();
  const values = new Map([[lastSeenNote, String(clock.now() - 366 * day)]]);
  const system = { isSynchronised: false };
  const accepted: string[] = [];
  const guard = createClockGuard(clock, () => undefined, {
    lastSeen: Number(values.get(lastSeenNote)),
    longestGapMs: day,
  });
  const job = createClockConfirmation({
    installationValues: {
      find: (name) => Promise.resolve(values.get(name)),
      set: (name, value) => Promise.resolve(void values.set(name, value)),
    },
    guard,
    clock,
    isSynchronised: () => Promise.resolve(system.isSynchronised),
    onAccepted: (by) => accepted.push(by),
  });
  return {
    clock,
    values,
    system,
    guard,
    accepted,
    ask: () => job.run(new AbortController().signal),
  };
}

test('a doubt about the clock stays while nobody knows better', async () => {
  const { guard, ask, clock } = startInDoubt();
  assert.equal(await ask(), 0);
  clock.advance(60 * minute);
  assert.equal(guard.check(), false);
});

test('a doubt about the clock ends when the system says that it is synchronised', async () => {
  const { guard, ask, system, accepted } = startInDoubt();
  system.isSynchronised = true;
  assert.equal(await ask(), 1);
  assert.ok(guard.check());
  assert.deepEqual(accepted, ['system']);
});

test('a doubt about the clock ends when the operator accepts it', async () => {
  const { guard, ask, values, clock, accepted } = startInDoubt();
  clock.advance(minute);
  values.set(lastSeenNote, String(clock.now()));
  clock.advance(minute);
  assert.equal(await ask(), 1);
  assert.ok(guard.check());
  assert.deepEqual(accepted, ['operator']);
});
