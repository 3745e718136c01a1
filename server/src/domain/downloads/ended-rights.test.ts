import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { actor, fileOf, oneDay, openExchange } from '../../testing/exchange-fixture.ts';
import { readerOf, idFor } from '../../testing/samples.ts';
import { createAccounts } from '../access/accounts.ts';
import { day, hour } from '../model/clock.ts';
import type { ApiKeyId } from '../model/ids.ts';

/** Alice has sent a file to Bob, who has an account, and to Zoe, who has not. Both read it. */
async function open(context: TestContext) {
  const exchange = await openExchange(context);
  const {
    addAccount,
    choose,
    upload,
    dispatching,
    database,
    linkDownloads,
    inbox,
    linkSecret,
    keyHasher,
  } = exchange;
  const alice = await addAccount('alice@example.com');
  const bob = await addAccount('bob@example.com');
  await choose(alice, bob.email, 'zoe@example.com');
  await upload(alice, { 'a.txt': 'hello' });
  await dispatching.createDrop(actor, alice, oneDay);
  const [overview] = await database.dispatches.list({ limit: 1 });
  const [toBob, toZoe] = overview?.receivers ?? [];
  assert.ok(overview && toBob && toZoe);
  const key = { hash: keyHasher.hash('key'), salt: undefined, createdAt: 0, expiresAt: undefined };
  const keyId = idFor<ApiKeyId>('key');
  await database.apiKeys.add({ ...key, id: keyId, accountId: bob.id });
  const opened = await inbox.openFile(readerOf(bob), toBob.inboxToken, 'a.txt');
  const accounts = createAccounts({ ...exchange, language: 'en' });

  const openedByZoe = await linkDownloads.findByLink(linkSecret(toZoe.id, 0));
  assert.ok(openedByZoe?.isLocked === false);
  const zoes = openedByZoe;

  /** Whether Zoe, through her link, and Bob, from his inbox, may continue. */
  async function mayRead(): Promise<[zoe: boolean, bob: boolean]> {
    const byLink = await linkDownloads.mayRead(linkSecret(toZoe?.id ?? '', 0), zoes);
    return [byLink, await inbox.mayRead({ account: bob, keyId }, opened)];
  }

  assert.deepEqual(await mayRead(), [true, true]);
  return { ...exchange, accounts, alice, bob, drop: overview.dispatch, mayRead };
}

describe('the right to read ends', () => {
  test('with the drop, when it is revoked', async (context) => {
    const { control, drop, mayRead } = await open(context);
    await control.revoke(actor, drop.id);
    assert.deepEqual(await mayRead(), [false, false]);
  });

  test('with the time of the drop, before any job has run; not when it was given more', async (context) => {
    const { control, drop, clock, mayRead } = await open(context);
    await control.extend(actor, drop.id, drop.expiresAt + day);
    clock.advance(day);
    assert.deepEqual(await mayRead(), [true, true]);
    clock.advance(day);
    assert.deepEqual(await mayRead(), [false, false]);
  });

  test('for one receiver, when that one is revoked or gets a new link', async (context) => {
    const { control, drop, mayRead } = await open(context);
    await control.resend(actor, drop.id, 'zoe@example.com');
    assert.deepEqual(await mayRead(), [false, true]);
    await control.revokeReceiver(actor, drop.id, 'bob@example.com');
    assert.deepEqual(await mayRead(), [false, false]);
  });

  test('with the account that reads, when it is disabled or removed', async (context) => {
    const { accounts, bob, mayRead } = await open(context);
    await accounts.disable(actor, bob.email);
    assert.deepEqual(await mayRead(), [true, false]);
    await accounts.enable(actor, bob.email);
    assert.deepEqual(await mayRead(), [true, true]);
    await accounts.remove(actor, bob.email);
    assert.deepEqual(await mayRead(), [true, false]);
  });

  test('with the key that let its reader in, when it is replaced', async (context) => {
    const { accounts, bob, database, clock, mayRead } = await open(context);
    await accounts.rotateKey(actor, bob.email, { overlapMs: hour });
    clock.advance(hour - 1);
    assert.deepEqual(await mayRead(), [true, true]);
    clock.advance(1);
    assert.deepEqual(await mayRead(), [true, false]);
    await database.apiKeys.deleteExpired(clock.now());
    assert.deepEqual(await mayRead(), [true, false]);
  });

  test('with the account that sent, when it is removed', async (context) => {
    const { accounts, alice, mayRead } = await open(context);
    await accounts.remove(actor, alice.email);
    assert.deepEqual(await mayRead(), [false, false]);
  });
});

test('an upload of an account that was disabled meanwhile is refused, and leaves nothing', async (context) => {
  const { accounts, alice, tray, database, blobs } = await open(context);
  const upload = await tray.beginUpload(alice);
  await upload.receive(fileOf('late.txt', 'late'));
  await accounts.disable(actor, alice.email);
  await assert.rejects(upload.commit(actor), { code: 'unauthorized' });
  assert.deepEqual(await database.files.listTray(alice.id), []);
  let blobsLeft = 0;
  for await (const blob of blobs.list()) blobsLeft += blob.key === '' ? 0 : 1;
  assert.equal(blobsLeft, 1);
});
