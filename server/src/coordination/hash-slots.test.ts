import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { test } from 'node:test';
import { createFakeClock } from '../testing/fake-clock.ts';
import { SharedTables } from './shared-tables.ts';

const noLimits = { perLink: 0, perNetwork: 0, inAll: 0 };

test('the hash slots of a process that dies are released, and its waiting hashes forgotten', async () => {
  const tables = new SharedTables(createFakeClock(), noLimits);
  const [dying, living] = [{}, {}];
  await tables.answersFor(dying).takeHashSlot(null);
  await tables.answersFor(dying).takeHashSlot(null);
  let wasAdmitted = false;
  void tables
    .answersFor(dying)
    .takeHashSlot(null)
    .then(() => (wasAdmitted = true));
  const waiting = tables.answersFor(living).takeHashSlot(null);
  tables.releaseAll(dying);
  await waiting;
  await turn();
  assert.equal(wasAdmitted, false);
});

test('a slot that nobody releases is free again after a while', async () => {
  const clock = createFakeClock();
  const tables = new SharedTables(clock, noLimits).answersFor({});
  await tables.takeHashSlot(null);
  await tables.takeHashSlot(null);
  clock.advance(30_001);
  await tables.takeHashSlot(null);
});
