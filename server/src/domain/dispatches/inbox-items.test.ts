import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { actor, openExchange, readAll } from '../../testing/exchange-fixture.ts';
import { openGrantPages } from '../../testing/grant-pages.ts';
import { readerOf, idFor } from '../../testing/samples.ts';
import { day } from '../model/clock.ts';

const notFound = { code: 'not_found' };

/** Alice has sent two files to Bob, who has an account. */
async function open(context: TestContext) {
  const exchange = await openExchange(context);
  const alice = await exchange.addAccount('alice@example.com');
  const bob = await exchange.addAccount('bob@example.com');
  await exchange.send(alice, bob.email, { 'a.txt': 'hello', 'b.txt': 'bye' });
  const [item = assert.fail()] = await exchange.inboxItems.list(bob, 10);
  return { ...exchange, alice, bob, item };
}

test('an item is new until it was opened, and opening it again changes nothing', async (context) => {
  const { inboxItems, bob, item, clock } = await open(context);
  assert.equal(item.seenAt, undefined);
  assert.equal(item.senderEmail, 'alice@example.com');
  assert.deepEqual([item.files, item.bytes], [2, 8]);
  assert.equal(await inboxItems.countNew(bob), 1);
  await inboxItems.markSeen(item);
  const seen = await inboxItems.get(bob, item.token);
  clock.advance(1);
  await inboxItems.markSeen(seen);
  assert.deepEqual(await inboxItems.get(bob, item.token), seen);
  assert.equal(await inboxItems.countNew(bob), 0);
});

test('its files can be read, and what was read is recorded as from the API', async (context) => {
  const { inboxItems, bob, item, database } = await open(context);
  const [first = assert.fail()] = await inboxItems.listFiles(item);
  const file = await inboxItems.getFile(item, first.id);
  const opened = await inboxItems.open(file);
  assert.equal(await readAll(opened.read(1, 5)), 'ello');
  const span = { start: 0, end: file.sizeBytes };
  await inboxItems.recordDownload(actor, bob, item, file, { outcome: 'complete', span });
  const [after] = await inboxItems.listFiles(item);
  assert.ok(after?.downloadedAt);
  const [newest] = await database.audit.listNewest(1);
  assert.equal(newest?.action, 'file.downloaded');
  await assert.rejects(inboxItems.getFile(item, idFor('other')), notFound);
});

test('an item of another account is as a missing one', async (context) => {
  const { inboxItems, alice, item, database } = await open(context);
  const before = await database.audit.findHead();
  for (const token of [item.token, idFor<typeof item.token>('none'), '../etc']) {
    await assert.rejects(inboxItems.get(alice, token), notFound);
    await assert.rejects(inboxItems.remove(actor, alice, token), notFound);
  }
  assert.equal(await inboxItems.mayRead(alice, item), false);
  assert.deepEqual(await inboxItems.list(alice, 10, item.token), []);
  assert.deepEqual(await database.audit.findHead(), before);
});

test('to delete a drop ends the right of its receiver, and nobody else’s', async (context) => {
  const { inboxItems, inbox, alice, bob, item, control, database, linkDownloads, linkSecret } =
    await open(context);
  assert.equal(await inboxItems.mayRead(bob, item), true);
  await inboxItems.remove(actor, bob, item.token);
  assert.equal(await inboxItems.mayRead(bob, item), false);
  assert.deepEqual(await inboxItems.list(bob, 10), []);
  await assert.rejects(inbox.openFile(readerOf(bob), item.token, 'a.txt'), notFound);
  await assert.rejects(inboxItems.remove(actor, bob, item.token), notFound);
  assert.equal(await linkDownloads.findByLink(linkSecret(item.receiverId, 0)), undefined);
  const overview = await control.get(item.dispatchId);
  assert.equal(overview.endedAt, undefined);
  assert.equal(overview.dispatch.accountId, alice.id);
  assert.ok(await database.files.findInDispatch(item.dispatchId, 'a.txt'));
});

test('to delete what came through a request destroys the keys of its files', async (context) => {
  const page = await openGrantPages(context);
  const { inboxItems, alice, bob, grantOf, uploadWhole, grants, database } = page;
  const { id } = await uploadWhole('hello');
  await grants.send(actor, await grantOf(bob), [id], 'Here.');
  const [item = assert.fail()] = await inboxItems.list(alice, 10);
  assert.equal(item.kind, 'return');
  await inboxItems.remove(actor, alice, item.token);
  assert.deepEqual(await inboxItems.list(alice, 10), []);
  assert.equal(await database.files.findInDispatch(item.dispatchId, 'a.txt'), undefined);
  assert.deepEqual(await database.files.listGarbage('memory', 10), [id]);
});

test('a right to read ends with the item, the account, and the time', async (context) => {
  const { inboxItems, bob, item, database, clock } = await open(context);
  await database.accounts.setDisabled(bob.id, clock.now());
  assert.equal(await inboxItems.mayRead(bob, item), false);
  await database.accounts.setDisabled(bob.id, undefined);
  assert.equal(await inboxItems.mayRead(bob, item), true);
  clock.advance(day);
  assert.equal(await inboxItems.mayRead(bob, item), false);
});
