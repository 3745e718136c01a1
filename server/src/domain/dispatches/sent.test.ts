import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { actor, oneDay, openExchange } from '../../testing/exchange-fixture.ts';
import { idFor } from '../../testing/samples.ts';
import { day, hour } from '../model/clock.ts';
import type { SentFilter } from '../model/sent.ts';
import { dropsPerPage } from './sent.ts';

async function open(context: TestContext) {
  const exchange = await openExchange(context);
  const { sent } = exchange;
  const alice = await exchange.addAccount('alice@example.com');

  async function list(filter: SentFilter, text = '', after?: string) {
    return await sent.list(alice, { filter, text, after });
  }

  /** The ids of all pages. */
  async function listAll(filter: SentFilter, text = ''): Promise<string[]> {
    const ids: string[] = [];
    let after: string | undefined;
    do {
      const page = await list(filter, text, after);
      ids.push(...page.drops.map(({ dispatch }) => dispatch.id));
      after = page.more;
    } while (after !== undefined);
    return ids;
  }

  async function newest() {
    const [drop] = (await list('all')).drops;
    return drop ?? assert.fail();
  }

  return { ...exchange, alice, list, listAll, newest };
}

test('lists come page by page, each drop once', async (context) => {
  const { alice, send, list, listAll } = await open(context);
  for (let number = 0; number < dropsPerPage + 2; number += 1) {
    await send(alice, `r${number}@example.com`, { [`f${number}.txt`]: 'x' });
  }
  const first = await list('live');
  assert.equal(first.drops.length, dropsPerPage);
  assert.equal((await list('live', '', first.more)).drops.length, 2);
  const all = await listAll('all');
  assert.equal(new Set(all).size, dropsPerPage + 2);
  assert.deepEqual(await listAll('all', '.TXT'), all);
  assert.deepEqual((await listAll('all', 'f12.txt')).length, 1);
  assert.deepEqual(await listAll('ended', '.txt'), []);
  assert.equal((await list('all', 'r7@example')).drops[0]?.firstFile, 'f7.txt');
});

test('a drop counts as opened by a pressed button, a right code or a download only', async (context) => {
  const { alice, sent, linkDownloads, linkSecret, send, newest, clock, database } =
    await open(context);
  await send(alice, 'zoe@example.com', { 'a.txt': 'hello' });
  const { dispatch } = await newest();
  const openedAt = async () =>
    (await sent.follow(alice, dispatch.id, undefined)).receivers[0]?.openedAt;
  const { receivers } = (await database.dispatches.find(dispatch.id)) ?? assert.fail();
  const [zoe = assert.fail()] = receivers;
  const delivery = await linkDownloads.findByLink(linkSecret(zoe.id, 0));
  assert.ok(delivery?.isLocked === false);
  const [file = assert.fail()] = await linkDownloads.listShown(delivery);
  const span = { start: 0, end: 5 };
  const transfer = { outcome: 'complete', span, wasAskedFor: false } as const;
  await linkDownloads.recordTransfer(actor, delivery, file, transfer);
  assert.equal(await openedAt(), undefined);
  clock.advance(hour);
  await linkDownloads.markOpened(actor, delivery);
  const at = clock.now();
  assert.equal(await openedAt(), at);
  clock.advance(hour);
  await linkDownloads.recordTransfer(actor, delivery, file, { ...transfer, wasAskedFor: true });
  assert.equal(await openedAt(), at);
});

test('a download by itself, and a right code, mean that it was opened', async (context) => {
  const exchange = await open(context);
  const { alice, sent, linkDownloads, linkSecret, send, newest, clock, database } = exchange;
  const { secondFactor, codeFor } = exchange;
  for (const way of ['download', 'code'] as const) {
    await database.accounts.setSecondFactor(alice.id, way === 'code' ? 'email' : 'off');
    const account = (await database.accounts.findByEmail(alice.email)) ?? assert.fail();
    await send(account, 'zoe@example.com', { 'a.txt': 'hello' });
    const { dispatch } = await newest();
    const found = (await database.dispatches.find(dispatch.id)) ?? assert.fail();
    const [zoe = assert.fail()] = found.receivers;
    const delivery = (await linkDownloads.findByLink(linkSecret(zoe.id, 0))) ?? assert.fail();
    if (delivery.isLocked) {
      const browser = secondFactor.newBrowser();
      await secondFactor.ask(actor, delivery, { channel: 'email', browser });
      await secondFactor.verify(actor, delivery, { written: '1', browser });
      const before = await sent.follow(alice, dispatch.id, undefined);
      assert.equal(before.receivers[0]?.openedAt, undefined);
      const [mail = assert.fail()] = await database.outbox.list(1);
      const written = codeFor(mail.id);
      assert.ok(await secondFactor.verify(actor, delivery, { written, browser }));
    } else {
      const [file = assert.fail()] = await linkDownloads.listFiles(delivery);
      const span = { start: 0, end: 2 };
      const transfer = { outcome: 'aborted', span, wasAskedFor: true } as const;
      await linkDownloads.recordTransfer(actor, delivery, file, transfer);
    }
    const after = await sent.follow(alice, dispatch.id, undefined);
    assert.equal(after.receivers[0]?.openedAt, clock.now());
  }
});

test('each receiver’s state is told: mailed, refused with the reason, fetched, revoked', async (context) => {
  const exchange = await open(context);
  const { alice, sent, choose, upload, dispatching, database, newest, clock } = exchange;
  const emails = ['mailed', 'refused', 'waiting', 'revoked', 'unwanted'].map(
    (name) => `${name}@example.com`,
  );
  await choose(alice, ...emails);
  await upload(alice, { 'a.txt': 'a', 'b.txt': 'b' });
  await dispatching.createDrop(actor, alice, oneDay);
  const { dispatch } = await newest();
  const settled = new Map([
    ['mailed@example.com', 'sent'],
    ['refused@example.com', 'refused'],
    ['unwanted@example.com', 'suppressed'],
  ] as const);
  for (const mail of await database.outbox.list(9)) {
    const state = [...settled].find(([to]) => to === mail.to)?.[1];
    if (state !== undefined) await database.outbox.settle(mail.id, state, clock.now(), '550 no');
  }
  const found = await database.dispatches.find(dispatch.id);
  const revoked = found?.receivers[3] ?? assert.fail();
  await exchange.senderControl.of(alice, 'drop').revokeReceiver(actor, dispatch.id, revoked.id);
  const { receivers, events } = await sent.follow(alice, dispatch.id, undefined);
  assert.deepEqual(
    receivers.map(({ mail, hasLink, revokedAt }) => [
      mail?.state,
      mail?.reason,
      hasLink,
      revokedAt !== undefined,
    ]),
    [
      ['sent', undefined, true, false],
      ['refused', '550 no', true, false],
      ['waiting', undefined, true, false],
      ['waiting', undefined, false, true],
      ['unwanted', undefined, true, false],
    ],
  );
  assert.deepEqual(
    new Set(events.map(({ what }) => what)),
    new Set(['sent', 'mailed', 'refused', 'revoked']),
  );
  clock.advance(day);
  const ended = await sent.follow(alice, dispatch.id, undefined);
  assert.equal(ended.events[0]?.what, 'expired');
  assert.ok(ended.receivers.every(({ hasLink }) => !hasLink));
});

test('the history has extensions and receivers that were added, and counts all receivers', async (context) => {
  const { alice, sent, send, newest, senderControl, clock } = await open(context);
  await send(alice, 'zoe@example.com', { 'a.txt': 'a' });
  const { dispatch } = await newest();
  const verbs = senderControl.of(alice, 'drop');
  clock.advance(hour);
  const expiresAt = clock.now() + 3 * day;
  await verbs.extend(actor, dispatch.id, expiresAt);
  clock.advance(hour);
  await verbs.addReceiver(actor, dispatch.id, 'late@example.com');
  const { events, receivers, drop } = await sent.follow(alice, dispatch.id, undefined);
  const told = events.map(({ what, receiver, expiresAt: end }) => [what, receiver?.email, end]);
  assert.deepEqual(told.slice(0, 2), [
    ['added', 'late@example.com', undefined],
    ['extended', undefined, expiresAt],
  ]);
  assert.equal(drop.allReceivers, receivers.length);
  const [first = assert.fail()] = receivers;
  await verbs.revokeReceiver(actor, dispatch.id, first.id);
  const after = await sent.follow(alice, dispatch.id, undefined);
  assert.deepEqual([after.drop.allReceivers, after.drop.receiverCount], [2, 1]);
});

test('what another account sent is not found', async (context) => {
  const { addAccount, send, sent, alice, newest } = await open(context);
  await send(alice, 'zoe@example.com', { 'a.txt': 'a' });
  const eve = await addAccount('eve@example.com');
  const { dispatch } = await newest();
  for (const id of [dispatch.id, idFor('missing'), 'x']) {
    await assert.rejects(sent.get(eve, id), { code: 'not_found' });
    await assert.rejects(sent.follow(eve, id, undefined), { code: 'not_found' });
    await assert.rejects(sent.getReceiver(eve, id, idFor('x')), { code: 'not_found' });
  }
  assert.deepEqual((await sent.list(eve, { filter: 'all', text: '', after: undefined })).drops, []);
  const parts = await Array.fromAsync(sent.exportAll(eve));
  assert.deepEqual(parts, []);
});

test('the news are what ends soon without being fetched, what was refused, and the newest', async (context) => {
  const { alice, send, sent, database, clock } = await open(context);
  await send(alice, 'soon@example.com', { 'a.txt': 'a' }, day);
  await send(alice, 'later@example.com', { 'b.txt': 'b' }, 9 * day);
  const [mail = assert.fail()] = await database.outbox.list(1);
  await database.outbox.settle(mail.id, 'refused', clock.now(), 'no');
  const { ending, undelivered, newest } = await sent.readNews(alice);
  assert.deepEqual(
    [ending, undelivered, newest].map((drops) => drops.map(({ firstFile }) => firstFile)),
    [['a.txt'], ['b.txt'], ['b.txt', 'a.txt']],
  );
});

test('an export has every drop with its receivers, a part at a time', async (context) => {
  const { alice, send, sent } = await open(context);
  for (let number = 0; number < 52; number += 1) {
    await send(alice, `r${number}@example.com`, { 'a.txt': 'x' });
  }
  const parts = await Array.fromAsync(sent.exportAll(alice));
  assert.deepEqual(
    parts.map(({ length }) => length),
    [50, 2],
  );
  const receivers = parts.flat().map((entry) => entry.receivers.map(({ email }) => email));
  assert.deepEqual(receivers[0], ['r51@example.com']);
  assert.deepEqual(receivers.at(-1), ['r0@example.com']);
});
