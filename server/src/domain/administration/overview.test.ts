import assert from 'node:assert/strict';
import { test } from 'node:test';
import { day, hour, minute } from '../model/clock.ts';
import { expiryBucket } from '../model/key-ring.ts';
import {
  sampleDispatch,
  sampleDraft,
  sampleFile,
  sampleReceiver,
  sampleUpload,
} from '../../testing/samples.ts';
import { addMails, admin, openAdministration } from './administration-fixture.ts';
import { readOverview } from './overview.ts';
import { createStorage, forecastFull, measuredForMs } from './storage.ts';

/** A server without faults. */
const sound = {
  ...{ minFreeBytes: 0, setupFaults: [] },
  findFaultyParts: () => Promise.resolve([]),
};

test('storage says what is stored, when it expires, and is measured again after a while', async (context) => {
  const { database, alice, clock } = await openAdministration(context);
  const storage = createStorage({
    database,
    blobs: { freeBytes: () => Promise.resolve(5000) },
    clock,
    defaultQuotaBytes: 100,
  });
  const dayOf = (days: number) => new Date(clock.now() + days * day).toISOString().slice(0, 10);
  const buckets = [`tray-${dayOf(0)}`, `expiry-${dayOf(2)}`, `expiry-${dayOf(90)}`];
  await database.keyBuckets.add(buckets);
  for (const [index, keyBucket] of buckets.entries()) {
    const sizeBytes = 10 ** index;
    await database.files.addToTray(sampleFile(alice, `${index}`, { keyBucket, sizeBytes }));
  }
  await database.accounts.setQuota(alice.id, 7);
  const report = await storage.read();
  assert.deepEqual(
    [report.files, report.bytes, report.unsentBytes, report.laterBytes, report.freeBytes],
    [3, 111, 1, 100, 5000],
  );
  assert.equal(report.expiring.length, 30);
  assert.deepEqual(report.expiring[2], { day: dayOf(2), files: 1, bytes: 10 });
  assert.equal(report.expiring.filter(({ files }) => files > 0).length, 1);
  assert.equal(report.quotas.ownBytes, 7);
  await database.files.shred(sampleFile(alice, '2').id, clock.now());
  assert.equal((await storage.read()).bytes, 111, 'measured a moment ago');
  clock.advance(measuredForMs);
  assert.equal((await storage.read()).bytes, 11);
});

test('storage counts what has arrived in drafts, and the end that a drop was given later', async (context) => {
  const { database, alice, clock } = await openAdministration(context);
  const storage = createStorage({
    ...{ database, clock, defaultQuotaBytes: undefined },
    blobs: { freeBytes: () => Promise.resolve(5000) },
  });
  const drop = sampleDispatch(alice, 'drop', { expiresAt: clock.now() + 2 * day });
  await database.dispatches.add(drop, [sampleReceiver(drop, 'zoe@example.com')]);
  const keyBucket = expiryBucket(drop.expiresAt);
  await database.keyBuckets.add([keyBucket]);
  const file = sampleFile(alice, 'sent', { keyBucket, sizeBytes: 10, dispatchId: drop.id });
  await database.files.addToDispatch(file);
  const draft = sampleDraft(alice, 'one');
  await database.drafts.add(draft);
  const upload = sampleUpload(alice, draft, 'one', { sizeBytes: 500 });
  await database.uploads.add(upload);
  await database.uploads.grow(upload.id, {
    ...{ fromBytes: upload.receivedBytes, toBytes: 300, expiresAt: upload.expiresAt },
  });
  const daysOf = async () => {
    const { bytes, unsentBytes, expiring } = await storage.read();
    const days = expiring.flatMap((each, index) => (each.files > 0 ? [[index, each.bytes]] : []));
    return { bytes, unsentBytes, days };
  };
  assert.deepEqual(await daysOf(), { bytes: 310, unsentBytes: 300, days: [[2, 10]] });
  const expiresAt = clock.now() + 9 * day;
  await database.dispatches.extend(drop.id, expiresAt, '777600');
  await database.dispatches.noteChange(drop.id, { at: clock.now(), expiresAt });
  clock.advance(measuredForMs);
  assert.deepEqual(await daysOf(), { bytes: 310, unsentBytes: 300, days: [[9, 10]] });
});

test('a day is sampled once, and a full disk is foretold from a week of growth on', async (context) => {
  const { database, clock } = await openAdministration(context);
  const storage = createStorage({
    database,
    blobs: { freeBytes: () => Promise.resolve(undefined) },
    clock,
    defaultQuotaBytes: undefined,
  });
  assert.equal(await storage.sample(), 1);
  clock.advance(minute);
  assert.equal(await storage.sample(), 0);
  clock.advance(day);
  assert.equal(await storage.sample(), 1);
  assert.deepEqual((await storage.read()).fullIn, { kind: 'unknown' }, 'a store without an end');
  const growth = (days: number, perDay: number): [string, number][] =>
    Array.from({ length: days + 1 }, (_, index) => [
      new Date(Date.UTC(2026, 0, 1) + index * day).toISOString().slice(0, 10),
      1000 + index * perDay,
    ]);
  assert.deepEqual(forecastFull(growth(6, 10), 1000), { kind: 'unknown' });
  assert.deepEqual(forecastFull(growth(7, 10), 1000), { kind: 'days', days: 100 });
  assert.deepEqual(forecastFull(growth(7, 0), 1000), { kind: 'shrinking' });
  assert.deepEqual(forecastFull(growth(7, 10), undefined), { kind: 'unknown' });
});

test('the overview says what needs attention', async (context) => {
  const exchange = await openAdministration(context);
  const { database, clock, write, checks } = exchange;
  let freeBytes = 1e12;
  const storage = createStorage({
    database,
    blobs: { freeBytes: () => Promise.resolve(freeBytes) },
    clock,
    defaultQuotaBytes: undefined,
  });
  const read = () => readOverview({ ...sound, database, storage, trailChecks: checks, clock });
  await write('receivers.set', 'x');
  assert.deepEqual((await read()).findings, []);
  await checks.start(admin);
  await checks.ended();
  assert.deepEqual((await read()).findings, []);
  const [id = assert.fail()] = await addMails(exchange, 2);
  await database.outbox.settle(id, 'abandoned', clock.now());
  clock.advance(2 * hour);
  freeBytes = 0;
  const overview = await read();
  assert.deepEqual(overview.findings, ['disk_filling', 'mails_failed', 'mails_late']);
  assert.deepEqual([overview.live, overview.mailsWaiting, overview.mailsFailed], [1, 1, 1]);
});

test('a trail that was never verified is worth a look after a month', async (context) => {
  const { database, clock, write, checks } = await openAdministration(context);
  const storage = createStorage({
    ...{ database, clock, defaultQuotaBytes: undefined },
    blobs: { freeBytes: () => Promise.resolve(undefined) },
  });
  const read = () => readOverview({ ...sound, database, storage, trailChecks: checks, clock });
  await write('receivers.set', 'x');
  clock.advance(29 * day);
  assert.deepEqual((await read()).findings, []);
  clock.advance(2 * day);
  assert.deepEqual((await read()).findings, ['trail_unverified']);
});

test('the overview names low and exhausted space, faults of the set-up and of the running server', async (context) => {
  const { database, clock, checks } = await openAdministration(context);
  let freeBytes = 1000;
  const storage = createStorage({
    ...{ database, clock, defaultQuotaBytes: undefined },
    blobs: { freeBytes: () => Promise.resolve(freeBytes) },
  });
  const read = async (minFreeBytes: number) => {
    const given = {
      ...{ database, storage, trailChecks: checks, clock, minFreeBytes },
      setupFaults: ['no_mail_server', 'keys_beside_data'] as const,
      findFaultyParts: () => Promise.resolve(['space', 'clock', 'jobs']),
    };
    return await readOverview(given);
  };
  const setup = ['no_mail_server', 'keys_beside_data'];
  const { findings, faultyParts } = await read(100);
  assert.deepEqual(findings, setup);
  assert.deepEqual(faultyParts, ['space', 'clock', 'jobs']);
  assert.deepEqual((await read(500)).findings, ['disk_filling', ...setup]);
  assert.deepEqual((await read(1001)).findings, ['disk_full', ...setup]);
  freeBytes = 1_000_000;
  await storage.noteRefusal();
  assert.deepEqual((await read(0)).findings, ['disk_full', ...setup], 'a file did not fit');
  clock.advance(day);
  assert.deepEqual((await read(0)).findings, setup);
});
