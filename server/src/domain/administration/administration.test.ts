import assert from 'node:assert/strict';
import { test } from 'node:test';
import { day, minute } from '../model/clock.ts';
import {
  idFor,
  sampleAccount,
  sampleDispatch,
  sampleFile,
  sampleReceiver,
} from '../../testing/samples.ts';
import { addMails, admin, noAnchor, openAdministration } from './administration-fixture.ts';
import { recordsOnPage, searchTrail, searchedAtMost } from './audit-search.ts';
import { dropsOnPage } from './drop-figures.ts';
import { mailsOnPage } from './outbox-administration.ts';
import { createTrailChecks } from './trail-checks.ts';

test('failed messages are sent again, one or all, and each act is recorded', async (context) => {
  const exchange = await openAdministration(context);
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
  const exchange = await openAdministration(context);
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

test('messages come in pages that show each once', async (context) => {
  const exchange = await openAdministration(context);
  const ids = await addMails(exchange, mailsOnPage + 5);
  const first = await exchange.outbox.list({});
  const second = await exchange.outbox.list({ after: first.next });
  assert.equal(second.next, undefined);
  const shown = [...first.mails, ...second.mails].map(({ id }) => id);
  assert.deepEqual(shown, ids.toReversed());
});

test('the transfers of everybody come in pages, and those of one account by its address', async (context) => {
  const { database, alice, drops } = await openAdministration(context);
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

test('figures of transfers hold no name, no text and no address of a receiver', async (context) => {
  const { database, alice, drops } = await openAdministration(context);
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
  const { database, write, clock } = await openAdministration(context);
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

test('a search reads a bounded part of the trail, and goes on where it ended', async () => {
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

test('a verification names the first tampered record, and is recorded', async (context) => {
  const exchange = await openAdministration(context);
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
  const { database, write, checks, clock } = await openAdministration(context);
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
  const { write, checks } = await openAdministration(context);
  await write('receivers.set', 'x');
  await checks.start(admin);
  await checks.stop();
  assert.equal((await checks.find())?.endedAt, undefined);
});
