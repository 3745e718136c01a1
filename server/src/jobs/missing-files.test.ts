import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { minute } from '../domain/model/clock.ts';
import type { WholeBlob } from '../domain/ports/blob-store.ts';
import { openDraftPages } from '../testing/draft-pages.ts';
import { actor, openExchange } from '../testing/exchange-fixture.ts';
import { createMissingFiles } from './missing-files.ts';

/** An account with three files, and the job of a server that starts now. */
async function open(t: TestContext) {
  const exchange = await openExchange(t);
  const { database, blobs } = exchange;
  const alice = await exchange.addAccount('alice@example.com');
  await exchange.upload(alice, { 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' });
  let duringLook = (): Promise<void> => Promise.resolve();
  const store = {
    name: blobs.name,
    async findSize(key: string) {
      await duringLook();
      return await blobs.findSize(key);
    },
  };
  const logged: string[] = [];
  const logAt = (level: number) => (facts: object, text: string) => {
    logged.push(`${level} ${JSON.stringify(facts)} ${text}`);
  };
  const missingFiles = createMissingFiles({
    stores: { database, blobs: store },
    log: { info: logAt(30), warn: logAt(40), error: logAt(50) },
  });

  /** Takes the newest files of the tray out of the store. */
  async function take(count: number): Promise<WholeBlob[]> {
    const taken: WholeBlob[] = [];
    for (const { id } of (await database.files.listTray(alice.id)).slice(-count)) {
      const sizeBytes = (await blobs.findSize(id)) ?? assert.fail();
      const start = (await blobs.readStart(id, sizeBytes)) ?? assert.fail();
      taken.push({ key: id, bytes: start.start });
      await blobs.delete(id);
    }
    return taken;
  }

  return {
    ...exchange,
    alice,
    take,
    logged,
    missingFiles,
    look: () => missingFiles.job.run(new AbortController().signal),
    whileLooking: (work: () => Promise<void>): void => {
      duringLook = work;
    },
  };
}

test('a store that has the newest files is looked at once, and nothing is said', async (t) => {
  const { look, take, missingFiles, logged } = await open(t);
  const { job } = missingFiles;
  assert.ok(job.everyMs <= minute && job.onEveryNode === true && !job.deletes);
  await look();
  assert.equal(missingFiles.count(), 0);
  await take(1);
  await look();
  assert.equal(missingFiles.count(), 0, 'only a start looks for the newest files');
  assert.deepEqual(logged, []);
});

test('newest files that are missing are reported once, until each of them was put back', async (t) => {
  const { look, take, missingFiles, blobs, logged, upload, alice } = await open(t);
  const taken = await take(2);
  await look();
  await look();
  assert.equal(missingFiles.count(), 2);
  assert.equal(logged.length, 1);
  assert.match(logged[0] ?? '', /^50 \{"missing":2,"of":3\} .*the store is older/);
  for (let at = 0; at < 101; at += 1) await upload(alice, { [`new-${at}.txt`]: 'new' });
  await look();
  assert.equal(missingFiles.count(), 2, 'newer files do not hide them');
  await blobs.putMany(taken.slice(0, 1));
  await look();
  assert.equal(missingFiles.count(), 1);
  await blobs.putMany(taken.slice(1));
  await look();
  assert.equal(missingFiles.count(), 0);
  assert.match(logged[1] ?? '', /^30 .*no file is missing any more/);
});

test('a file that is deleted while it is looked for, or while it is missing, is not missing', async (t) => {
  const { look, take, whileLooking, missingFiles, database, alice, clock, logged } = await open(t);
  await take(2);
  const [, second, third] = await database.files.listTray(alice.id);
  assert.ok(second && third);
  whileLooking(() => database.files.shred(third.id, clock.now()));
  await look();
  assert.equal(missingFiles.count(), 1);
  assert.match(logged[0] ?? '', /"missing":1/);
  await database.files.shred(second.id, clock.now());
  await look();
  assert.equal(missingFiles.count(), 0);
});

test('a store that does not answer lacks nothing: the look waits for it', async (t) => {
  const { look, take, whileLooking, missingFiles, logged } = await open(t);
  await take(1);
  whileLooking(() => Promise.reject(new Error('no answer')));
  await look();
  await look();
  assert.equal(missingFiles.count(), 0);
  assert.equal(logged.length, 1, 'an outage does not fill the log');
  assert.match(logged[0] ?? '', /^40 .*could not be looked for yet/);
  whileLooking(() => Promise.resolve());
  await look();
  assert.equal(missingFiles.count(), 1);
  whileLooking(() => Promise.reject(new Error('no answer')));
  await look();
  assert.equal(missingFiles.count(), 1, 'what was missing before is not found by an outage');
});

test('a server that stops ends the look, and says nothing of it', async (t) => {
  const { take, missingFiles, logged } = await open(t);
  await take(1);
  await missingFiles.job.run(AbortSignal.abort());
  assert.equal(missingFiles.count(), 0);
  assert.deepEqual(logged, []);
});

test('parts of files are looked for, also of those that share a content', async (t) => {
  const pages = await openDraftPages(t);
  const { alice, drafts, database, blobs } = pages;
  await pages.send(alice, 'zoe@example.com', { 'a.txt': 'text' });
  const [first = assert.fail()] = await database.dispatches.list({ limit: 1 });
  const draft = await drafts.beginAgain(actor, alice, first.dispatch.id);
  await drafts.change(alice, draft.id, { ...draft, receivers: [{ email: 'adam@example.com' }] });
  await drafts.send(actor, alice, draft.id, 'UTC');
  const ignore = (): void => undefined;
  const log = { info: ignore, warn: ignore, error: ignore };
  async function countMissing(): Promise<number> {
    const missingFiles = createMissingFiles({ stores: { database, blobs }, log });
    await missingFiles.job.run(new AbortController().signal);
    return missingFiles.count();
  }
  assert.equal(await countMissing(), 0);
  for await (const { key } of blobs.list()) await blobs.delete(key);
  assert.equal(await countMissing(), 2);
});
