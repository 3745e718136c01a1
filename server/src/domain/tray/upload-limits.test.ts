import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import {
  actor,
  bulkyFile,
  fileOf,
  listBlobs,
  openExchange,
} from '../../testing/exchange-fixture.ts';
import { openGrantPages } from '../../testing/grant-pages.ts';
import { assertNoTrace, trayContents } from '../../testing/tray-contents.ts';
import { day } from '../model/clock.ts';
import { createTray } from './tray.ts';
import { ValiseError } from '../model/valise-error.ts';

const mebibyte = 1024 * 1024;
const [capacityBytes, minFreeBytes] = [60 * mebibyte, 40 * mebibyte];

async function open(context: TestContext, options: Parameters<typeof openExchange>[1] = {}) {
  const exchange = await openExchange(context, options);
  const alice = await exchange.addAccount('alice@example.com');
  return {
    ...exchange,
    alice,
    contents: () => trayContents(exchange, alice),
    assertNothingLeft: () => assertNoTrace(exchange, alice),
  };
}

describe('the limits of uploads', () => {
  /** Sends twelve times ten mebibytes concurrently to a store that has space for twenty. */
  async function assertReserveKept(
    { blobs }: Pick<Awaited<ReturnType<typeof openExchange>>, 'blobs'>,
    send: (content: AsyncGenerator<readonly Buffer[]>, index: number) => Promise<unknown>,
  ): Promise<void> {
    let leastFree = capacityBytes;
    async function* large(): AsyncGenerator<readonly Buffer[]> {
      for (let pieces = 0; pieces < 10 * 16; pieces += 1) {
        yield [Buffer.alloc(64 * 1024)];
        leastFree = Math.min(leastFree, (await blobs.freeBytes()) ?? 0);
      }
    }
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) => send(large(), index)),
    );
    const refused = results.filter(({ status }) => status === 'rejected');
    assert.ok(refused.length > 0, 'twelve times ten mebibytes do not fit into twenty');
    for (const { reason } of refused as PromiseRejectedResult[]) {
      assert.ok(reason instanceof ValiseError && reason.code === 'insufficient_storage');
    }
    assert.ok(leastFree >= minFreeBytes, `${leastFree} bytes were left`);
  }

  test('uploads that run at the same time leave the reserve alone', async (context) => {
    const exchange = await open(context, { capacityBytes, limits: { minFreeBytes } });
    const { tray, alice } = exchange;
    await assertReserveKept(exchange, async (content, index) => {
      const upload = await tray.beginUpload(alice);
      try {
        const mediaType = 'application/octet-stream';
        await upload.receive({ name: `${index}.bin`, mediaType, content });
        await upload.commit(actor);
      } finally {
        await upload.abort();
      }
    });
  });

  test('and so do pieces of files that were announced', async (context) => {
    const page = await openGrantPages(context, { minFreeBytes }, { capacityBytes });
    await assertReserveKept(page, async (content, index) => {
      const { id } = await page.begin(10 * mebibyte, `${index}.bin`);
      await page.append(id, 0, content);
    });
  });

  test('uploads under way count for the quota', async (context) => {
    const exchange = await open(context, { limits: { trayQuotaBytes: 10 * mebibyte } });
    const { tray, alice, contents } = exchange;
    const [first, second] = [await tray.beginUpload(alice), await tray.beginUpload(alice)];
    const six = 6 * mebibyte;
    await first.receive(bulkyFile('a.txt', six));
    await assert.rejects(second.receive(bulkyFile('b.txt', six)), { code: 'too_large' });
    await second.abort();
    await first.abort();
    const third = await tray.beginUpload(alice);
    await third.receive(bulkyFile('b.txt', six));
    await third.commit(actor);
    assert.deepEqual(
      (await contents()).map(([name]) => name),
      ['b.txt'],
    );
  });

  test('files that replace others under way need room, too', async (context) => {
    const exchange = await open(context, { limits: { trayQuotaBytes: 10 * mebibyte } });
    const { tray, alice } = exchange;
    const five = 5 * mebibyte;
    const before = await tray.beginUpload(alice);
    for (const name of ['a.txt', 'b.txt']) await before.receive(bulkyFile(name, five));
    await before.commit(actor);
    const uploads = await Promise.all([1, 2, 3].map(() => tray.beginUpload(alice)));
    const [first = assert.fail(), second = assert.fail(), third = assert.fail()] = uploads;
    await first.receive(bulkyFile('a.txt', five));
    await second.receive(bulkyFile('b.txt', five));
    await assert.rejects(third.receive(bulkyFile('a.txt', five)), { code: 'too_large' });
    for (const one of uploads) await one.abort();
  });

  const tooLarge = { code: 'too_large' };

  test('a file may be as large as allowed and no larger', async (context) => {
    const { tray, alice, upload, contents } = await open(context, { limits: { maxFileBytes: 5 } });
    await upload(alice, { 'a.txt': '12345' });
    const over = await tray.beginUpload(alice);
    await assert.rejects(over.receive(fileOf('b.txt', '123456')), tooLarge);
    await over.abort();
    assert.deepEqual(await contents(), [['a.txt', '12345']]);
  });

  test('the quota counts what lies in the tray and what comes in', async (context) => {
    const exchange = await open(context, { limits: { trayQuotaBytes: 10 } });
    const { tray, alice, upload, contents } = exchange;
    await upload(alice, { 'a.txt': '1234' });
    const over = await tray.beginUpload(alice);
    await over.receive(fileOf('b.txt', '123'));
    await assert.rejects(over.receive(fileOf('c.txt', '1234')), tooLarge);
    await over.abort();
    assert.deepEqual(await contents(), [['a.txt', '1234']]);
    await upload(alice, { 'b.txt': '123', 'c.txt': '123' });
    assert.equal((await contents()).length, 3);
  });

  test('a quota of the account stands in for the setting, also when it is set while an upload runs', async (context) => {
    const exchange = await open(context, { limits: { trayQuotaBytes: 4 } });
    const { tray, alice, database, contents } = exchange;
    const roomy = { ...alice, quotaBytes: 10 };
    await database.accounts.setQuota(alice.id, roomy.quotaBytes);
    const allowed = await tray.beginUpload(roomy);
    await allowed.receive(fileOf('a.txt', '12345678'));
    await allowed.commit(actor);
    const lowered = await tray.beginUpload(roomy);
    await lowered.receive(fileOf('b.txt', '12'));
    await database.accounts.setQuota(alice.id, 9);
    await assert.rejects(lowered.commit(actor), tooLarge);
    await lowered.abort();
    assert.deepEqual(await contents(), [['a.txt', '12345678']]);
  });

  test('the quota does not count what is replaced, so a lost request can be repeated', async (context) => {
    const { alice, upload, contents } = await open(context, { limits: { trayQuotaBytes: 10 } });
    await upload(alice, { 'a.txt': '12345678' });
    await upload(alice, { 'a.txt': '87654321', 'b.txt': '12' });
    assert.deepEqual(await contents(), [
      ['a.txt', '87654321'],
      ['b.txt', '12'],
    ]);
  });

  test('the quota holds against parallel uploads', async (context) => {
    const exchange = await open(context, { limits: { trayQuotaBytes: 10 } });
    const { tray, alice, database } = exchange;
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, async (_, index) => {
        const upload = await tray.beginUpload(alice);
        await upload.receive(fileOf(`${index}.txt`, '1234'));
        await upload.commit(actor);
      }),
    );
    const refusals = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    );
    assert.equal(refusals.length, 6);
    for (const refusal of refusals) {
      assert.ok(refusal instanceof ValiseError && refusal.code === 'too_large');
    }
    assert.equal(await database.files.trayBytes(alice.id), 8);
    assert.equal((await listBlobs(exchange)).length, 2);
  });

  test('no upload begins when the store is nearly full', async (context) => {
    const { tray, alice, assertNothingLeft } = await open(context, {
      capacityBytes: 1000,
      limits: { minFreeBytes: 1001 },
    });
    await assert.rejects(tray.beginUpload(alice), { code: 'insufficient_storage' });
    await assertNothingLeft();
  });

  test('an upload ends when the store gets full on the way', async (context) => {
    const { alice, assertNothingLeft, ...parts } = await open(context);
    const free = [1000, 999];
    const tray = createTray({
      ...parts,
      blobs: { freeBytes: () => Promise.resolve(free.shift()) },
      limits: {
        maxFileBytes: undefined,
        trayQuotaBytes: undefined,
        trayLifetimeMs: day,
        minFreeBytes: 1000,
      },
    });
    const upload = await tray.beginUpload(alice);
    async function* content(): AsyncGenerator<Buffer[]> {
      for (let count = 0; count < 65; count += 1) {
        yield await Promise.resolve([Buffer.alloc(1024 * 1024)]);
      }
    }
    const large = { name: 'large.bin', mediaType: 'text/plain', content: content() };
    await assert.rejects(upload.receive(large), { code: 'insufficient_storage' });
    await upload.abort();
    await assertNothingLeft();
  });
});
