import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { actor, oneDay, openExchange, readAll } from '../../testing/exchange-fixture.ts';
import { day, hour } from '../model/clock.ts';
import type { DispatchReceiver } from '../model/dispatch.ts';
import { readerOf, idFor } from '../../testing/samples.ts';

/** Alice sends a file to Bob, who has an account, and to Zoe, who has none. */
async function open(context: TestContext) {
  const exchange = await openExchange(context);
  const { addAccount, choose, upload, dispatching, database, linkDownloads, linkSecret } = exchange;
  const alice = await addAccount('alice@example.com');
  const bobsAccount = await addAccount('bob@example.com');
  await choose(alice, 'bob@example.com', 'zoe@example.com');
  await upload(alice, { 'a.txt': 'hello' });
  await dispatching.createDrop(actor, alice, oneDay);
  const [overview] = await database.dispatches.list({ limit: 1 });
  const [bob, zoe] = overview?.receivers ?? [];
  assert.ok(overview && bob && zoe);

  async function opens(receiver: DispatchReceiver, generation = 0): Promise<boolean> {
    const delivery = await linkDownloads.findByLink(linkSecret(receiver.id, generation));
    const [file] = delivery?.isLocked === false ? await linkDownloads.listFiles(delivery) : [];
    return (
      file !== undefined && (await readAll((await linkDownloads.open(file)).read(0, 5))) === 'hello'
    );
  }

  async function lastRecord() {
    const [record] = await database.audit.listNewest(1);
    return record;
  }

  const drop = overview.dispatch;
  return { ...exchange, alice, bobsAccount, drop, bob, zoe, opens, lastRecord };
}

test('the sender is told what the operator ended, for one receiver or for all', async (context) => {
  const { control, drop, bob, zoe, alice, database } = await open(context);
  await control.revokeReceiver(actor, drop.id, zoe.email);
  await control.revoke(actor, drop.id);
  const notices = (await database.outbox.list(9)).filter(({ kind }) => kind === 'revoked');
  assert.deepEqual(
    notices.map(({ to, receiverId }) => [to, receiverId]),
    [
      [alice.email, bob.id],
      [alice.email, zoe.id],
    ],
  );
});

describe('revoking a drop', () => {
  test('kills every link, empties inboxes and destroys the keys at once', async (context) => {
    const { control, drop, bob, zoe, bobsAccount, opens, database, inbox, lastRecord } =
      await open(context);
    assert.ok((await opens(bob)) && (await opens(zoe)));
    await control.revoke(actor, drop.id);
    assert.ok(!(await opens(bob)) && !(await opens(zoe)));
    assert.deepEqual((await inbox.readHistory(readerOf(bobsAccount))).inbox, []);
    assert.deepEqual(await database.files.listUsedBuckets(), []);
    assert.notEqual((await control.get(drop.id)).endedAt, undefined);
    const record = await lastRecord();
    assert.deepEqual(
      [record?.action, record?.object, record?.details],
      ['dispatch.revoked', drop.id, { files: 1, uploads: 0 }],
    );
  });

  test('for one receiver leaves the others theirs', async (context) => {
    const { control, drop, bob, zoe, bobsAccount, opens, inbox, lastRecord } = await open(context);
    const { inbox: before } = await inbox.readHistory(readerOf(bobsAccount));
    await control.revokeReceiver(actor, drop.id, 'BOB@example.com');
    assert.ok(!(await opens(bob)));
    assert.ok(await opens(zoe));
    assert.deepEqual((await inbox.readHistory(readerOf(bobsAccount))).inbox, []);
    const opening = inbox.openFile(readerOf(bobsAccount), before[0]?.token ?? '', 'a.txt');
    await assert.rejects(opening, { code: 'not_found' });
    const record = await lastRecord();
    assert.deepEqual(
      [record?.action, record?.details],
      ['dispatch.receiver_revoked', { receiver: bob.email, uploads: 0 }],
    );
  });
});

describe('extending a drop', () => {
  test('leaves a time to live that then holds, in the unit of the one who sent', async (context) => {
    const exchange = await open(context);
    const { control, drop, database, clock } = exchange;
    await control.extend(actor, drop.id, drop.createdAt + 10 * day);
    assert.equal((await database.dispatches.find(drop.id))?.dispatch.ttl, '864000');

    const alice = await exchange.addAccount('counts-days@example.com');
    await exchange.choose(alice, 'zoe@example.com');
    await exchange.upload(alice, { 'a.txt': 'a' });
    const terms = { lifetimeMs: day, ttl: '1', ttlUnit: 'days' as const, message: undefined };
    await exchange.dispatching.createDrop(actor, alice, terms);
    const [entry] = await database.dispatches.listHistory(alice.id);
    assert.ok(entry);
    await control.extend(actor, entry.dispatch.id, clock.now() + 7 * day + 12 * hour);
    const { dispatch } = await control.get(entry.dispatch.id);
    assert.deepEqual([dispatch.ttl, dispatch.ttlUnit], ['7.5', 'days']);
  });

  test('keeps it open past its old end, also once the key of the old day is gone', async (context) => {
    const { control, drop, zoe, opens, clock, expiry, keyRing } = await open(context);
    await control.extend(actor, drop.id, drop.createdAt + 10 * day);
    clock.advance(3 * day);
    assert.equal(await expiry.endDueDispatches(), 0);
    assert.ok(await opens(zoe));
    assert.ok((await keyRing.buckets()).includes('expiry-2026-11-16'));
    await expiry.destroySpentKeys();
    clock.advance(3 * day);
    await expiry.destroySpentKeys();
    assert.ok(!(await keyRing.buckets()).includes('expiry-2026-11-16'));
    assert.ok(await opens(zoe));
    clock.advance(4 * day);
    assert.ok(!(await opens(zoe)));
    assert.equal(await expiry.endDueDispatches(), 1);
    clock.advance(2 * day);
    await expiry.destroySpentKeys();
    clock.advance(3 * day);
    await expiry.destroySpentKeys();
    assert.deepEqual(await keyRing.buckets(), []);
  });

  test('can bring its end nearer', async (context) => {
    const { control, drop, zoe, opens, clock, expiry } = await open(context);
    await control.extend(actor, drop.id, clock.now() + hour);
    clock.advance(hour - 1);
    assert.ok(await opens(zoe));
    clock.advance(1);
    assert.ok(!(await opens(zoe)));
    assert.equal(await expiry.endDueDispatches(), 1);
  });

  test('is refused for the past and beyond the longest life', async (context) => {
    const { control, drop, clock, lastRecord } = await open(context);
    const longest = drop.createdAt + 30 * day;
    clock.advance(hour);
    const head = await lastRecord();
    for (const expiresAt of [clock.now(), 0, longest + 1, NaN]) {
      await assert.rejects(control.extend(actor, drop.id, expiresAt), { code: 'invalid' });
    }
    assert.deepEqual(await control.get(drop.id).then(({ dispatch }) => dispatch), drop);
    assert.deepEqual(await lastRecord(), head);
    await control.extend(actor, drop.id, longest);
    assert.equal((await control.get(drop.id)).dispatch.expiresAt, longest);
  });
});

describe('sending a link again', () => {
  test('gives each receiver a new link by mail, and the old one is dead', async (context) => {
    const { control, drop, bob, zoe, opens, database, lastRecord } = await open(context);
    const before = await database.outbox.countWaiting();
    await control.resend(actor, drop.id);
    for (const receiver of [bob, zoe]) {
      assert.ok(!(await opens(receiver, 0)));
      assert.ok(await opens(receiver, 1));
      const mails = await database.outbox.listFor(receiver.id);
      assert.deepEqual(
        mails.filter(({ to }) => to === receiver.email).map(({ kind, to }) => [kind, to]),
        [
          ['download', receiver.email],
          ['download', receiver.email],
        ],
      );
    }
    assert.equal(await database.outbox.countWaiting(), before + 3, 'the sender is told, too');
    const record = await lastRecord();
    assert.deepEqual([record?.action, record?.details], ['dispatch.resent', { receivers: 2 }]);
  });

  test('to one receiver leaves the link of the others', async (context) => {
    const { control, drop, bob, zoe, opens, database } = await open(context);
    await control.resend(actor, drop.id, 'zoe@example.com');
    assert.ok(!(await opens(zoe, 0)) && (await opens(zoe, 1)) && (await opens(bob, 0)));
    assert.equal((await database.outbox.listFor(bob.id)).length, 1);
  });

  test('to all leaves out whose link was revoked, who can be named', async (context) => {
    const { control, drop, bob, zoe, opens, database } = await open(context);
    await control.revokeReceiver(actor, drop.id, bob.email);
    await control.resend(actor, drop.id);
    const toBob = (await database.outbox.listFor(bob.id)).filter(({ to }) => to === bob.email);
    assert.equal(toBob.length, 1);
    assert.ok(!(await opens(bob, 1)) && (await opens(zoe, 1)));
    await control.revokeReceiver(actor, drop.id, zoe.email);
    await assert.rejects(control.resend(actor, drop.id), { code: 'invalid' });
    await control.resend(actor, drop.id, bob.email);
    assert.ok(await opens(bob, 1));
  });

  test('of a grant is a link to its upload page', async (context) => {
    const { control, alice, choose, dispatching, database } = await open(context);
    await choose(alice, 'zoe@example.com');
    await dispatching.createGrant(actor, alice, oneDay);
    const [grant] = await control.list(1);
    assert.equal(grant?.dispatch.kind, 'grant');
    await control.resend(actor, grant.dispatch.id);
    const newest = await database.outbox.list(2);
    assert.deepEqual(newest.map(({ kind }) => kind).sort(), ['resent', 'upload']);
  });
});

test('what has ended stays so, whatever is asked of it', async (context) => {
  const { control, drop, clock, lastRecord, database } = await open(context);
  const verbs = [
    () => control.revoke(actor, drop.id),
    () => control.revokeReceiver(actor, drop.id, 'zoe@example.com'),
    () => control.extend(actor, drop.id, clock.now() + hour),
    () => control.resend(actor, drop.id),
  ];
  clock.advance(day);
  const head = await lastRecord();
  for (const verb of verbs) await assert.rejects(verb(), { code: 'dispatch_ended' });
  clock.jump(-day);
  await database.dispatches.end(drop.id, clock.now());
  for (const verb of verbs) await assert.rejects(verb(), { code: 'dispatch_ended' });
  assert.deepEqual(await lastRecord(), head);
  assert.equal(await database.outbox.countWaiting(), 2);
});

test('nothing is done to what is not there', async (context) => {
  const { control, drop } = await open(context);
  for (const id of [idFor<typeof drop.id>('no such drop'), 'x' as typeof drop.id]) {
    await assert.rejects(control.get(id), { code: 'unknown_dispatch' });
    await assert.rejects(control.revoke(actor, id), { code: 'unknown_dispatch' });
  }
  const stranger = 'stranger@example.com';
  await assert.rejects(control.revokeReceiver(actor, drop.id, stranger), { code: 'invalid' });
  await assert.rejects(control.resend(actor, drop.id, stranger), { code: 'invalid' });
});
