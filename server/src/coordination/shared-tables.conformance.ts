import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { minute } from '../domain/model/clock.ts';
import type { Coordination, RateCounterName } from '../domain/ports/coordination.ts';
import type { CoordinationCase } from './coordination.conformance.ts';
import { eventually } from './eventually.ts';

function slotOf(link: string | null, network: string | null = null) {
  return { link, network };
}

function amountOf(bytes: number, key = 'tray') {
  return [{ key, bytes, maxBytes: 100 }];
}

const counterCases: CoordinationCase[] = [
  {
    rule: 'all processes count together, each counter and key apart',
    async run({ here, there }) {
      for (const name of ['signIns', 'links'] as const) {
        assert.deepEqual(await countsOf(there, name, ['a', 'b', 'a']), [1, 1, 2]);
        assert.deepEqual(await countsOf(here, name, ['b', 'a']), [2, 3]);
      }
    },
  },
  {
    rule: 'what every request counts is counted together soon',
    async run({ here, there }) {
      for (const name of ['requests', 'linkRequests'] as const) {
        assert.deepEqual(await countsOf(there, name, ['a', 'b', 'a']), [1, 1, 2]);
        let counted = 0;
        await eventually(async () => {
          counted += 1;
          assert.deepEqual(await countsOf(here, name, ['a', name]), [2 + counted, counted]);
        });
      }
    },
  },
  {
    rule: 'a window opens with its first count and lasts a minute',
    async run({ here, there, clock }) {
      await there.counters.links.count(['a']);
      clock.advance(minute - 1);
      assert.deepEqual(await here.counters.links.count(['a']), [{ count: 2, msLeft: 1 }]);
      clock.advance(1);
      assert.deepEqual(await here.counters.links.count(['a']), [{ count: 1, msLeft: minute }]);
    },
  },
];

async function countsOf(
  { counters }: Coordination,
  name: RateCounterName,
  keys: readonly string[],
): Promise<number[]> {
  return (await counters[name].count(keys)).map(({ count }) => count);
}

function refusal(code: string) {
  return (error: unknown) =>
    error instanceof Error &&
    'code' in error &&
    error.code === code &&
    'retryAfterSeconds' in error &&
    error.retryAfterSeconds !== undefined;
}

const slotCases: CoordinationCase[] = [
  {
    rule: 'a link, a network and the server have so many transfers in all processes',
    async run({ here, there }) {
      await there.slots.take(slotOf('a', 'n'));
      await here.slots.take(slotOf('a', 'n'));
      await assert.rejects(there.slots.take(slotOf('a', 'm')), refusal('too_many_requests'));
      await here.slots.take(slotOf('b', 'n'));
      await assert.rejects(there.slots.take(slotOf('c', 'n')), refusal('too_many_requests'));
      await there.slots.take(slotOf(null));
      await assert.rejects(here.slots.take(slotOf(null)), refusal('unavailable'));
    },
  },
  {
    rule: 'a refused transfer counts for nothing',
    async run({ here, there }) {
      const releases = [await there.slots.take(slotOf('a')), await there.slots.take(slotOf('a'))];
      for (let tries = 0; tries < 5; tries += 1) {
        await assert.rejects(here.slots.take(slotOf('a', 'n')));
      }
      for (const release of releases) release();
      await eventually(async () => {
        await here.slots.take(slotOf('a', 'n'));
      });
    },
  },
  {
    rule: 'a slot is released once, however often its release is called',
    async run({ here, there }) {
      const release = await there.slots.take(slotOf('a'));
      await there.slots.take(slotOf('a'));
      release();
      release();
      await eventually(async () => {
        await here.slots.take(slotOf('a'));
      });
      await sleep(5);
      await assert.rejects(here.slots.take(slotOf('a')), refusal('too_many_requests'));
    },
  },
];

const reservationCases: CoordinationCase[] = [
  {
    rule: 'all processes reserve no more than the limit together, and a refused claim changes nothing',
    async run({ here, there }) {
      const [first, second] = [here.reservations.open(), there.reservations.open()];
      assert.deepEqual(await first.claim(amountOf(60), 0), { aheadBytes: 0 });
      assert.deepEqual(await second.claim(amountOf(41), 0), { exceededKey: 'tray' });
      assert.deepEqual(await second.claim(amountOf(40), 0), { aheadBytes: 0 });
      assert.deepEqual(await first.claim(amountOf(61), 0), { exceededKey: 'tray' });
      assert.deepEqual(await second.claim(amountOf(41), 0), { exceededKey: 'tray' });
      assert.deepEqual(await second.claim(amountOf(100, 'other tray'), 0), { aheadBytes: 0 });
    },
  },
  {
    rule: 'no more is reserved ahead than is wanted and than there is room for',
    async run({ here, there }) {
      const { aheadBytes } = (await here.reservations.open().claim(amountOf(20), 1000)) as {
        aheadBytes: number;
      };
      assert.ok(aheadBytes <= 80, `${aheadBytes} bytes`);
      const left = 80 - aheadBytes;
      const other = there.reservations.open();
      assert.deepEqual(await other.claim(amountOf(left + 1), 0), { exceededKey: 'tray' });
      assert.deepEqual(await other.claim(amountOf(left), 0), { aheadBytes: 0 });
    },
  },
  {
    rule: 'a release frees what that reservation held, once, and ends it',
    async run({ here, there }) {
      const [first, second] = [here.reservations.open(), there.reservations.open()];
      await first.claim(amountOf(50), 0);
      await second.claim(amountOf(40), 0);
      first.release();
      first.release();
      await assert.rejects(first.claim(amountOf(1), 0));
      const third = there.reservations.open();
      await eventually(async () => {
        assert.deepEqual(await third.claim(amountOf(60), 0), { aheadBytes: 0 });
      });
      await sleep(5);
      assert.deepEqual(await third.claim(amountOf(61), 0), { exceededKey: 'tray' });
    },
  },
];

const leadershipCases: CoordinationCase[] = [
  {
    rule: 'a process that leads a job goes on leading it',
    async run({ here }) {
      for (let tries = 0; tries < 3; tries += 1) {
        assert.equal(await here.leadership.lead('expire'), true);
      }
    },
  },
  {
    rule: 'one process leads a job until it dies, and then another does',
    needsDeath: true,
    async run({ here, there, killThere }) {
      assert.equal(await there.leadership.lead('expire'), true);
      assert.equal(await here.leadership.lead('expire'), false);
      const concurrent = [here, there].map(({ leadership }) => leadership.lead('deliver'));
      assert.deepEqual((await Promise.all(concurrent)).sort(), [false, true]);
      assert.equal(await here.leadership.lead('remind'), true);
      assert.equal(await there.leadership.lead('remind'), false);
      await killThere?.();
      await eventually(async () => {
        assert.equal(await here.leadership.lead('expire'), true);
      });
      assert.equal(await here.leadership.lead('remind'), true);
    },
  },
];

const unlimited = { take: () => Promise.resolve(() => undefined) };
/** For a fault. */
export const unlimitedHashes = { accounts: unlimited, drops: unlimited };

/** Of one network. */
const stranger = { isKnown: false, group: '192.0.2.0/24' };

const hashCases: CoordinationCase[] = [
  {
    rule: 'two passwords are hashed at a time, and the next one after a release',
    async run({ here, there }) {
      const release = await here.hashSlots.accounts.take(stranger);
      await there.hashSlots.accounts.take(stranger);
      let admitted = 0;
      const waiting = [here, there].map(async ({ hashSlots }) => {
        await hashSlots.accounts.take(stranger);
        admitted += 1;
      });
      await sleep(5);
      assert.equal(admitted, 0);
      release();
      release();
      await Promise.race(waiting);
      await sleep(5);
      assert.equal(admitted, 1);
    },
  },
  {
    rule: 'a few passwords wait for their turn, and more are refused',
    async run({ here, there }) {
      const refused = Array.from({ length: 80 }, (_, at) => (at % 2 === 0 ? here : there)).map(
        ({ hashSlots }) => hashSlots.accounts.take(stranger),
      );
      await assert.rejects(Promise.all(refused), refusal('unavailable'));
    },
  },
  {
    rule: 'passwords of drops wait in a queue of their own, one at a time',
    async run({ here, there }) {
      const release = await here.hashSlots.drops.take(stranger);
      let admitted = 0;
      const waiting = Array.from({ length: 80 }, async () => {
        await there.hashSlots.drops.take(stranger);
        admitted += 1;
      });
      const settled = Promise.allSettled(waiting);
      await sleep(5);
      assert.equal(admitted, 0);
      // Nobody who signs in notices.
      await here.hashSlots.accounts.take(stranger);
      await there.hashSlots.accounts.take(stranger);
      release();
      await Promise.race(waiting.slice(0, 1));
      assert.equal(admitted, 1);
      void settled;
    },
  },
];

const deathCases: CoordinationCase[] = [
  {
    rule: 'the slots and reservations of a process are released when it dies, and no others',
    needsDeath: true,
    async run({ here, there, killThere }) {
      await here.slots.take(slotOf('a'));
      await there.slots.take(slotOf('a'));
      await here.reservations.open().claim(amountOf(30), 0);
      await there.reservations.open().claim(amountOf(40), 0);
      await there.reservations.open().claim(amountOf(30), 0);
      await killThere?.();
      await eventually(async () => {
        await here.slots.take(slotOf('a'));
      });
      await assert.rejects(here.slots.take(slotOf('a')), refusal('too_many_requests'));
      const next = here.reservations.open();
      await eventually(async () => {
        assert.deepEqual(await next.claim(amountOf(70), 0), { aheadBytes: 0 });
      });
      assert.deepEqual(await next.claim(amountOf(71), 0), { exceededKey: 'tray' });
    },
  },
  {
    rule: 'what a process had counted still counts when it has died',
    needsDeath: true,
    async run({ here, there, killThere }) {
      await countsOf(there, 'signIns', ['a', 'a']);
      await killThere?.();
      assert.deepEqual(await countsOf(here, 'signIns', ['a']), [3]);
    },
  },
];

/** Rules about counters, slots, reservations and leadership. */
export const sharedTableCases = [
  ...counterCases,
  ...slotCases,
  ...reservationCases,
  ...leadershipCases,
  ...hashCases,
  ...deathCases,
];
