import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { minute } from '../domain/model/clock.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import type { Coordination, RunningUploads, UploadLeases } from '../domain/ports/coordination.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { openCluster } from './cluster-fixture.ts';
import type { World } from './coordination.conformance.ts';
import { caseLimits, coordinationCases, testCoordination } from './coordination.conformance.ts';
import { unlimitedHashes } from './shared-tables.conformance.ts';
import { createRateCounters } from './shared-tables.ts';
import { createSingleProcessCoordination } from './process-coordination.ts';

function openSingleProcess(): World {
  const clock = createFakeClock();
  const only = createSingleProcessCoordination(clock, caseLimits);
  return { here: only, there: only, clock };
}

function openWorkers(): World {
  const clock = createFakeClock();
  const [first, second] = openCluster(clock, caseLimits).workers;
  const { coordination: there, kill: killThere } = second;
  return { here: first.coordination, there, clock, killThere };
}

function openMainAndWorker(): World {
  const clock = createFakeClock();
  const { main, workers } = openCluster(clock, caseLimits);
  const { coordination: there, kill: killThere } = workers[1];
  return { here: main, there, clock, killThere };
}

testCoordination('a single process', openSingleProcess, { canDie: false });
testCoordination('a cluster, between workers,', openWorkers, { canDie: true });
testCoordination('a cluster, between the main process and a worker,', openMainAndWorker, {
  canDie: true,
});

/** Processes that know nothing of each other's work of one kind. */
function apart(subject: keyof Coordination): () => World {
  return () => {
    const world = openWorkers();
    const [mine, theirs] = [0, 1].map(() =>
      createSingleProcessCoordination(world.clock, caseLimits),
    );
    return {
      ...world,
      here: { ...world.here, [subject]: mine?.[subject] },
      there: { ...world.there, [subject]: theirs?.[subject] },
    };
  };
}

/** The same change to both processes. What `change` makes once, they share. */
function changed(
  change: (world: World) => (coordination: Coordination) => Partial<Coordination>,
): () => World {
  return () => {
    const world = openWorkers();
    const part = change(world);
    const [here, there] = [world.here, world.there].map((each) => ({ ...each, ...part(each) }));
    return { ...world, here: here ?? world.here, there: there ?? world.there };
  };
}

function withUploads(
  change: (world: World) => (uploads: RunningUploads) => Partial<RunningUploads>,
): () => World {
  return changed((world) => {
    const part = change(world);
    return ({ uploads }) => ({ uploads: { ...uploads, ...part(uploads) } });
  });
}

function withLeases(change: () => (leases: UploadLeases) => Partial<UploadLeases>): () => World {
  return changed(() => {
    const part = change();
    return ({ leases }) => ({ leases: { ...leases, ...part(leases) } });
  });
}

interface Fault {
  fault: string;
  /** The rule that must find it. */
  caughtBy: string;
  open: () => World;
}

const faults: readonly Fault[] = [
  {
    fault: 'knows no process but its own',
    caughtBy: 'every process knows the names of all that live, and each has one of its own',
    open: apart('processes'),
  },
  {
    fault: 'has one name for all processes',
    caughtBy: 'every process knows the names of all that live, and each has one of its own',
    open: changed(({ here }) => () => ({ processes: here.processes })),
  },
  {
    fault: 'looks for uploads in its own process alone',
    caughtBy: 'every process sees an upload into a tray until the last of that tray has ended',
    open: apart('uploads'),
  },
  {
    fault: 'takes any upload for one into the tray',
    caughtBy: 'an upload says nothing of other trays, and one into no tray nothing of any',
    open: withUploads(() => (uploads) => ({
      isRunning: async () => (await uploads.oldest()) !== undefined,
    })),
  },
  {
    fault: 'counts an end as often as it is called',
    caughtBy: 'ending an upload twice ends no other',
    open: withUploads(() => {
      let running = 0;
      return () => ({
        begin() {
          running += 1;
          const end = () => {
            running -= 1;
            return Promise.resolve();
          };
          return Promise.resolve({ end, refuseIfLost: () => undefined });
        },
        isRunning: () => Promise.resolve(running > 0),
      });
    }),
  },
  {
    fault: 'knows the oldest upload of its own process alone',
    caughtBy: 'the oldest upload is that of any process and of any tray',
    open: apart('uploads'),
  },
  {
    fault: 'trusts the wall clock',
    caughtBy: 'the oldest upload is by the earliest reading of a clock that was set',
    open: withUploads(({ clock }) => {
      let begunAt = 0;
      return (uploads) => ({
        begin(trayOf) {
          begunAt = clock.now();
          return uploads.begin(trayOf);
        },
        oldest: () => Promise.resolve(begunAt),
      });
    }),
  },
  {
    fault: 'gives each process a lease of its own',
    caughtBy: 'a lease is held once in all processes, and is free when it has ended',
    open: apart('leases'),
  },
  {
    fault: 'looks before it claims',
    caughtBy: 'of two concurrent calls at most one gets the lease, and the refused may try again',
    open: withLeases(() => {
      const held = new Set<string>();
      return () => ({
        async acquire(id) {
          const isHeld = held.has(id);
          await sleep(1);
          if (isHeld) throw new ValiseError('upload_locked', 'Held');
          held.add(id);
          return () => {
            held.delete(id);
            return Promise.resolve();
          };
        },
      });
    }),
  },
  {
    fault: 'does not wait for the holder',
    caughtBy: 'a holder of any process is interrupted, and its end awaited',
    open: withLeases(() => (leases) => ({
      interrupt: (id) => Promise.race([leases.interrupt(id), sleep(2)]),
    })),
  },
  {
    fault: 'interrupts every holder',
    caughtBy: 'interrupting a lease that nobody holds resolves, and interrupts no other',
    open: withLeases(() => {
      const interrupts: (() => void)[] = [];
      return (leases) => ({
        acquire(id, interrupt) {
          interrupts.push(interrupt);
          return leases.acquire(id, interrupt);
        },
        async interrupt(id) {
          for (const interrupt of interrupts) interrupt();
          await leases.interrupt(id);
        },
      });
    }),
  },
  {
    fault: 'ends a lease by its file, whoever holds it',
    caughtBy: 'ending a lease twice does not end that of the next holder',
    open: withLeases(() => {
      const ends = new Map<string, () => Promise<void>>();
      return (leases) => ({
        async acquire(id, interrupt) {
          ends.set(id, await leases.acquire(id, interrupt));
          return async () => {
            await ends.get(id)?.();
          };
        },
      });
    }),
  },
  {
    fault: 'takes uses from its own process alone',
    caughtBy: 'the uses of an account are taken from the holders of all processes',
    open: apart('tokenUses'),
  },
  {
    fault: 'does not wait until tokens are renewed',
    caughtBy: 'renewing resolves once the holders of all processes have renewed',
    open: changed(() => ({ tokenUses }) => ({
      tokenUses: {
        ...tokenUses,
        renewHeld: () => Promise.race([tokenUses.renewHeld(), Promise.resolve()]),
      },
    })),
  },
  {
    fault: 'counts in each process apart',
    caughtBy: 'all processes count together, each counter and key apart',
    open: apart('counters'),
  },
  {
    fault: 'counts requests in each process apart',
    caughtBy: 'what every request counts is counted together soon',
    open: apart('counters'),
  },
  {
    fault: 'counts everything in one counter',
    caughtBy: 'all processes count together, each counter and key apart',
    open: changed(() => ({ counters }) => ({
      counters: { ...counters, links: counters.signIns },
    })),
  },
  {
    fault: 'opens the window anew with each count',
    caughtBy: 'a window opens with its first count and lasts a minute',
    open: changed(() => ({ counters }) => ({
      counters: {
        ...counters,
        links: {
          async count(keys) {
            const counts = await counters.links.count(keys);
            return counts.map(({ count }) => ({ count, msLeft: minute }));
          },
        },
      },
    })),
  },
  {
    fault: 'limits the transfers of each process',
    caughtBy: 'a link, a network and the server have so many transfers in all processes',
    open: apart('slots'),
  },
  {
    fault: 'counts transfers that it refuses',
    caughtBy: 'a refused transfer counts for nothing',
    open: changed(() => {
      let refused = 0;
      return ({ slots }) => ({
        slots: {
          async take(claim) {
            if (refused > caseLimits.perLink) throw new ValiseError('too_many_requests', 'Full');
            refused += 1;
            const release = await slots.take(claim);
            refused -= 1;
            return release;
          },
        },
      });
    }),
  },
  {
    fault: 'releases the slot of another when a release is repeated',
    caughtBy: 'a slot is released once, however often its release is called',
    open: changed(() => {
      const releases: (() => void)[] = [];
      return ({ slots }) => ({
        slots: {
          async take(claim) {
            releases.push(await slots.take(claim));
            return () => releases.shift()?.();
          },
        },
      });
    }),
  },
  {
    fault: 'reserves in each process apart',
    caughtBy:
      'all processes reserve no more than the limit together, and a refused claim changes nothing',
    open: apart('reservations'),
  },
  {
    fault: 'promises ahead what it has not reserved',
    caughtBy: 'no more is reserved ahead than is wanted and than there is room for',
    open: changed(() => ({ reservations }) => ({
      reservations: {
        open() {
          const reservation = reservations.open();
          return {
            ...reservation,
            async claim(amounts, aheadBytes) {
              const answer = await reservation.claim(amounts, 0);
              return 'aheadBytes' in answer ? { aheadBytes } : answer;
            },
          };
        },
      },
    })),
  },
  {
    fault: 'keeps what was released',
    caughtBy: 'a release frees what that reservation held, once, and ends it',
    open: changed(() => ({ reservations }) => ({
      reservations: {
        open: () => ({ ...reservations.open(), release: () => undefined }),
      },
    })),
  },
  {
    fault: 'lets a process lead once',
    caughtBy: 'a process that leads a job goes on leading it',
    open: changed(() => {
      const led = new Set<string>();
      return () => ({
        leadership: { lead: (job) => Promise.resolve(!led.has(job) && led.add(job).has(job)) },
      });
    }),
  },
  {
    fault: 'lets every process lead',
    caughtBy: 'one process leads a job until it dies, and then another does',
    open: apart('leadership'),
  },
  ...[
    'two passwords are hashed at a time, and the next one after a release',
    'passwords of drops wait in a queue of their own, one at a time',
  ].map((caughtBy) => ({ fault: `hashes apart: ${caughtBy}`, caughtBy, open: apart('hashSlots') })),
  {
    fault: 'lets any number of passwords be hashed',
    caughtBy: 'a few passwords wait for their turn, and more are refused',
    open: changed(() => () => ({ hashSlots: unlimitedHashes })),
  },
  ...[
    'a process that has died is not among the living',
    'one process leads a job until it dies, and then another does',
    'the uploads, leases and token uses of a process end when it dies',
    'who waits for a holder to end waits no longer than its process lives',
    'the slots and reservations of a process are released when it dies, and no others',
  ].map((caughtBy) => ({
    fault: 'does not notice that a process died',
    caughtBy,
    open: () => ({ ...openWorkers(), killThere: () => undefined }),
  })),
  {
    fault: 'forgets counts when a process dies',
    caughtBy: 'what a process had counted still counts when it has died',
    open() {
      const world = openWorkers();
      const here = { ...world.here };
      return {
        ...world,
        here,
        killThere() {
          here.counters = createRateCounters(world.clock);
        },
      };
    },
  },
];

describe('the coordination suite', () => {
  for (const { fault, caughtBy, open } of faults) {
    test(`finds an implementation that ${fault}: ${caughtBy}`, async () => {
      const found = coordinationCases.find((each) => each.rule === caughtBy) ?? assert.fail();
      const patience = sleep(1_000, undefined, { ref: false }).then(() => assert.fail('too long'));
      await assert.rejects(Promise.race([found.run(open()), patience]));
    });
  }

  test('has a fault for each rule', () => {
    const proven = new Set(faults.map(({ caughtBy }) => caughtBy));
    const unproven = coordinationCases.filter(({ rule }) => !proven.has(rule));
    assert.deepEqual(unproven, []);
  });
});
