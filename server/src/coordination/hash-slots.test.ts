import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { test } from 'node:test';
import { createFakeClock } from '../testing/fake-clock.ts';
import { SharedTables } from './shared-tables.ts';

/** Of one network. */
const stranger = { queue: 'accounts', isKnown: false, group: '192.0.2.0/24' } as const;
const noLimits = { perLink: 0, perNetwork: 0, inAll: 0 };

test('the hash slots of a process that dies are released, and its waiting hashes forgotten', async () => {
  const tables = new SharedTables(createFakeClock(), noLimits);
  const [dying, living] = [{}, {}];
  await tables.answersFor(dying).takeHashSlot(stranger);
  await tables.answersFor(dying).takeHashSlot(stranger);
  let wasAdmitted = false;
  void tables
    .answersFor(dying)
    .takeHashSlot(stranger)
    .then(() => (wasAdmitted = true));
  const waiting = tables.answersFor(living).takeHashSlot(stranger);
  tables.releaseAll(dying);
  await waiting;
  await turn();
  assert.equal(wasAdmitted, false);
});

test('a slot that nobody releases is free again after a while', async () => {
  const clock = createFakeClock();
  const tables = new SharedTables(clock, noLimits).answersFor({});
  await tables.takeHashSlot(stranger);
  await tables.takeHashSlot(stranger);
  clock.advance(30_001);
  await tables.takeHashSlot(stranger);
});

/** Fills the slots and the queue with strangers; each admitted one releases its slot in the next turn. */
function flood(tables: ReturnType<SharedTables['answersFor']>, groupOf: (at: number) => string) {
  const hash = async (claim: { isKnown: boolean; group: string }): Promise<number> => {
    const id = await tables.takeHashSlot({ queue: 'accounts', ...claim });
    order.push(claim.group);
    await turn();
    tables.releaseHashSlot({ queue: 'accounts', id });
    return order.length;
  };
  const order: string[] = [];
  const strangers = Array.from({ length: 80 }, (_, at) =>
    hash({ isKnown: false, group: groupOf(at) }).then(
      () => 'hashed',
      () => 'refused',
    ),
  );
  return { hash, order, strangers };
}

test('80 strangers from as many networks do not keep a known browser waiting', async () => {
  const tables = new SharedTables(createFakeClock(), noLimits).answersFor({});
  const { hash, strangers } = flood(tables, (at) => `2001:${at}::/48`);
  const place = await hash({ isKnown: true, group: 'account' });
  assert.ok(place <= 4, `after ${place - 1} others`);
  const answers = await Promise.all(strangers);
  assert.equal(answers.filter((answer) => answer === 'refused').length, 28);
});

test('many strangers of one wide network do not keep one of another waiting', async () => {
  const tables = new SharedTables(createFakeClock(), noLimits).answersFor({});
  const { hash, strangers } = flood(tables, () => '2001:db8:1::/48');
  const place = await hash({ isKnown: false, group: '198.51.100.0/24' });
  assert.ok(place <= 4, `after ${place - 1} others`);
  const answers = await Promise.all(strangers);
  assert.equal(answers.filter((answer) => answer === 'refused').length, 29, 'one made room');
});

test('known browsers and strangers do not take each other’s places', async () => {
  const tables = new SharedTables(createFakeClock(), noLimits).answersFor({});
  const { hash, strangers } = flood(tables, (at) => `2001:${at}::/48`);
  const known = Array.from({ length: 50 }, (_, at) =>
    hash({ isKnown: true, group: `account ${at}` }),
  );
  await Promise.all(known);
  assert.ok((await Promise.all(strangers)).includes('hashed'));
});
