import assert from 'node:assert/strict';
import { test } from 'node:test';
import { day, hour, minute } from '../domain/model/clock.ts';
import { lastSeenNote } from '../domain/model/database.ts';
import { listBlobs, openExchange } from '../testing/exchange-fixture.ts';
import { createClockGuard } from './clock-guard.ts';
import { jobsOf } from './jobs-fixture.ts';
import { createSingleProcessCoordination } from '../coordination/process-coordination.ts';
import { createScheduler } from './scheduler.ts';
import { finishFile } from '../testing/finished.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

test('with a clock that is ahead at a start, only what destroys nothing is done', async (context) => {
  const exchange = await openExchange(context);
  const { addAccount, send, upload, vault, database, keyRing, clock, tray } = exchange;
  const alice = await addAccount('alice@example.com');
  await send(alice, 'bob@example.com', { 'sent.txt': 's' });
  await upload(alice, { 'forgotten.txt': 'f' });
  const orphan = vault.begin();
  await finishFile(orphan);
  await database.installationValues.set(lastSeenNote, String(clock.now()));
  const stateOf = async () => ({
    blobs: await listBlobs(exchange),
    buckets: await keyRing.buckets(),
    spentBuckets: (await database.keyBuckets.list()).filter(({ spentAt }) => spentAt !== undefined),
    tray: (await tray.peek(alice)).length,
    readable: (await database.files.listUsedBuckets()).length,
    lastSeen: await database.installationValues.find(lastSeenNote),
  });
  const before = await stateOf();

  clock.jump(366 * day);
  const guard = createClockGuard(clock, () => undefined, {
    lastSeen: Number(before.lastSeen),
    longestGapMs: day,
  });
  const jobs = jobsOf(exchange);
  const { leadership } = createSingleProcessCoordination(clock);
  const scheduler = createScheduler({
    jobs,
    clock,
    guard,
    leadership: () => leadership,
    log: silent,
  });
  await scheduler.runDue();
  assert.deepEqual(await stateOf(), before);
  assert.deepEqual(
    jobs.flatMap(({ name, deletes }) => (deletes ? [] : [name])),
    [
      'write down what transfers in parts came to',
      'write down how often acts were repeated',
      'reclaim the space of shredded files',
      'deliver mail',
      'deliver SMS',
      'deliver webhooks',
      'measure how much is stored, once a day',
      'look for the newest audit record',
      'anchor the audit trail',
    ],
  );

  guard.accept();
  await scheduler.runDue();
  const after = await stateOf();
  assert.ok(before.blobs.includes(orphan.id) && !after.blobs.includes(orphan.id));
  assert.deepEqual([after.tray, after.readable], [0, 0]);
  assert.deepEqual(after.spentBuckets.map(({ bucket }) => bucket).sort(), before.buckets.sort());
  assert.equal(after.lastSeen, String(clock.now()));
  await scheduler.stop();
});

test('what expired on a day is in no backup to be read 80 minutes and the grace after it', async (context) => {
  const exchange = await openExchange(context);
  const { addAccount, send, expiry, keyRing, clock, keyGraceMs } = exchange;
  await send(await addAccount('alice@example.com'), 'bob@example.com', { 'a.txt': 'a' });
  const dayIsOver = Date.UTC(2026, 10, 17);
  const job = jobsOf(exchange).find(({ name }) => name === 'destroy spent keys') ?? assert.fail();
  async function runAt(instant: number): Promise<boolean> {
    clock.advance(instant - clock.now());
    await expiry.endDueDispatches();
    await job.run(new AbortController().signal);
    return (await keyRing.buckets()).includes('expiry-2026-11-16');
  }
  // Each time the job comes a moment too early, and has to wait for its next turn.
  let at = dayIsOver + hour - 1;
  assert.ok(await runAt(at));
  at += job.everyMs;
  assert.ok(await runAt(at));
  at += keyGraceMs - 1;
  assert.ok(await runAt(at));
  at += job.everyMs;
  assert.ok(!(await runAt(at)));
  assert.ok(at <= dayIsOver + keyGraceMs + 80 * minute);
});

test('a start beside other servers removes nothing that they may be writing', async (context) => {
  const exchange = await openExchange(context);
  const { vault, clock } = exchange;
  const file = vault.begin();
  await finishFile(file);
  clock.advance(hour);
  const sweepOf = (isAlone: boolean) =>
    jobsOf(exchange, undefined, undefined, { isAlone }).find(({ name }) => /sweep/.test(name)) ??
    assert.fail();
  const { signal } = new AbortController();
  const beside = sweepOf(false);
  assert.equal(await beside.run(signal), 0);
  assert.deepEqual(await listBlobs(exchange), [file.id]);
  assert.equal(await sweepOf(true).run(signal), 1, 'a server that is alone need not wait');
  assert.deepEqual(await listBlobs(exchange), []);
  const later = vault.begin();
  await finishFile(later);
  clock.advance(2 * day);
  assert.equal(await beside.run(signal), 1);
});
