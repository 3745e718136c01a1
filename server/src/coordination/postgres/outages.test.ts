import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountId, FileId } from '../../domain/model/ids.ts';
import { systemClock } from '../../platform/system.ts';
import { missingPostgres, startPostgresServer } from '../../testing/postgres-server.ts';
import { idFor } from '../../testing/samples.ts';
import { openProcess, quickTimings } from './coordination-fixture.ts';
import type { PostgresCoordination } from './postgres-coordination.ts';
import type { Timings } from './schema.ts';

const alice = idFor<AccountId>('alice');
const file = idFor<FileId>('file');
const unavailable = { code: 'unavailable' };
const never = 1_000_000_000;
const server = missingPostgres === false ? startPostgresServer() : undefined;

async function openNodes(context: TestContext, ...timings: Timings[]) {
  const running = (await server) ?? assert.fail();
  const database = await running.createDatabase();
  const nodes: PostgresCoordination[] = [];
  const nodeAt = (at: number) => nodes[at % nodes.length] ?? assert.fail();
  for (const each of timings) {
    nodes.push(await openProcess(context, { database, clock: systemClock, timings: each }));
  }
  const query = (sql: string) => running.runAsSuperuser(sql, database.databaseUrl);
  return { nodes, nodeAt, query, server: running };
}

async function until(isSo: () => Promise<boolean> | boolean, seconds = 8): Promise<void> {
  const giveUpAt = performance.now() + seconds * 1000;
  while (!(await isSo())) {
    assert.ok(performance.now() < giveUpAt, 'too long');
    await sleep(20);
  }
}

async function answers(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    assert.equal((error as { code?: unknown }).code, 'unavailable');
    return false;
  }
}

describe('processes that coordinate through PostgreSQL', { skip: missingPostgres }, () => {
  test('three of them count, lock and lead together', async (context) => {
    const { nodes, nodeAt } = await openNodes(context, quickTimings, quickTimings, quickTimings);
    const [first] = nodes;
    assert.equal((await first?.processes.look())?.all.length, 3);
    const counts = await Promise.all(nodes.map(({ counters }) => counters.signIns.count(['a'])));
    assert.deepEqual(
      counts
        .flat()
        .map(({ count }) => count)
        .sort(),
      [1, 2, 3],
    );
    const ends = await Promise.allSettled(
      nodes.map(({ leases }) => leases.acquire(file, () => undefined)),
    );
    assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 1);
    const leads = await Promise.all(nodes.map(({ leadership }) => leadership.lead('expire')));
    assert.equal(leads.filter(Boolean).length, 1);
    const slots = await Promise.allSettled(
      Array.from({ length: 12 }, (_, at) => nodeAt(at).slots.take({ link: 'a', network: null })),
    );
    assert.equal(slots.filter(({ status }) => status === 'fulfilled').length, 2);
    const claims = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        nodeAt(at)
          .reservations.open()
          .claim([{ key: 'tray', bytes: 30, maxBytes: 100 }], 0),
      ),
    );
    assert.equal(claims.filter((claim) => 'aheadBytes' in claim).length, 3);
  });

  test('several that start together on a new database create its tables once', async (context) => {
    const running = (await server) ?? assert.fail();
    const database = await running.createDatabase();
    const nodes = await Promise.all(
      Array.from({ length: 6 }, () => openProcess(context, { database, clock: systemClock })),
    );
    assert.equal((await nodes[0]?.processes.look())?.all.length, 6);
  });

  test('one that stalled knows that others took it for dead, and goes on under a new name', async (context) => {
    const stalled = { ...quickTimings, beatMs: never, certainMs: 400 };
    const { nodes } = await openNodes(context, quickTimings, stalled);
    const [here, there] = nodes;
    assert.ok(here && there);
    const before = await there.processes.look();
    const upload = await there.uploads.begin(alice);
    let interrupts = 0;
    await there.leases.acquire(file, () => (interrupts += 1));
    await there.slots.take({ link: 'a', network: null });
    assert.equal(await there.leadership.lead('expire'), true);
    upload.refuseIfLost();

    await sleep(450);
    assert.equal(before.isCertain(), false, 'it doubts before the others take over');
    assert.throws(upload.refuseIfLost, unavailable);
    assert.ok(await here.uploads.isRunning(alice));
    await until(async () => !(await here.uploads.isRunning(alice)));
    await here.leases.acquire(file, () => undefined);
    assert.equal(await here.leadership.lead('expire'), true);

    const after = await there.processes.look();
    assert.notEqual(after.self, before.self);
    assert.ok(after.isCertain() && !before.isCertain());
    assert.throws(upload.refuseIfLost, unavailable, 'what was lost stays lost');
    assert.equal(interrupts, 1);
    assert.equal(await there.leadership.lead('expire'), false);
    await assert.rejects(
      there.leases.acquire(file, () => undefined),
      { code: 'upload_locked' },
    );
    await here.slots.take({ link: 'a', network: null });
    await assert.rejects(here.slots.take({ link: 'a', network: null }), {
      code: 'too_many_requests',
    });
    await upload.end();
  });

  test('a lost notice delays an interrupt by one renewal at most', async (context) => {
    const { nodes, query } = await openNodes(context, quickTimings);
    let isInterrupted = false;
    await nodes[0]?.leases.acquire(file, () => (isInterrupted = true));
    await query('update coordination_leases set is_interrupted = true');
    await until(() => isInterrupted);
  });

  for (const mode of ['fast', 'immediate'] as const) {
    test(`what they hold outlasts a restart of the server (${mode})`, async (context) => {
      const { nodes, server: postgres } = await openNodes(context, quickTimings, quickTimings);
      const [here, there] = nodes;
      assert.ok(here && there);
      const upload = await there.uploads.begin(alice);
      const ended = await there.uploads.begin(null);
      await there.leases.acquire(file, () => assert.fail('the lease was lost'));
      const reservation = there.reservations.open();
      await reservation.claim([{ key: 'tray', bytes: 60, maxBytes: 100 }], 0);
      const { self } = await there.processes.look();
      await postgres.stop(mode);
      assert.equal(await answers(() => here.uploads.isRunning(alice)), false);
      assert.equal(await answers(() => here.counters.links.count(['a'])), false);
      assert.equal(await answers(() => here.leadership.lead('expire')), false);
      assert.equal((await here.counters.requests.count(['a']))[0]?.count, 1, 'in memory');
      await ended.end();
      await postgres.start();

      // It may not know for a while. It never says that nothing runs.
      await until(() =>
        answers(async () => {
          assert.ok(await here.uploads.isRunning(alice));
        }),
      );
      await assert.rejects(
        here.leases.acquire(file, () => undefined),
        { code: 'upload_locked' },
      );
      await until(() => answers(() => there.processes.look()));
      assert.equal((await there.processes.look()).self, self);
      upload.refuseIfLost();
      const other = here.reservations.open();
      assert.deepEqual(await other.claim([{ key: 'tray', bytes: 41, maxBytes: 100 }], 0), {
        exceededKey: 'tray',
      });
      assert.equal((await here.processes.look()).all.length, 2);
      await upload.end();
      assert.equal(await here.uploads.isRunning(alice), false);
      await until(async () => (await here.uploads.oldest()) === undefined);
    });
  }

  test('a start without a server fails, and says so', async (context) => {
    const { server: postgres } = await openNodes(context);
    const database = await postgres.createDatabase();
    await postgres.stop();
    await assert.rejects(openProcess(context, { database, clock: systemClock }), unavailable);
    await postgres.start();
    await openProcess(context, { database, clock: systemClock });
  });

  test('nothing of dead processes and ended windows remains', async (context) => {
    const { nodes, query } = await openNodes(context, quickTimings, quickTimings);
    const [here, there] = nodes;
    assert.ok(here && there);
    await there.uploads.begin(alice);
    await there.leases.acquire(file, () => undefined);
    await there.slots.take({ link: 'a', network: null });
    await there.counters.links.count(['a']);
    await there.leadership.lead('expire');
    await query(`update coordination_counts set opened_at = now() - interval '3 minutes'`);
    await there.die();
    await until(async () => (await here.processes.look()).all.length === 1);
    const tables = ['uploads', 'leases', 'slots', 'leaders', 'counts'];
    await until(async () => {
      const [row] = await query(
        `select ${tables.map((table) => `(select count(*) from coordination_${table})`).join(' + ')} as count`,
      );
      return Number(row?.['count']) === 0;
    });
  });
});
