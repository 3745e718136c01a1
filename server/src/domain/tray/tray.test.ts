import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actor, listBlobs, openExchange } from '../../testing/exchange-fixture.ts';

test('listing the tray marks it as listed for good; peeking does not', async (context) => {
  const { tray, database, clock, addAccount } = await openExchange(context);
  const alice = await addAccount('alice@example.com');
  const listedAt = async () => (await database.accounts.findByEmail(alice.email))?.filesListedAt;
  await tray.peek(alice);
  assert.equal(await listedAt(), undefined);
  const firstAt = clock.now();
  await tray.list(alice);
  clock.advance(1000);
  await tray.list(alice);
  assert.equal(await listedAt(), firstAt);
});

test('a removed file is gone, and its bytes follow', async (context) => {
  const exchange = await openExchange(context);
  const { tray, upload, expiry, addAccount } = exchange;
  const alice = await addAccount('alice@example.com');
  await upload(alice, { '\u00e4.txt': 'a', 'b.txt': 'b' });
  await tray.remove(actor, alice, 'a\u0308.txt');
  assert.deepEqual(
    (await tray.peek(alice)).map(({ name }) => name),
    ['b.txt'],
  );
  assert.equal(await expiry.reclaimGarbage(), 1);
  assert.equal((await listBlobs(exchange)).length, 1);
});

test('what is not in the tray cannot be removed from it', async (context) => {
  const { tray, upload, database, addAccount } = await openExchange(context);
  const alice = await addAccount('alice@example.com');
  const bob = await addAccount('bob@example.com');
  await upload(alice, { 'a.txt': 'a' });
  const head = await database.audit.findHead();
  await assert.rejects(tray.remove(actor, alice, 'b.txt'), { code: 'not_found' });
  await assert.rejects(tray.remove(actor, bob, 'a.txt'), { code: 'not_found' });
  assert.equal((await tray.peek(alice)).length, 1);
  assert.deepEqual(await database.audit.findHead(), head);
});
