import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { day, hour, minute } from '../domain/model/clock.ts';
import { createCsrf } from '../domain/access/csrf.ts';
import type { IncomingContent } from '../domain/transfers/transfer-memory.ts';
import { createTray } from '../domain/tray/tray.ts';
import { createSingleProcessCoordination } from '../coordination/process-coordination.ts';
import { createResumableUploads } from '../domain/uploads/resumable-uploads.ts';
import { actor, fileOf, listBlobs, readAll } from '../testing/exchange-fixture.ts';
import { openGrantPages } from '../testing/grant-pages.ts';
import { jobsOf } from './jobs-fixture.ts';
import { readerOf } from '../testing/samples.ts';

/** More than waits in memory until the end of a request. */
const largeBytes = 3_000_000;
/** So much that half of it is written before the rest comes. */
const hugeBytes = 16_000_000;
const csrfLifetimeMs = 15 * minute;

/** An exchange whose blobs lie on a disk, and the job that sweeps it, as a server would run it. */
async function open(context: TestContext) {
  const blobDir = join(await mkdtemp(join(tmpdir(), 'valise-long-')), 'blobs');
  context.after(() => rm(join(blobDir, '..'), { recursive: true }));
  const page = await openGrantPages(context, {}, { blobDir });
  const csrf = createCsrf({ ...page, lifetimeMs: csrfLifetimeMs });
  const living = { uploads: page.uploads, tokenUses: page.tokenUses };

  /** What the job of that name does, in a server that has just been started. */
  function makeJob(named: string): () => Promise<number> {
    const job = jobsOf(page, living).find(({ name }) => name === named);
    return () => job?.run(new AbortController().signal) ?? assert.fail();
  }

  const makeSweep = () => makeJob('sweep what broken uploads left');
  const sweep = makeSweep();
  assert.equal(await sweep(), 0);
  return {
    ...page,
    csrf,
    makeJob,
    makeSweep,
    sweep,
    /** Resolves once some of an upload is written. */
    untilWritten: async (): Promise<void> => {
      while ((await readdir(join(blobDir, 'incoming'))).length === 0) await sleep(1);
    },
    /** Kills the process that received the uploads. */
    die: () => {
      living.uploads = createSingleProcessCoordination(page.clock).uploads;
    },
  };
}

function large(letter: string): Buffer {
  return Buffer.alloc(largeBytes, letter);
}

function huge(letter: string): Buffer {
  return Buffer.alloc(hugeBytes, letter);
}

/** Half of a file, then whatever happens, then the other half. */
async function* interrupted(
  file: Buffer,
  happen: () => Promise<unknown>,
): AsyncGenerator<Buffer[]> {
  const half = file.length / 2;
  yield [Buffer.from(file.subarray(0, half))];
  await happen();
  yield [Buffer.from(file.subarray(half))];
}

async function* atOnce(file: Buffer): IncomingContent {
  yield await Promise.resolve([Buffer.from(file)]);
}

describe('an upload that lasts longer than a day', () => {
  test('keeps every file of one request', async (context) => {
    const { alice, tray, dispatching, inbox, choose, clock, sweep, database } = await open(context);
    const upload = await tray.beginUpload(alice);
    await upload.receive({ ...fileOf('first.bin', ''), content: atOnce(large('1')) });
    clock.advance(25 * hour);
    await sweep();
    await upload.receive(fileOf('second.txt', 'short'));
    await upload.commit(actor);
    assert.equal((await database.files.listTray(alice.id)).length, 2);
    await choose(alice, alice.email);
    await dispatching.createDrop(actor, alice, { lifetimeMs: day, ttl: '1', message: undefined });
    const [entry] = (await inbox.readHistory(readerOf(alice))).inbox;
    const opened = await inbox.openFile(readerOf(alice), entry?.token ?? '', 'first.bin');
    assert.equal(await readAll(opened.read(0, largeBytes)), large('1').toString());
  });

  test('keeps a single large file', async (context) => {
    const { alice, tray, clock, sweep, untilWritten, database } = await open(context);
    const upload = await tray.beginUpload(alice);
    const content = interrupted(huge('s'), async () => {
      await untilWritten();
      clock.advance(25 * hour);
      assert.equal(await sweep(), 0);
    });
    await upload.receive({ ...fileOf('single.bin', ''), content });
    await upload.commit(actor);
    assert.deepEqual(
      (await database.files.listTray(alice.id)).map(({ sizeBytes }) => sizeBytes),
      [hugeBytes],
    );
  });

  test('keeps a piece of a resumable upload, also one that lasts for days', async (context) => {
    const { begin, append, clock, sweep, untilWritten, expiry } = await open(context);
    const { id } = await begin(hugeBytes);
    const parts = 4;
    async function* slowly(): AsyncGenerator<Buffer[]> {
      for (let part = 0; part < parts; part += 1) {
        yield [Buffer.alloc(hugeBytes / parts, 'p')];
        await untilWritten();
        clock.advance(17 * hour);
        assert.equal(await sweep(), 0);
        assert.equal(await expiry.shredAbandonedUploads(), 0);
      }
    }
    assert.equal((await append(id, 0, slowly())).receivedBytes, hugeBytes);
  });

  test('is spared by the first sweep after a start, too', async (context) => {
    const { alice, tray, clock, makeSweep, database, blobs } = await open(context);
    const upload = await tray.beginUpload(alice);
    await upload.receive({ ...fileOf('first.bin', ''), content: atOnce(large('1')) });
    clock.advance(hour);
    assert.equal(await makeSweep()(), 0);
    await upload.receive(fileOf('second.txt', 'short'));
    await upload.commit(actor);
    for (const { id } of await database.files.listTray(alice.id)) {
      assert.notEqual(await blobs.findSize(id), undefined);
    }
  });

  test('is spared although the clock was set forward while it ran', async (context) => {
    const { alice, tray, clock, sweep } = await open(context);
    const upload = await tray.beginUpload(alice);
    await upload.receive({ ...fileOf('first.bin', ''), content: atOnce(large('1')) });
    clock.jump(26 * hour);
    clock.advance(hour);
    assert.equal(await sweep(), 0);
    await upload.commit(actor);
  });

  test('is spared although the clock was set back while it ran', async (context) => {
    const { alice, tray, clock, sweep } = await open(context);
    const upload = await tray.beginUpload(alice);
    clock.jump(-26 * hour);
    await upload.receive({ ...fileOf('first.bin', ''), content: atOnce(large('1')) });
    clock.advance(25 * hour);
    assert.equal(await sweep(), 0);
    await upload.commit(actor);
  });

  test('is spared next to younger ones, also when those end first', async (context) => {
    const { alice, tray, clock, sweep } = await open(context);
    const upload = await tray.beginUpload(alice);
    await upload.receive({ ...fileOf('first.bin', ''), content: atOnce(large('1')) });
    clock.advance(25 * hour);
    const younger = await tray.beginUpload(alice);
    assert.equal(await sweep(), 0);
    await younger.receive(fileOf('younger.txt', 'short'));
    await younger.commit(actor);
    assert.equal(await sweep(), 0);
    await upload.commit(actor);
  });

  test('is under way until its rows are written, and no longer', async (context) => {
    const page = await open(context);
    const { alice, uploads, runner, bob, grants, grantOf, begin, append, blobs } = page;
    const seen: unknown[] = [];
    const tray = createTray({
      ...page,
      runner: {
        async run(command, input, blobsStored) {
          const result = await runner.run(command, input, blobsStored);
          seen.push(await uploads.oldest());
          return result;
        },
      },
      limits: { ...page.limits, trayQuotaBytes: undefined, trayLifetimeMs: day },
    });
    const upload = await tray.beginUpload(alice);
    await upload.receive({ ...fileOf('first.bin', ''), content: atOnce(large('1')) });
    await upload.commit(actor);
    assert.deepEqual(seen, [page.clock.now()]);
    assert.equal(await uploads.oldest(), undefined, 'after it was kept');

    const aborted = await tray.beginUpload(alice);
    await aborted.abort();
    assert.equal(await uploads.oldest(), undefined, 'after it was given up');

    const back = await grants.beginReturn(await grantOf(bob));
    await back.receive({ ...fileOf('back.bin', ''), content: atOnce(large('b')) });
    for (const key of await listBlobs(page)) await blobs.delete(key);
    await assert.rejects(back.commit(actor, undefined), { code: 'unavailable' });
    assert.equal(await uploads.oldest(), undefined, 'after it failed');

    const { id } = await begin(10);
    await assert.rejects(append(id, 5, 'elsewhere'), { code: 'offset_conflict' });
    await append(id, 0, '0123456789');
    assert.equal(await uploads.oldest(), undefined, 'after a piece');
  });
});

test('what a process that died left behind is swept after a day', async (context) => {
  const page = await open(context);
  const { alice, tray, clock, sweep, die } = page;
  const upload = await tray.beginUpload(alice);
  await upload.receive({ ...fileOf('first.bin', ''), content: atOnce(large('1')) });
  await upload.receive(fileOf('second.txt', 'short'));
  // A small file is stored while the next one is received.
  while ((await listBlobs(page)).length < 2) await nextTurn();
  die();
  clock.advance(23 * hour);
  assert.equal(await sweep(), 0);
  clock.advance(2 * hour);
  assert.equal(await sweep(), 2);
  assert.deepEqual(await listBlobs(page), []);
});

test('no row is written for bytes that are not there', async (context) => {
  const page = await open(context);
  const { alice, tray, grants, grantOf, bob, blobs, database } = page;
  const upload = await tray.beginUpload(alice);
  await upload.receive({ ...fileOf('first.bin', ''), content: atOnce(large('1')) });
  await upload.receive(fileOf('second.txt', 'short'));
  for (const key of await listBlobs(page)) await blobs.delete(key);
  await assert.rejects(upload.commit(actor), { code: 'unavailable' });
  assert.deepEqual(await database.files.listTray(alice.id), []);

  const back = await grants.beginReturn(await grantOf(bob));
  await back.receive({ ...fileOf('back.bin', ''), content: atOnce(large('b')) });
  for (const key of await listBlobs(page)) await blobs.delete(key);
  await assert.rejects(back.commit(actor, undefined), { code: 'unavailable' });
  assert.deepEqual(await grants.listReturns(await grantOf(bob)), []);
});

test('no row is written for a piece whose bytes are not there', async (context) => {
  const page = await open(context);
  const { vault, blobs, database, bob, grantOf, begin } = page;
  const resumableUploads = createResumableUploads({
    ...page,
    vault: {
      ...vault,
      beginSegment(file, parts) {
        const intake = vault.beginSegment(file, parts);
        return {
          ...intake,
          async submit() {
            const submitted = await intake.submit();
            await submitted.stored;
            await blobs.delete(submitted.segment.blobKey);
            return submitted;
          },
        };
      },
    },
  });
  const { id } = await begin(largeBytes);
  const piece = { offset: 0, declaredBytes: largeBytes, cutOff: () => undefined };
  await assert.rejects(
    resumableUploads.append((await grantOf(bob)).owner, id, {
      ...piece,
      content: atOnce(large('p')),
    }),
    { code: 'unavailable' },
  );
  assert.deepEqual(await database.segments.list(id), []);
  assert.equal((await database.uploads.find(id))?.receivedBytes, 0);
});

test('a token that an upload carries is not forgotten while the upload runs', async (context) => {
  const { alice, csrf, clock, makeJob } = await open(context);
  const forgetExpired = makeJob('forget expired tokens and keys');
  const token = await csrf.issue(alice);
  const end = await csrf.beginUse(alice, token);
  for (let passed = 0; passed < 3; passed += 1) {
    clock.advance(2 * csrfLifetimeMs);
    assert.equal(await forgetExpired(), 0);
  }
  await end();
  await csrf.use(alice, token);
  clock.advance(2 * csrfLifetimeMs);
  assert.equal(await forgetExpired(), 1);
});

test('a job removes what was never sent', async (context) => {
  const { alice, upload, clock, makeJob, database } = await open(context);
  const removeForgotten = makeJob('remove files that were never sent from trays');
  await upload(alice, { 'patient-A.pdf': 'a' });
  clock.advance(7 * day);
  assert.equal(await removeForgotten(), 0);
  clock.advance(1);
  assert.equal(await removeForgotten(), 1);
  assert.deepEqual(await database.files.listTray(alice.id), []);
});
