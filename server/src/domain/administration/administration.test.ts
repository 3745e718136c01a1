import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import type { AuditAction } from '../model/audit.ts';
import { day, hour, minute } from '../model/clock.ts';
import type { TrailAnchor } from '../audit/audit-verification.ts';
import { actor, openExchange } from '../../testing/exchange-fixture.ts';
import {
  idFor,
  sampleAccount,
  sampleDispatch,
  sampleFile,
  sampleMail,
  sampleReceiver,
} from '../../testing/samples.ts';
import { recordsOnPage, searchTrail, searchedAtMost } from './audit-search.ts';
import { createDropFigures, dropsOnPage } from './drop-figures.ts';
import { createOutboxAdministration, mailsOnPage } from './outbox-administration.ts';
import { readOverview } from './overview.ts';
import { createStorage, forecastFull, measuredForMs } from './storage.ts';
import { createTrailChecks } from './trail-checks.ts';

const admin = { ...actor, name: 'admin@example.com' };
const noAnchor: TrailAnchor = {
  find: () => Promise.resolve(undefined),
  set: () => Promise.resolve(),
};

async function open(context: TestContext) {
  const exchange = await openExchange(context);
  const { database, audit, clock } = exchange;
  const alice = sampleAccount('sender@example.com');
  await database.accounts.add(alice);
  const parts = { database, audit, clock };
  async function write(action: AuditAction, object: string, name = 'tester'): Promise<void> {
    await database.transact((repositories) =>
      audit.record(repositories, { ...actor, name }, { action, object, outcome: 'ok' }),
    );
  }
  const lastRecord = async () => (await database.audit.listNewest(1))[0];
  return {
    ...exchange,
    alice,
    write,
    lastRecord,
    outbox: createOutboxAdministration(parts),
    drops: createDropFigures(parts),
    checks: createTrailChecks({
      ...parts,
      trailAnchor: noAnchor,
      onFault(error) {
        throw error;
      },
    }),
  };
}

/** A drop of the account, with a mail to its receiver for each label. */
async function addMails(exchange: Awaited<ReturnType<typeof open>>, count: number) {
  const { database, alice } = exchange;
  const drop = sampleDispatch(alice, 'drop');
  const receiver = sampleReceiver(drop, 'zoe@example.com');
  await database.dispatches.add(drop, [receiver]);
  const mails = Array.from({ length: count }, (_, index) =>
    sampleMail(receiver, drop, { id: idFor(`mail ${index}`) }),
  );
  await database.outbox.add(mails);
  return mails.map(({ id }) => id);
}

test('failed messages are sent again, one or all, and each act is recorded', async (context) => {
  const exchange = await open(context);
  const { database, clock, outbox, lastRecord } = exchange;
  const [one = assert.fail(), two = assert.fail(), three = assert.fail()] = await addMails(
    exchange,
    3,
  );
  assert.equal(await outbox.retry(admin, one), false, 'it waits already');
  for (const id of [one, two, three]) await database.outbox.settle(id, 'refused', clock.now());
  assert.equal(await outbox.retry(admin, one), true);
  const record = await lastRecord();
  assert.deepEqual(
    [record?.action, record?.actor, record?.object],
    ['mail.retried', admin.name, one],
  );
  assert.equal(await outbox.retryFailed(admin), 2);
  assert.deepEqual((await lastRecord())?.details, { mails: 2 });
  const before = await lastRecord();
  assert.equal(await outbox.retryFailed(admin), 0);
  assert.deepEqual(await lastRecord(), before, 'nothing was done, and nothing is recorded');
  assert.equal(await database.outbox.countWaiting(), 3);
});

test('a waiting message is withdrawn, and one that is on its way is not', async (context) => {
  const exchange = await open(context);
  const { database, clock, outbox, lastRecord } = exchange;
  const [one = assert.fail(), two = assert.fail()] = await addMails(exchange, 2);
  const claimed = await database.outbox.claimNext('mail', { now: clock.now(), by: 'node' });
  const other = claimed?.id === one ? two : one;
  assert.equal(await outbox.withdraw(admin, claimed?.id ?? assert.fail()), false);
  assert.equal(await outbox.withdraw(admin, other), true);
  const record = await lastRecord();
  assert.deepEqual([record?.action, record?.object], ['mail.withdrawn', other]);
  assert.equal((await outbox.get(other)).state, 'withdrawn');
  await assert.rejects(outbox.get(idFor('no such mail')), { code: 'not_found' });
});

test('point 40: messages come in pages that show each once', async (context) => {
  const exchange = await open(context);
  const ids = await addMails(exchange, mailsOnPage + 5);
  const first = await exchange.outbox.list({});
  const second = await exchange.outbox.list({ after: first.next });
  assert.equal(second.next, undefined);
  const shown = [...first.mails, ...second.mails].map(({ id }) => id);
  assert.deepEqual(shown, ids.toReversed());
});

test('point 40: the transfers of everybody come in pages, and those of one account by its address', async (context) => {
  const { database, alice, drops } = await open(context);
  const bob = sampleAccount('bob@example.com');
  await database.accounts.add(bob);
  const all = Array.from({ length: dropsOnPage + 3 }, (_, index) =>
    sampleDispatch(index % 2 === 0 ? alice : bob, `drop ${index}`),
  );
  for (const drop of all) await database.dispatches.add(drop, []);
  const first = await drops.list({ sender: '' });
  const second = await drops.list({ sender: '', after: first.next });
  const shown = [...first.drops, ...second.drops].map(({ id }) => id);
  assert.deepEqual(shown, all.map(({ id }) => id).reverse());
  const ofBob = await drops.list({ sender: ' BOB@example.com ' });
  assert.ok(ofBob.drops.every(({ accountEmail }) => accountEmail === bob.email));
  assert.equal(ofBob.drops.length, Math.floor(all.length / 2));
  assert.deepEqual(await drops.list({ sender: 'nobody@example.com' }), {
    drops: [],
    next: undefined,
  });
});

test('point 37: figures of transfers hold no name, no text and no address of a receiver', async (context) => {
  const { database, alice, drops } = await open(context);
  const drop = sampleDispatch(alice, 'drop', { message: 'a secret message' });
  await database.dispatches.add(drop, [sampleReceiver(drop, 'zoe@example.com', { nick: 'Zoe' })]);
  const file = sampleFile(alice, 'secret.pdf');
  await database.files.addToTray(file);
  await database.files.moveToDispatch([file], drop.id);
  const text = JSON.stringify(await drops.list({ sender: '' }));
  assert.ok(text.includes(alice.email));
  for (const hidden of ['secret', 'zoe', 'Zoe', 'link', 'hash', 'Token']) {
    assert.ok(!text.includes(hidden), hidden);
  }
});

test('the audit trail is searched by who, action, object and time', async (context) => {
  const { database, write, clock } = await open(context);
  const start = clock.now();
  await write('account.added', 'zoe@example.com', 'Ann@example.com');
  clock.advance(day);
  await write('account.disabled', 'zoe@example.com');
  await write('file.uploaded', 'zoe.pdf');
  clock.advance(day);
  await write('file.removed', 'plan.pdf', 'ann@example.com');
  const search = async (filter: Parameters<typeof searchTrail>[1]) =>
    (await searchTrail(database.audit, filter)).records.map(({ action }) => action);
  assert.deepEqual(await search({ who: ' ANN' }), ['file.removed', 'account.added']);
  assert.deepEqual(await search({ action: 'account.' }), ['account.disabled', 'account.added']);
  assert.deepEqual(await search({ action: 'account.added' }), ['account.added']);
  assert.deepEqual(await search({ object: 'ZOE@' }), ['account.disabled', 'account.added']);
  assert.deepEqual(await search({ object: 'plan' }), [], 'names of files cannot be guessed');
  assert.deepEqual(await search({ until: start + day }), ['account.added']);
  assert.deepEqual(await search({ from: start + day, until: start + 2 * day }), [
    'file.uploaded',
    'account.disabled',
  ]);
  assert.deepEqual(await search({ from: start + 3 * day }), []);
  assert.deepEqual(await search({ until: start }), []);
});

test('point 40: a search reads a bounded part of the trail, and goes on where it ended', async () => {
  const length = searchedAtMost + 700;
  let reads = 0;
  const recordAt = (sequence: number) => ({
    sequence,
    at: sequence,
    actor: sequence === 3 ? 'wanted' : 'tester',
    source: '192.0.2.1',
    requestId: '-',
    action: 'file.uploaded' as const,
    object: 'x',
    outcome: 'ok' as const,
    details: {},
    hash: Buffer.alloc(32),
  });
  const trail: Parameters<typeof searchTrail>[0] = {
    findHead: () => Promise.resolve({ sequence: length, hash: Buffer.alloc(32) }),
    list: (after) => Promise.resolve([recordAt(after + 1)]),
    listBefore(sequence, limit) {
      reads += 1;
      const count = Math.min(limit, sequence - 1);
      return Promise.resolve(
        Array.from({ length: count }, (_, index) => recordAt(sequence - 1 - index)),
      );
    },
  };
  const first = await searchTrail(trail, { who: 'wanted' });
  assert.deepEqual([first.records.length, first.older], [0, length - searchedAtMost + 1]);
  assert.equal(reads, searchedAtMost / 500);
  const second = await searchTrail(trail, { who: 'wanted' }, first.older);
  assert.deepEqual(
    second.records.map(({ sequence }) => sequence),
    [3],
  );
  assert.equal(second.older, undefined);
  const page = await searchTrail(trail, {});
  assert.deepEqual([page.records.length, page.older], [recordsOnPage, length - recordsOnPage + 1]);
});

test('point 39: a verification names the first tampered record, and is recorded', async (context) => {
  const exchange = await open(context);
  const { database, write, checks, lastRecord } = exchange;
  for (let count = 1; count <= 5; count += 1) await write('receivers.set', `object ${count}`);
  assert.equal(await checks.find(), undefined);
  assert.equal(await checks.start(admin), true);
  await checks.ended();
  const whole = await checks.find();
  assert.deepEqual([whole?.isRunning, whole?.records, whole?.fault], [false, 5, undefined]);
  assert.equal((await lastRecord())?.outcome, 'ok');
  const tampered = createTrailChecks({
    ...exchange,
    database: {
      ...database,
      audit: {
        ...database.audit,
        listStored: async (after, limit) =>
          (await database.audit.listStored(after, limit)).map((record) =>
            record.sequence === 3 ? { ...record, object: 'another' } : record,
          ),
      },
    },
    trailAnchor: noAnchor,
    onFault(error) {
      throw error;
    },
  });
  assert.equal(await tampered.start(admin), true);
  await tampered.ended();
  const faulty = await checks.find();
  assert.deepEqual([faulty?.fault?.sequence, faulty?.records], [3, 2]);
  const record = await lastRecord();
  assert.deepEqual(
    [record?.action, record?.outcome, record?.actor, record?.details],
    ['audit.verified', 'failed', admin.name, { records: 2, firstFault: 3 }],
  );
});

test('one verification runs at a time, and one whose process died does not block the next', async (context) => {
  const { database, write, checks, clock } = await open(context);
  await write('receivers.set', 'x');
  assert.equal(await checks.start(admin), true);
  assert.equal(await checks.start(admin), false);
  await checks.ended();
  const now = clock.now();
  const dead = { by: 'x', startedAt: now, seenAt: now, records: 0 };
  await database.installationValues.set('audit.check', JSON.stringify(dead));
  assert.equal(await checks.start(admin), false);
  clock.advance(minute);
  assert.equal((await checks.find())?.isRunning, false);
  assert.equal(await checks.start(admin), true);
  await checks.ended();
});

test('a verification ends when the server stops', async (context) => {
  const { write, checks } = await open(context);
  await write('receivers.set', 'x');
  await checks.start(admin);
  await checks.stop();
  assert.equal((await checks.find())?.endedAt, undefined);
});

test('storage says what is stored, when it expires, and is measured again after a while', async (context) => {
  const { database, alice, clock } = await open(context);
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

test('a day is sampled once, and a full disk is foretold from a week of growth on', async (context) => {
  const { database, clock } = await open(context);
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
  const exchange = await open(context);
  const { database, clock, write, checks } = exchange;
  let freeBytes = 1e12;
  const storage = createStorage({
    database,
    blobs: { freeBytes: () => Promise.resolve(freeBytes) },
    clock,
    defaultQuotaBytes: undefined,
  });
  const read = () => readOverview({ database, storage, trailChecks: checks, clock });
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
  const { database, clock, write, checks } = await open(context);
  const storage = createStorage({
    ...{ database, clock, defaultQuotaBytes: undefined },
    blobs: { freeBytes: () => Promise.resolve(undefined) },
  });
  const read = () => readOverview({ database, storage, trailChecks: checks, clock });
  await write('receivers.set', 'x');
  clock.advance(29 * day);
  assert.deepEqual((await read()).findings, []);
  clock.advance(2 * day);
  assert.deepEqual((await read()).findings, ['trail_unverified']);
});
