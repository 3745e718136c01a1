import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import type { Exchange } from '../../testing/exchange-fixture.ts';
import { actor, fileOf, listBlobs, openExchange } from '../../testing/exchange-fixture.ts';
import { day, hour } from '../model/clock.ts';
import { sparedOrphansNote } from './orphans.ts';
import { finishFile } from '../../testing/finished.ts';

async function open(context: TestContext) {
  const exchange = await openExchange(context);
  return { ...exchange, alice: await exchange.addAccount('alice@example.com') };
}

async function quarantined({ blobs }: Pick<Exchange, 'blobs'>): Promise<string[]> {
  return (await Array.fromAsync(blobs.listQuarantined())).map(({ key }) => key);
}

describe('bytes that no row knows', () => {
  test('go to quarantine when they were written before the cut', async (context) => {
    const exchange = await open(context);
    const { alice, upload, tray, vault, clock, expiry } = exchange;
    await upload(alice, { 'kept.txt': 'k', 'shredded.txt': 's' });
    await tray.remove(actor, alice, 'shredded.txt');
    const orphan = vault.begin();
    await finishFile(orphan);
    const abandoned = vault.begin();
    // More than is kept in memory, so that a part of it is stored.
    await abandoned.write([Buffer.alloc(3 * 1024 * 1024)]);
    clock.advance(hour);
    const cut = clock.now();
    const running = await tray.beginUpload(alice);
    await running.receive(fileOf('running.txt', 'r'));

    assert.equal(await expiry.sweepOrphans(cut), 2);
    assert.equal(await expiry.sweepOrphans(cut), 0);
    assert.deepEqual(await quarantined(exchange), [orphan.id]);
    assert.ok(!(await listBlobs(exchange)).includes(orphan.id));
    await assert.rejects(finishFile(abandoned));
    await running.commit(actor);
    assert.equal((await listBlobs(exchange)).length, 3);
    assert.equal((await tray.peek(alice)).length, 2);
  });

  test('are found among more than a batch of others', async (context) => {
    const exchange = await open(context);
    const { alice, upload, vault, clock, expiry } = exchange;
    const names = Array.from({ length: 201 }, (_, index) => [`${index}.txt`, 'x'] as const);
    await upload(alice, Object.fromEntries(names));
    for (let count = 0; count < 100; count += 1) await finishFile(vault.begin());
    clock.advance(1);
    assert.equal(await expiry.sweepOrphans(clock.now()), 100);
    assert.equal((await listBlobs(exchange)).length, 201);
  });

  test('stay in quarantine for its time, and then are gone for good', async (context) => {
    const exchange = await open(context);
    const { vault, clock, expiry, database } = exchange;
    await finishFile(vault.begin());
    clock.advance(hour);
    await expiry.sweepOrphans(clock.now());
    const [record] = await database.audit.listNewest(1);
    assert.deepEqual([record?.action, record?.details], ['blobs.quarantined', { count: 1 }]);
    clock.advance(7 * day);
    assert.equal(await expiry.sweepOrphans(clock.now()), 0);
    clock.advance(1);
    assert.equal(await expiry.sweepOrphans(clock.now()), 1);
    assert.deepEqual(await quarantined(exchange), []);
  });

  test('are put back when the database knows them after all', async (context) => {
    const exchange = await open(context);
    const { alice, upload, tray, blobs, expiry, database, clock } = exchange;
    await upload(alice, { 'a.txt': 'a', 'b.txt': 'b' });
    const stored = await listBlobs(exchange);
    for (const key of stored) await blobs.quarantine(key);
    assert.deepEqual(await listBlobs(exchange), []);
    assert.equal(await expiry.putBackKnown(), 2);
    assert.deepEqual((await listBlobs(exchange)).sort(), stored.sort());
    assert.equal((await tray.peek(alice)).length, 2);
    assert.equal((await database.audit.listNewest(1))[0]?.action, 'blobs.put_back');
    assert.equal(await expiry.putBackKnown(), 0);

    for (const key of stored) await blobs.quarantine(key);
    clock.advance(8 * day);
    assert.equal(await expiry.sweepOrphans(clock.now()), 0);
    assert.deepEqual((await listBlobs(exchange)).sort(), stored.sort());
  });

  test('are left alone when they are more than crashes leave behind', async (context) => {
    const exchange = await open(context);
    const { alice, upload, vault, clock, expiry, database } = exchange;
    const names = Array.from({ length: 50 }, (_, index) => [`${index}.txt`, 'x'] as const);
    await upload(alice, Object.fromEntries(names));
    for (let count = 0; count < 101; count += 1) await finishFile(vault.begin());
    clock.advance(hour);
    const sweep = () => expiry.sweepOrphans(clock.now());
    await assert.rejects(sweep(), {
      code: 'data_unsafe',
      message: /does not know 101 of 151 stored files, and none was moved/,
    });
    await assert.rejects(sweep(), { code: 'data_unsafe' });
    assert.equal((await listBlobs(exchange)).length, 151);
    assert.deepEqual(await quarantined(exchange), []);
    assert.equal(await database.installationValues.find(sparedOrphansNote), '101 of 151');
    const spared = (await database.audit.listNewest(100)).filter(
      ({ action }) => action === 'blobs.orphans_spared',
    );
    assert.equal(spared.length, 1);
    assert.equal(await expiry.sweepOrphans(clock.now(), { evenMany: true }), 101);
    assert.equal(await database.installationValues.find(sparedOrphansNote), '');
    assert.equal((await listBlobs(exchange)).length, 50);
  });
});
