import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import type { Exchange } from '../../testing/exchange-fixture.ts';
import { actor, oneDay, openExchange } from '../../testing/exchange-fixture.ts';
import type { Account } from '../model/account.ts';
import { day, hour } from '../model/clock.ts';
import type { DispatchOverview, DispatchReceiver } from '../model/dispatch.ts';
import { createReminding } from './reminding.ts';

const week = { ...oneDay, lifetimeMs: 7 * day };

async function sendDrop(
  { choose, upload, dispatching, database }: Exchange,
  account: Account,
  lifetimeMs = week.lifetimeMs,
): Promise<DispatchOverview> {
  await choose(account, 'zoe@example.com', 'adam@example.com');
  await upload(account, { 'a.txt': 'a', 'b.txt': 'b' });
  await dispatching.createDrop(actor, account, { ...week, lifetimeMs });
  const [overview] = await database.dispatches.list({ limit: 1 });
  assert.ok(overview);
  return overview;
}

/** Alice sent two files to Zoe and Adam, for a week. */
async function open(context: TestContext, remindBeforeMs = day) {
  const exchange = await openExchange(context);
  const { database, linkDownloads, addAccount } = exchange;
  const alice = await addAccount('alice@example.com');
  const { dispatch: drop, receivers } = await sendDrop(exchange, alice);
  const [zoe, adam] = receivers;
  assert.ok(zoe && adam);

  /** The receiver downloads this many of the files. */
  async function fetch(receiver: DispatchReceiver, count: number): Promise<void> {
    const delivery = await database.dispatches.findByReceiver(receiver.id);
    assert.ok(delivery);
    for (const file of (await database.files.listInDispatch(drop.id)).slice(0, count)) {
      const span = { start: 0, end: file.sizeBytes };
      await linkDownloads.recordTransfer(actor, delivery, file, {
        span,
        outcome: 'complete',
        wasAskedFor: true,
      });
    }
  }

  /** Who got mails of this kind, oldest first. */
  async function mailed(kind: string): Promise<string[]> {
    const mails = (await database.outbox.list(100)).reverse();
    return mails.filter((mail) => mail.kind === kind).map(({ to }) => to);
  }

  const reminding = createReminding({ ...exchange, remindBeforeMs });
  const remindReceivers = () => reminding.remindReceivers();
  return { ...exchange, alice, drop, zoe, adam, fetch, mailed, remindReceivers };
}

describe('a reminder', () => {
  test('goes once to each receiver who lacks a file, a day before the end', async (context) => {
    const { clock, fetch, zoe, adam, mailed, remindReceivers, database } = await open(context);
    await fetch(zoe, 2);
    await fetch(adam, 1);
    clock.advance(6 * day);
    assert.equal(await remindReceivers(), 0);
    clock.advance(1);
    assert.equal(await remindReceivers(), 1);
    clock.advance(hour);
    assert.equal(await remindReceivers(), 0);
    assert.deepEqual(await mailed('reminder'), [adam.email]);
    const [mail] = await database.outbox.listFor(adam.id);
    assert.deepEqual([mail?.kind, mail?.state], ['reminder', 'waiting']);
  });

  test('is not repeated when it was sent, nor when the end is put off', async (context) => {
    const { clock, drop, control, mailed, remindReceivers, database } = await open(context);
    clock.advance(6 * day + hour);
    assert.equal(await remindReceivers(), 2);
    for (const { id } of await database.outbox.list(100)) {
      await database.outbox.settle(id, 'sent', clock.now());
    }
    assert.equal(await remindReceivers(), 0);
    await control.extend(actor, drop.id, drop.expiresAt + 7 * day);
    clock.advance(7 * day);
    assert.equal(await remindReceivers(), 0);
    assert.equal((await mailed('reminder')).length, 2);
  });

  test('is not written for a drop that lives less than twice as long', async (context) => {
    const exchange = await open(context);
    const { alice, drop, clock, control, remindReceivers, database } = exchange;
    await control.revoke(actor, drop.id);
    await sendDrop(exchange, alice, 2 * day - 1);
    const { dispatch } = await sendDrop(exchange, alice, 2 * day);
    clock.advance(day + 1);
    assert.equal(await remindReceivers(), 2);
    const [mail] = await database.outbox.list(1);
    assert.ok(mail?.receiverId);
    const delivery = await database.dispatches.findByReceiver(mail.receiverId);
    assert.equal(delivery?.dispatch.id, dispatch.id);
  });

  test('is not written to whose link was revoked, nor for what has ended', async (context) => {
    const { clock, drop, zoe, adam, control, mailed, remindReceivers } = await open(context);
    await control.revokeReceiver(actor, drop.id, zoe.email);
    clock.advance(6 * day + hour);
    assert.equal(await remindReceivers(), 1);
    assert.deepEqual(await mailed('reminder'), [adam.email]);
  });

  test('is not written for a drop that mails nobody', async (context) => {
    const { clock, choose, upload, dispatching, alice, mailed, remindReceivers, zoe, adam } =
      await open(context);
    await choose(alice, 'bob@example.com');
    await upload(alice, { 'c.txt': 'c' });
    await dispatching.createDrop(actor, alice, { ...week, notify: 'none' });
    assert.deepEqual(await mailed('download'), [zoe.email, adam.email]);
    clock.advance(6 * day + 1);
    assert.equal(await remindReceivers(), 2);
    assert.deepEqual((await mailed('reminder')).toSorted(), [adam.email, zoe.email]);
  });

  test('comes too late for a drop that is over', async (context) => {
    const { clock, remindReceivers } = await open(context);
    clock.advance(7 * day);
    assert.equal(await remindReceivers(), 0);
  });

  test('is not written for an account that wants none, or where none are wanted', async (context) => {
    const exchange = await open(context);
    const { clock, alice, database, remindReceivers } = exchange;
    await database.accounts.setNotices(alice.id, { receipts: true, reminders: false });
    clock.advance(6 * day + hour);
    assert.equal(await remindReceivers(), 0);
    await database.accounts.setNotices(alice.id, { receipts: true, reminders: true });
    const never = createReminding({ ...exchange, remindBeforeMs: 0 });
    assert.equal(await never.remindReceivers(), 0);
    assert.equal(await remindReceivers(), 2);
  });
});

describe('when a drop expires', () => {
  test('its sender is told once of each receiver who lacks a file', async (context) => {
    const { clock, alice, expiry, fetch, zoe, adam, mailed, database } = await open(context);
    await fetch(zoe, 2);
    await fetch(adam, 1);
    clock.advance(7 * day - 1);
    await expiry.endDueDispatches();
    assert.deepEqual(await mailed('unfetched'), []);
    clock.advance(1);
    await expiry.endDueDispatches();
    await expiry.endDueDispatches();
    assert.deepEqual(await mailed('unfetched'), [alice.email]);
    assert.equal((await database.outbox.listFor(adam.id))[0]?.kind, 'unfetched');
  });

  test('its sender is told nothing of whose link was revoked', async (context) => {
    const { clock, drop, zoe, adam, control, expiry, database } = await open(context);
    await control.revokeReceiver(actor, drop.id, zoe.email);
    clock.advance(7 * day);
    await expiry.endDueDispatches();
    const told = (await database.outbox.list(100)).filter(({ kind }) => kind === 'unfetched');
    assert.deepEqual(
      told.map(({ receiverId }) => receiverId),
      [adam.id],
    );
  });

  test('its sender is told nothing when everybody has everything', async (context) => {
    const { clock, expiry, fetch, zoe, adam, mailed } = await open(context);
    await fetch(zoe, 2);
    await fetch(adam, 2);
    clock.advance(7 * day);
    await expiry.endDueDispatches();
    assert.deepEqual(await mailed('unfetched'), []);
  });

  test('a sender who wants no such mail is told nothing', async (context) => {
    const { clock, alice, expiry, mailed, database } = await open(context);
    await database.accounts.setNotices(alice.id, { receipts: true, reminders: false });
    clock.advance(7 * day);
    await expiry.endDueDispatches();
    assert.deepEqual(await mailed('unfetched'), []);
  });

  test('nothing is said of a grant, nor of a drop that was revoked', async (context) => {
    const { clock, alice, choose, dispatching, drop, control, expiry, mailed } =
      await open(context);
    await control.revoke(actor, drop.id);
    await choose(alice, 'zoe@example.com');
    await dispatching.createGrant(actor, alice, oneDay);
    clock.advance(7 * day);
    assert.equal(await expiry.endDueDispatches(), 1);
    assert.deepEqual(await mailed('unfetched'), []);
  });
});
