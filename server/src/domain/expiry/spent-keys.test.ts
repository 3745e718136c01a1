import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { actor, openExchange, readAll } from '../../testing/exchange-fixture.ts';
import { day, hour } from '../model/clock.ts';
import type { StoredFile } from '../model/file.ts';
import { openFileKey } from '../model/key-ring.ts';
import { createSpentKeys } from './spent-keys.ts';

const keyGrace = 3 * day;

async function open(context: TestContext) {
  const exchange = await openExchange(context);
  const alice = await exchange.addAccount('alice@example.com');
  const bob = await exchange.addAccount('bob@example.com');
  const { expiry } = exchange;

  /** Ends what is due, and destroys the keys that nothing needs; returns how many. */
  async function pass(ms: number): Promise<number> {
    exchange.clock.advance(ms);
    await expiry.endDueDispatches();
    return await expiry.destroySpentKeys();
  }

  return { ...exchange, alice, bob, pass };
}

describe('the keys of past days', () => {
  test('are destroyed once no readable file needs them and the grace is over', async (context) => {
    const { alice, bob, send, pass, keyRing, database } = await open(context);
    await send(alice, bob.email, { 'a.txt': 'a' });
    assert.deepEqual((await keyRing.buckets()).sort(), ['expiry-2026-11-16', 'tray-2026-11-15']);
    assert.equal(await pass(0), 0);
    assert.equal(await pass(2 * day), 0);
    assert.equal(await pass(keyGrace - 1), 0);
    assert.deepEqual((await keyRing.buckets()).sort(), ['expiry-2026-11-16', 'tray-2026-11-15']);
    assert.equal(await pass(1), 2);
    assert.deepEqual(await keyRing.buckets(), []);
    const [record] = await database.audit.listNewest(1);
    assert.deepEqual([record?.action, record?.object], ['keys.destroyed', 'tray-2026-11-15']);
    assert.deepEqual(await database.keyBuckets.list(), []);
    assert.equal(await pass(day), 0);
  });

  test('outlive a clock that was ahead when they were first seen as spent', async (context) => {
    const { alice, bob, send, pass, clock, keyRing } = await open(context);
    await send(alice, bob.email, { 'a.txt': 'a' }, 30 * day);
    clock.jump(366 * day);
    await pass(0);
    await pass(keyGrace - hour);
    assert.ok((await keyRing.buckets()).includes('expiry-2026-12-15'));
    clock.jump(-366 * day);
    await pass(0);
    assert.ok((await keyRing.buckets()).includes('expiry-2026-12-15'));
    // Its own day is the measure again, and not the one that the wrong clock noted.
    await pass(31 * day);
    assert.ok((await keyRing.buckets()).includes('expiry-2026-12-15'));
    await pass(keyGrace);
    assert.ok(!(await keyRing.buckets()).includes('expiry-2026-12-15'));
  });

  test('get the whole grace again when a file turns out to need them', async (context) => {
    const { alice, bob, send, pass, clock, expiry, database, keyRing } = await open(context);
    await send(alice, bob.email, { 'a.txt': 'a' });
    clock.advance(2 * day);
    await database.keyBuckets.noteSpent('expiry-2026-11-16', clock.now());
    // Its time is over, but it has not been ended yet.
    clock.advance(keyGrace);
    await expiry.destroySpentKeys();
    await pass(0);
    await pass(keyGrace - 1);
    assert.ok((await keyRing.buckets()).includes('expiry-2026-11-16'));
    await pass(1);
    assert.ok(!(await keyRing.buckets()).includes('expiry-2026-11-16'));
  });

  test('outlive their day by an hour, and are never those of a day to come', async (context) => {
    const { pass, keyRing, database } = await open(context);
    await keyRing.ensure('tray-2026-11-15');
    await keyRing.ensure('expiry-2026-11-16');
    const spent = async () => {
      const known = await database.keyBuckets.list();
      return known.flatMap(({ bucket, spentAt }) => (spentAt === undefined ? [] : [bucket]));
    };
    await pass(13 * hour - 1);
    assert.deepEqual(await spent(), []);
    await pass(1);
    assert.deepEqual(await spent(), ['tray-2026-11-15']);
  });

  test('are kept when this database did not have them made', async (context) => {
    const { pass, keyRing, database } = await open(context);
    await keyRing.ensure('tray-2026-11-15');
    await database.keyBuckets.remove(['tray-2026-11-15']);
    await pass(2 * day);
    assert.equal(await pass(30 * day), 0);
    assert.deepEqual(await keyRing.buckets(), ['tray-2026-11-15']);
  });

  test('are forgotten when a kill came between the keyring and the database', async (context) => {
    const { pass, keyRing, database } = await open(context);
    await keyRing.ensure('tray-2026-11-15');
    await keyRing.destroy(['tray-2026-11-15']);
    await pass(2 * day);
    assert.deepEqual(await database.keyBuckets.list(), []);
  });
});

describe('what is left in a tray', () => {
  test('moves to the key of the new day, as often as days pass', async (context) => {
    const { alice, upload, pass, keyRing, vault, tray } = await open(context);
    const names = Array.from({ length: 201 }, (_, index) => [`${index}.txt`, 'x'] as const);
    await upload(alice, Object.fromEntries(names));
    for (let days = 0; days < 6; days += 1) await pass(day + hour / 2);
    const files = await tray.peek(alice);
    assert.deepEqual(
      new Set(files.map(({ keyBucket }) => keyBucket)),
      new Set(['tray-2026-11-21']),
    );
    assert.deepEqual((await keyRing.buckets()).sort(), [
      'tray-2026-11-18',
      'tray-2026-11-19',
      'tray-2026-11-20',
      'tray-2026-11-21',
    ]);
    const file = files.at(-1) ?? assert.fail();
    const fileKey = await openFileKey(keyRing, file);
    assert.equal(await readAll(vault.read({ ...file, fileKey }, 0, 1)), 'x');
  });

  test('makes nothing readable from an old backup that another account has sent and that expired', async (context) => {
    const { alice, bob, upload, choose, dispatching, pass, keyRing, database } =
      await open(context);
    await upload(alice, { 'payroll.txt': 'ALICE PAYROLL 2026' });
    await upload(bob, { 'forgotten.txt': 'left in the tray' });
    const backup = [
      ...(await database.files.listTray(alice.id)),
      ...(await database.files.listTray(bob.id)),
    ];
    await choose(alice, bob.email);
    await dispatching.createDrop(actor, alice, { lifetimeMs: 2000, ttl: '2', message: undefined });
    backup.push(...(await database.files.listInBucket('expiry-2026-11-15', 10)));
    assert.equal(backup.length, 3);
    const canUnwrap = (file: StoredFile) =>
      openFileKey(keyRing, file).then(
        () => true,
        () => false,
      );
    const countReadable = async () =>
      (await Promise.all(backup.map(canUnwrap))).filter(Boolean).length;
    assert.equal(await countReadable(), 3);
    await pass(13 * hour);
    // Until the grace is over, the backup can be restored, whatever a wrong clock has ended.
    assert.equal(await countReadable(), 3);
    await pass(keyGrace);
    assert.equal(await countReadable(), 0);
    const [left] = await database.files.listTray(bob.id);
    assert.ok(left);
    assert.equal(left.name, 'forgotten.txt');
    assert.ok(await canUnwrap(left));
  });

  test('that is sent while its key moves goes to the key of its end', async (context) => {
    const exchange = await open(context);
    const { alice, bob, upload, choose, dispatching, clock, database } = exchange;
    await upload(alice, { 'a.txt': 'a' });
    await choose(alice, bob.email);
    clock.advance(2 * day);
    // The drop is made between the look at the tray and the transaction that moves keys.
    const overtaken = {
      ...database,
      async transact<Result>(work: Parameters<typeof database.transact<Result>>[0]) {
        if ((await database.files.listTray(alice.id)).length > 0) {
          await dispatching.createDrop(actor, alice, {
            lifetimeMs: 9 * day,
            ttl: '',
            message: undefined,
          });
        }
        return await database.transact(work);
      },
    };
    await createSpentKeys({ ...exchange, database: overtaken, actor }).destroySpentKeys();
    assert.deepEqual(await database.files.listUsedBuckets(), ['expiry-2026-11-26']);
  });

  test('and cannot be read keeps no other file from moving', async (context) => {
    const { alice, upload, pass, database } = await open(context);
    await upload(alice, { 'bad.txt': 'b', 'good.txt': 'g' });
    const [bad] = await database.files.listTray(alice.id);
    assert.ok(bad);
    await database.files.rewrap([{ ...bad, wrappedKey: Buffer.alloc(bad.wrappedKey.length) }]);
    await pass(2 * day);
    const buckets = (await database.files.listTray(alice.id)).map(({ keyBucket }) => keyBucket);
    assert.deepEqual(buckets, ['tray-2026-11-15', 'tray-2026-11-17']);
  });
});
