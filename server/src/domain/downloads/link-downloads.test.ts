import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { actor, oneDay, openExchange, readAll } from '../../testing/exchange-fixture.ts';
import { day } from '../model/clock.ts';
import type { DispatchReceiver } from '../model/dispatch.ts';
import type { OpenDelivery, ShownFile } from './link-downloads.ts';
import { createLinkDownloads } from './link-downloads.ts';

type Outcome = 'complete' | 'aborted' | 'damaged';

/** Alice sends two files of ten bytes and an empty one to Zoe and Adam. */
async function open(context: TestContext) {
  const exchange = await openExchange(context);
  const { addAccount, choose, upload, dispatching, database, linkDownloads, linkSecret } = exchange;
  const alice = await addAccount('alice@example.com');
  await choose(alice, 'zoe@example.com', 'adam@example.com');
  await upload(alice, { 'a.txt': '0123456789', 'b.txt': 'abcdefghij', 'empty.txt': '' });
  await dispatching.createDrop(actor, alice, oneDay);
  const [overview] = await database.dispatches.list({ limit: 1 });
  const [zoe, adam] = overview?.receivers ?? [];
  assert.ok(overview && zoe && adam);

  async function look(receiver: DispatchReceiver): Promise<OpenDelivery | undefined> {
    const delivery = await linkDownloads.findByLink(linkSecret(receiver.id, 0));
    return delivery?.isLocked === false ? delivery : undefined;
  }

  async function shown(receiver: DispatchReceiver): Promise<ShownFile[]> {
    const delivery = await look(receiver);
    return delivery === undefined ? [] : await linkDownloads.listShown(delivery);
  }

  /** Sends a receiver a part of a file. */
  async function fetch(
    receiver: DispatchReceiver,
    name: string,
    [start, end]: [number, number],
    outcome: Outcome = 'complete',
  ): Promise<void> {
    const delivery = await database.dispatches.findByReceiver(receiver.id);
    const file = files.find((candidate) => candidate.name === name);
    assert.ok(delivery && file);
    await linkDownloads.recordTransfer(actor, delivery, file, {
      span: { start, end },
      outcome,
      wasAskedFor: true,
    });
  }

  async function fetchAll(receiver: DispatchReceiver): Promise<void> {
    await fetch(receiver, 'a.txt', [0, 10]);
    await fetch(receiver, 'b.txt', [0, 10]);
    await fetch(receiver, 'empty.txt', [0, 0]);
  }

  async function completed(receiver: DispatchReceiver): Promise<string[]> {
    const downloads = await database.downloads.listFor(receiver.id);
    return files
      .filter(({ id }) =>
        downloads.some(({ fileId, completedAt }) => fileId === id && completedAt !== undefined),
      )
      .map(({ name }) => name);
  }

  async function receipts(): Promise<(string | undefined)[]> {
    const mails = await database.outbox.list(100);
    return mails.filter(({ kind }) => kind === 'receipt').map(({ receiverId }) => receiverId);
  }

  const files = await database.files.listInDispatch(overview.dispatch.id);
  const drop = overview.dispatch;
  return { ...exchange, alice, drop, zoe, adam, look, shown, fetch, fetchAll, completed, receipts };
}

describe('a link', () => {
  test('shows the drop and its files, and looking changes nothing', async (context) => {
    const { look, zoe, shown, database, linkDownloads } = await open(context);
    const head = await database.audit.findHead();
    const delivery = await look(zoe);
    assert.equal(delivery?.receiver.email, 'zoe@example.com');
    assert.equal(delivery.sender.email, 'alice@example.com');
    assert.deepEqual(
      (await shown(zoe)).map(({ name, downloadedAt }) => [name, downloadedAt]),
      [
        ['a.txt', undefined],
        ['b.txt', undefined],
        ['empty.txt', undefined],
      ],
    );
    const [file] = await linkDownloads.listFiles(delivery);
    assert.ok(file);
    assert.equal(await readAll((await linkDownloads.open(file)).read(2, 6)), '2345');
    assert.deepEqual(await database.audit.findHead(), head);
    assert.deepEqual(await database.downloads.listFor(zoe.id), []);
  });

  test('leads nowhere when it is unknown, dead or over, or is of a grant', async (context) => {
    const parts = await open(context);
    const { alice, look, zoe, adam, drop, linkDownloads, database, clock, control } = parts;
    assert.equal(await linkDownloads.findByLink('no such secret'), undefined);
    await control.revokeReceiver(actor, drop.id, zoe.email);
    assert.equal(await look(zoe), undefined);
    assert.notEqual(await look(adam), undefined);
    clock.advance(day);
    assert.equal(await look(adam), undefined);

    await parts.choose(alice, 'zoe@example.com');
    await parts.dispatching.createGrant(actor, alice, oneDay);
    const [grant] = await database.dispatches.list({ limit: 1 });
    const [lent] = grant?.receivers ?? [];
    assert.ok(lent?.linkHash);
    assert.equal(await look(lent), undefined);
  });
});

describe('a download', () => {
  test('counts once per receiver and file, at its first completion', async (context) => {
    const { fetch, zoe, adam, completed, shown, clock, database } = await open(context);
    await fetch(zoe, 'a.txt', [0, 10]);
    const firstAt = clock.now();
    clock.advance(1000);
    await fetch(zoe, 'a.txt', [0, 10]);
    assert.deepEqual(await completed(zoe), ['a.txt']);
    assert.deepEqual(await completed(adam), []);
    assert.equal((await shown(zoe))[0]?.downloadedAt, firstAt);
    const records = await database.audit.listNewest(2);
    assert.deepEqual(
      records.map(({ action, details }) => [action, details['completes']]),
      [
        ['file.fetched', true],
        ['file.fetched', false],
      ],
    );
  });

  test('is shown to whoever looks while it is being written down', async (context) => {
    const { fetch, zoe, look, downloadLog, ...parts } = await open(context);
    const linkDownloads = createLinkDownloads({
      ...parts,
      downloadLog: {
        ...downloadLog,
        async flushedSoon(receiverId) {
          assert.equal(receiverId, zoe.id);
          await fetch(zoe, 'a.txt', [0, 10]);
        },
      },
    });
    const [file] = await linkDownloads.listShown((await look(zoe)) ?? assert.fail());
    assert.notEqual(file?.downloadedAt, undefined);
  });

  test('completes with the last missing range, in any order', async (context) => {
    const { fetch, zoe, completed } = await open(context);
    await fetch(zoe, 'a.txt', [7, 10]);
    await fetch(zoe, 'a.txt', [0, 3]);
    await fetch(zoe, 'a.txt', [2, 6]);
    assert.deepEqual(await completed(zoe), []);
    await fetch(zoe, 'a.txt', [6, 7]);
    assert.deepEqual(await completed(zoe), ['a.txt']);
  });

  test('that broke off completes when the rest is fetched', async (context) => {
    const { fetch, zoe, completed } = await open(context);
    await fetch(zoe, 'a.txt', [0, 6], 'aborted');
    assert.deepEqual(await completed(zoe), []);
    await fetch(zoe, 'a.txt', [6, 10]);
    assert.deepEqual(await completed(zoe), ['a.txt']);
  });

  test('that broke off or was damaged never completes by itself', async (context) => {
    const { fetch, zoe, completed, database, receipts } = await open(context);
    for (const name of ['a.txt', 'b.txt']) {
      await fetch(zoe, name, [0, 10], 'aborted');
      await fetch(zoe, name, [0, 10], 'damaged');
    }
    await fetch(zoe, 'empty.txt', [0, 0], 'aborted');
    assert.deepEqual(await completed(zoe), []);
    assert.deepEqual(await receipts(), []);
    const records = await database.audit.listNewest(3);
    assert.deepEqual(
      records.map(({ action, outcome }) => [action, outcome]),
      [
        ['file.fetched', 'failed'],
        ['file.integrity_failed', 'failed'],
        ['file.fetched', 'failed'],
      ],
    );
  });

  test('of one receiver helps no other', async (context) => {
    const { fetch, zoe, adam, completed } = await open(context);
    await fetch(zoe, 'a.txt', [0, 5]);
    await fetch(adam, 'a.txt', [5, 10]);
    assert.deepEqual([await completed(zoe), await completed(adam)], [[], []]);
  });
});

describe('a receipt', () => {
  test('is written once for each receiver, with the last file', async (context) => {
    const { fetch, fetchAll, zoe, adam, receipts, database, alice } = await open(context);
    await fetch(zoe, 'b.txt', [0, 10]);
    await fetch(zoe, 'a.txt', [0, 10]);
    assert.deepEqual(await receipts(), []);
    await fetch(zoe, 'empty.txt', [0, 0]);
    assert.deepEqual(await receipts(), [zoe.id]);
    await fetchAll(zoe);
    assert.deepEqual(await receipts(), [zoe.id]);
    await fetchAll(adam);
    assert.deepEqual(await receipts(), [adam.id, zoe.id]);
    const [newest] = await database.outbox.list(1);
    assert.deepEqual([newest?.to, newest?.accountId], [alice.email, alice.id]);
  });

  test('is not written for an account that wants none', async (context) => {
    const { fetchAll, zoe, alice, receipts, completed, database } = await open(context);
    await database.accounts.setNotices(alice.id, { receipts: false, reminders: true });
    await fetchAll(zoe);
    assert.equal((await completed(zoe)).length, 3);
    assert.deepEqual(await receipts(), []);
  });

  test('is not written for a part of a drop that ended on the way', async (context) => {
    const { fetch, zoe, drop, control, completed, receipts } = await open(context);
    await control.revoke(actor, drop.id);
    await fetch(zoe, 'a.txt', [0, 10]);
    assert.deepEqual(await completed(zoe), ['a.txt']);
    assert.deepEqual(await receipts(), []);
  });
});
