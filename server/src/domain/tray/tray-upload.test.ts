import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { actor, fileOf, listBlobs, openExchange } from '../../testing/exchange-fixture.ts';
import { assertNoTrace, trayContents } from '../../testing/tray-contents.ts';
import { day, hour, minute } from '../model/clock.ts';
import { OutcomeUnknown, ValiseError } from '../model/valise-error.ts';
import { createTray } from './tray.ts';

async function open(context: TestContext) {
  const exchange = await openExchange(context);
  const alice = await exchange.addAccount('alice@example.com');
  return {
    ...exchange,
    alice,
    contents: () => trayContents(exchange, alice),
    assertNothingLeft: () => assertNoTrace(exchange, alice),
  };
}

async function* breakingOff(): AsyncGenerator<Buffer[]> {
  yield await Promise.resolve([Buffer.from('half')]);
  throw new Error('connection lost');
}

describe('an upload', () => {
  test('puts all its files into the tray at once, in their order', async (context) => {
    const { tray, alice, contents, database, uploads } = await open(context);
    const upload = await tray.beginUpload(alice);
    await upload.receive(fileOf('z.txt', 'last letter'));
    await upload.receive(fileOf('a.txt', ''));
    assert.deepEqual(await tray.peek(alice), []);
    assert.ok(await uploads.isRunning(alice.id));
    await upload.commit(actor);
    assert.deepEqual(await contents(), [
      ['z.txt', 'last letter'],
      ['a.txt', ''],
    ]);
    assert.ok(!(await uploads.isRunning(alice.id)));
    const records = await database.audit.list(0, 10);
    assert.deepEqual(
      records.map(({ action, object }) => [action, object]),
      [
        ['file.uploaded', 'z.txt'],
        ['file.uploaded', 'a.txt'],
      ],
    );
  });

  test('leaves nothing behind when one of its files breaks off', async (context) => {
    const { tray, alice, assertNothingLeft } = await open(context);
    const upload = await tray.beginUpload(alice);
    await upload.receive(fileOf('whole.txt', 'whole'));
    const broken = { name: 'broken.txt', mediaType: 'text/plain', content: breakingOff() };
    await assert.rejects(upload.receive(broken), { message: 'connection lost' });
    await upload.abort();
    await assertNothingLeft();
  });

  test('leaves nothing behind when it is aborted, also twice', async (context) => {
    const { tray, alice, assertNothingLeft } = await open(context);
    const upload = await tray.beginUpload(alice);
    await upload.receive(fileOf('a.txt', 'a'));
    await upload.abort();
    await upload.abort();
    await assertNothingLeft();
  });

  test('stays when it is aborted after its commit', async (context) => {
    const { tray, alice, contents } = await open(context);
    const upload = await tray.beginUpload(alice);
    await upload.receive(fileOf('a.txt', 'a'));
    await upload.commit(actor);
    await upload.abort();
    assert.deepEqual(await contents(), [['a.txt', 'a']]);
  });

  test('leaves nothing behind when its account was disabled or removed meanwhile', async (context) => {
    const { tray, alice, database, assertNothingLeft } = await open(context);
    for (const end of [
      () => database.accounts.setDisabled(alice.id, 1),
      () => database.accounts.remove(alice.id),
    ]) {
      const upload = await tray.beginUpload(alice);
      await upload.receive(fileOf('a.txt', 'a'));
      await end();
      await assert.rejects(upload.commit(actor), { code: 'unauthorized' });
      await assertNothingLeft();
    }
  });

  test('keeps its bytes when nobody knows whether it entered', async (context) => {
    const { alice, ...parts } = await open(context);
    const limits = {
      maxFileBytes: undefined,
      trayQuotaBytes: undefined,
      trayLifetimeMs: day,
      minFreeBytes: 0,
    };
    const lost = new OutcomeUnknown('the power');
    const runner = { run: () => Promise.reject(lost) };
    const upload = await createTray({ ...parts, runner, limits }).beginUpload(alice);
    await upload.receive(fileOf('a.txt', 'a'));
    await assert.rejects(upload.commit(actor), lost);
    await upload.abort();
    assert.equal((await listBlobs(parts)).length, 1);
  });

  test('leaves nothing behind when a file turns out not to be stored', async (context) => {
    const { alice, assertNothingLeft, ...parts } = await open(context);
    const full = new ValiseError('insufficient_storage', 'The disk is full.');
    const vault = {
      ...parts.vault,
      begin() {
        const intake = parts.vault.begin();
        return {
          ...intake,
          async submit() {
            const { file, stored } = await intake.submit();
            const failed = stored.then(() => Promise.reject(full));
            failed.catch(() => undefined);
            return { file, stored: failed };
          },
        };
      },
    };
    const limits = {
      maxFileBytes: undefined,
      trayQuotaBytes: undefined,
      trayLifetimeMs: day,
      minFreeBytes: 0,
    };
    const tray = createTray({ ...parts, vault, limits });
    const upload = await tray.beginUpload(alice);
    await upload.receive(fileOf('a.txt', 'a'));
    await assert.rejects(upload.commit(actor), full);
    await assertNothingLeft();
    const another = await tray.beginUpload(alice);
    await another.receive(fileOf('a.txt', 'a'));
    await assert.rejects(another.receive(fileOf('b.txt', 'b')), full);
    await another.abort();
    await assertNothingLeft();
  });

  test('may outlast the day, whose key is destroyed', async (context) => {
    const { tray, alice, clock, expiry, contents } = await open(context);
    clock.advance(11 * hour + 59 * minute);
    const upload = await tray.beginUpload(alice);
    await upload.receive(fileOf('a.txt', 'before midnight'));
    clock.advance(3 * hour);
    await expiry.destroySpentKeys();
    await upload.receive(fileOf('b.txt', 'after midnight'));
    await upload.commit(actor);
    const buckets = (await tray.peek(alice)).map(({ keyBucket }) => keyBucket);
    assert.deepEqual(buckets, ['tray-2026-11-16', 'tray-2026-11-16']);
    assert.deepEqual(await contents(), [
      ['a.txt', 'before midnight'],
      ['b.txt', 'after midnight'],
    ]);
  });
});

describe('a file name that is in the tray already', () => {
  test('is replaced once the new file is whole', async (context) => {
    const exchange = await open(context);
    const { tray, alice, upload, contents, expiry } = exchange;
    await upload(alice, { 'a.txt': 'old', 'b.txt': 'b' });
    const again = await tray.beginUpload(alice);
    await again.receive(fileOf('a.txt', 'new'));
    assert.deepEqual((await contents())[0], ['a.txt', 'old']);
    await again.commit(actor);
    assert.deepEqual(await contents(), [
      ['b.txt', 'b'],
      ['a.txt', 'new'],
    ]);
    assert.equal(await expiry.reclaimGarbage(), 1);
    assert.equal((await listBlobs(exchange)).length, 2);
  });

  test('is kept when the new one breaks off', async (context) => {
    const { tray, alice, upload, contents } = await open(context);
    await upload(alice, { 'a.txt': 'old' });
    const again = await tray.beginUpload(alice);
    const broken = { name: 'a.txt', mediaType: 'text/plain', content: breakingOff() };
    await assert.rejects(again.receive(broken));
    await again.abort();
    assert.deepEqual(await contents(), [['a.txt', 'old']]);
  });

  test('is refused when one request sends it twice, and nothing is kept', async (context) => {
    const exchange = await open(context);
    const upload = await exchange.tray.beginUpload(exchange.alice);
    await upload.receive(fileOf('a.txt', 'first'));
    await upload.receive(fileOf('b.txt', 'b'));
    await assert.rejects(upload.receive(fileOf('a.txt', 'second')), { code: 'invalid' });
    await upload.abort();
    assert.deepEqual(await exchange.contents(), []);
    assert.deepEqual(await listBlobs(exchange), []);
  });
});
