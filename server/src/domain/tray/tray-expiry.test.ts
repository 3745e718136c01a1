import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { actor, listBlobs, oneDay, openExchange } from '../../testing/exchange-fixture.ts';
import { day, hour } from '../model/clock.ts';
import { createTrayExpiry } from './tray-expiry.ts';

const notStopping = new AbortController().signal;

async function open(context: TestContext) {
  const exchange = await openExchange(context);
  const alice = await exchange.addAccount('alice@example.com');
  const trayExpiry = createTrayExpiry({ ...exchange, actor, lifetimeMs: 7 * day });

  async function namesInTray(): Promise<string[]> {
    return (await exchange.database.files.listTray(alice.id)).map(({ name }) => name);
  }

  return { ...exchange, alice, trayExpiry, namesInTray };
}

describe('a file that is never sent', () => {
  test('is removed after its time in the tray, with its key and its bytes, and on record', async (context) => {
    const exchange = await open(context);
    const { alice, upload, clock, tray, trayExpiry, namesInTray, expiry, database } = exchange;
    await upload(alice, { 'forgotten.pdf': 'a' });
    const [file = assert.fail()] = await database.files.listTray(alice.id);
    assert.equal(tray.lifetimeMs, 7 * day);
    clock.advance(7 * day);
    assert.equal(await trayExpiry.expireForgotten(notStopping), 0);
    clock.advance(1);
    assert.equal(await trayExpiry.expireForgotten(notStopping), 1);
    assert.deepEqual(await namesInTray(), []);
    assert.deepEqual(await database.files.listInBucket(file.keyBucket, 10), []);
    await expiry.reclaimGarbage();
    assert.deepEqual(await listBlobs(exchange), []);
    const [record] = await database.audit.listNewest(1);
    assert.deepEqual(
      [record?.action, record?.object, record?.details],
      [
        'file.expired',
        'forgotten.pdf',
        { fileId: file.id, account: alice.email, uploadedAt: file.createdAt },
      ],
    );
  });

  test('does not go along with a later sending', async (context) => {
    const { alice, upload, choose, clock, trayExpiry, dispatching, database } = await open(context);
    await upload(alice, { 'patient-A.pdf': 'a' });
    clock.advance(8 * day);
    await trayExpiry.expireForgotten(notStopping);
    await choose(alice, 'clinic-2@example.com');
    await upload(alice, { 'patient-B.pdf': 'b' });
    await dispatching.createDrop(actor, alice, oneDay);
    const [overview] = await database.dispatches.list({ limit: 1 });
    assert.deepEqual(
      overview?.files.map(({ name }) => name),
      ['patient-B.pdf'],
    );
  });

  test('stays as long again when it is uploaded anew, and what was sent stays untouched', async (context) => {
    const { alice, upload, send, clock, trayExpiry, namesInTray, database } = await open(context);
    await send(alice, 'zoe@example.com', { 'sent.pdf': 's' }, 30 * day);
    await upload(alice, { 'replaced.pdf': 'old', 'old.pdf': 'old' });
    clock.advance(6 * day);
    await upload(alice, { 'replaced.pdf': 'new' });
    clock.advance(day + hour);
    assert.equal(await trayExpiry.expireForgotten(notStopping), 1);
    assert.deepEqual(await namesInTray(), ['replaced.pdf']);
    const [overview = assert.fail()] = await database.dispatches.list({ limit: 1 });
    assert.equal((await database.files.listInDispatch(overview.dispatch.id)).length, 1);
  });

  test('may be one of very many', async (context) => {
    const { alice, upload, clock, trayExpiry, namesInTray } = await open(context);
    const names = Array.from({ length: 205 }, (_, at) => `${at}.txt`);
    await upload(alice, Object.fromEntries(names.map((name) => [name, ''])));
    clock.advance(8 * day);
    assert.equal(await trayExpiry.expireForgotten(notStopping), 205);
    assert.deepEqual(await namesInTray(), []);
  });
});
