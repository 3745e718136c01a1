import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { minute } from '../domain/model/clock.ts';
import type { AccountId, FileId } from '../domain/model/ids.ts';
import type { Coordination } from '../domain/ports/coordination.ts';
import { idFor } from '../testing/samples.ts';
import type { CoordinationCase, World } from './coordination.conformance.ts';
import { eventually } from './eventually.ts';

const alice = idFor<AccountId>('alice');
const bob = idFor<AccountId>('bob');
const file = idFor<FileId>('file');
const otherFile = idFor<FileId>('other file');
const locked = { code: 'upload_locked' };
const holderHash = 'aGFzaA==';

function ignore(): void {
  // What holds the lease goes on.
}

function processesOf({ here, there }: World): Coordination[] {
  return [...new Set([here, there])];
}

const processCases: CoordinationCase[] = [
  {
    rule: 'every process knows the names of all that live, and each has one of its own',
    async run(world) {
      const seen = [];
      for (const { processes } of processesOf(world)) seen.push(await processes.look());
      assert.equal(new Set(seen.map(({ self }) => self)).size, seen.length);
      for (const { all, isCertain } of seen) {
        for (const { self } of seen) assert.ok(all.includes(self));
        assert.equal(new Set(all).size, all.length);
        assert.ok(isCertain());
      }
      const [first] = seen;
      assert.equal((await world.here.processes.look()).self, first?.self);
    },
  },
  {
    rule: 'a process that has died is not among the living',
    needsDeath: true,
    async run({ here, there, killThere }) {
      const { self } = await there.processes.look();
      await killThere?.();
      const { all } = await here.processes.look();
      assert.ok(!all.includes(self));
      assert.ok(all.length > 0);
    },
  },
];

const uploadCases: CoordinationCase[] = [
  {
    rule: 'every process sees an upload into a tray until the last of that tray has ended',
    async run({ here, there }) {
      const running = [await here.uploads.begin(alice), await there.uploads.begin(alice)];
      for (const { end, refuseIfLost } of running) {
        refuseIfLost();
        assert.ok(await here.uploads.isRunning(alice));
        assert.ok(await there.uploads.isRunning(alice));
        await end();
      }
      assert.ok(!(await here.uploads.isRunning(alice)));
      assert.ok(!(await there.uploads.isRunning(alice)));
    },
  },
  {
    rule: 'an upload says nothing of other trays, and one into no tray nothing of any',
    async run({ here, there }) {
      await there.uploads.begin(bob);
      await there.uploads.begin(null);
      assert.ok(!(await here.uploads.isRunning(alice)));
    },
  },
  {
    rule: 'ending an upload twice ends no other',
    async run({ here, there }) {
      const { end } = await there.uploads.begin(alice);
      await there.uploads.begin(alice);
      await end();
      await end();
      assert.ok(await here.uploads.isRunning(alice));
    },
  },
  {
    rule: 'the oldest upload is that of any process and of any tray',
    async run({ here, there, clock }) {
      assert.equal(await here.uploads.oldest(), undefined);
      const first = clock.now();
      const { end: endFirst } = await there.uploads.begin(null);
      clock.advance(minute);
      const { end: endSecond } = await here.uploads.begin(alice);
      assert.equal(await here.uploads.oldest(), first);
      assert.equal(await there.uploads.oldest(), first);
      await endFirst();
      assert.equal(await there.uploads.oldest(), first + minute);
      await endSecond();
      assert.equal(await there.uploads.oldest(), undefined);
    },
  },
  {
    rule: 'the oldest upload is by the earliest reading of a clock that was set',
    async run({ here, there, clock }) {
      const begunAt = clock.now();
      await there.uploads.begin(null);
      clock.jump(minute);
      assert.equal(await here.uploads.oldest(), begunAt);
      clock.jump(-3 * minute);
      clock.advance(1);
      assert.equal(await here.uploads.oldest(), begunAt - 2 * minute);
    },
  },
];

const leaseCases: CoordinationCase[] = [
  {
    rule: 'a lease is held once in all processes, and is free when it has ended',
    async run({ here, there }) {
      const end = await there.leases.acquire(file, ignore);
      await assert.rejects(here.leases.acquire(file, ignore), locked);
      await assert.rejects(there.leases.acquire(file, ignore), locked);
      await (
        await here.leases.acquire(otherFile, ignore)
      )();
      await end();
      await (
        await here.leases.acquire(file, ignore)
      )();
      await (
        await there.leases.acquire(file, ignore)
      )();
    },
  },
  {
    rule: 'of two concurrent calls at most one gets the lease, and the refused may try again',
    async run({ here, there }) {
      const claims = await Promise.allSettled([
        here.leases.acquire(file, ignore),
        there.leases.acquire(file, ignore),
      ]);
      const got = claims.filter(({ status }) => status === 'fulfilled');
      assert.ok(got.length <= 1);
      for (const claim of claims) if (claim.status === 'fulfilled') await claim.value();
      await (
        await here.leases.acquire(file, ignore)
      )();
    },
  },
  {
    rule: 'a holder of any process is interrupted, and its end awaited',
    async run({ here, there }) {
      const interrupted = Promise.withResolvers<undefined>();
      const end = await there.leases.acquire(file, () => {
        interrupted.resolve(undefined);
      });
      let isOver = false;
      const over = here.leases.interrupt(file).then(() => {
        isOver = true;
      });
      await Promise.race([interrupted.promise, over.then(() => assert.fail('nobody was told'))]);
      await sleep(5);
      assert.equal(isOver, false);
      await end();
      await over;
    },
  },
  {
    rule: 'interrupting a lease that nobody holds resolves, and interrupts no other',
    async run({ here, there }) {
      await there.leases.acquire(otherFile, () => assert.fail('another lease was interrupted'));
      await here.leases.interrupt(file);
    },
  },
  {
    rule: 'ending a lease twice does not end that of the next holder',
    async run({ here, there }) {
      const end = await there.leases.acquire(file, ignore);
      await end();
      await there.leases.acquire(file, ignore);
      await end();
      await assert.rejects(here.leases.acquire(file, ignore), locked);
    },
  },
];

const tokenCases: CoordinationCase[] = [
  {
    rule: 'the uses of an account are taken from the holders of all processes',
    async run(world) {
      const processes = processesOf(world);
      const expected = processes.map((_, index) => ({
        hash: `${holderHash}${index}`,
        expiresAt: index,
        isRunning: index > 0,
      }));
      processes.forEach(({ tokenUses }, index) => {
        const uses = expected.slice(index, index + 1);
        tokenUses.register({
          takeUses: (accountId) => (accountId === alice ? uses : []),
          listNewUses: () => uses.map((use) => ({ ...use, accountId: alice })),
          renewHeld: () => Promise.resolve(),
        });
      });
      for (const { tokenUses } of processes) {
        await eventually(async () => {
          const uses = new Map((await tokenUses.take(alice)).map((use) => [use.hash, use]));
          assert.deepEqual(
            [...uses.values()].sort((one, other) => one.expiresAt - other.expiresAt),
            expected,
          );
        });
        assert.deepEqual(await tokenUses.take(bob), []);
      }
    },
  },
  {
    rule: 'renewing resolves once the holders of all processes have renewed',
    async run(world) {
      let renewed = 0;
      const processes = processesOf(world);
      for (const { tokenUses } of processes) {
        tokenUses.register({
          takeUses: () => [],
          listNewUses: () => [],
          async renewHeld() {
            await sleep(5);
            renewed += 1;
          },
        });
      }
      await world.here.tokenUses.renewHeld();
      assert.equal(renewed, processes.length);
    },
  },
];

const deathCases: CoordinationCase[] = [
  {
    rule: 'the uploads, leases and token uses of a process end when it dies',
    needsDeath: true,
    async run({ here, there, killThere }) {
      await there.uploads.begin(alice);
      await there.leases.acquire(file, ignore);
      there.tokenUses.register({
        takeUses: () => [{ hash: holderHash, expiresAt: 0, isRunning: true }],
        listNewUses: () => [{ hash: holderHash, expiresAt: 0, isRunning: true, accountId: alice }],
        renewHeld: () => Promise.reject(new Error('A dead process renews nothing')),
      });
      await killThere?.();
      assert.ok(!(await here.uploads.isRunning(alice)));
      assert.equal(await here.uploads.oldest(), undefined);
      await here.leases.acquire(file, ignore);
      assert.deepEqual(await here.tokenUses.take(alice), []);
      await here.tokenUses.renewHeld();
    },
  },
  {
    rule: 'who waits for a holder to end waits no longer than its process lives',
    needsDeath: true,
    async run({ here, there, killThere }) {
      const interrupted = Promise.withResolvers<undefined>();
      await there.leases.acquire(file, () => {
        interrupted.resolve(undefined);
      });
      const over = here.leases.interrupt(file);
      await interrupted.promise;
      await killThere?.();
      await over;
    },
  },
];

/** Rules about processes, uploads, leases and token uses. */
export const runningWorkCases = [
  ...processCases,
  ...uploadCases,
  ...leaseCases,
  ...tokenCases,
  ...deathCases,
];
