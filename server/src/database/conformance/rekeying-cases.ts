import assert from 'node:assert/strict';
import type { FileId } from '../../domain/model/ids.ts';
import type { Database } from '../../domain/model/database.ts';
import { noon } from '../../testing/fake-clock.ts';
import { sampleDispatch, sampleFile } from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, addDispatch, alice, bob, namesOf, sendFiles } from './database-case.ts';

const drop = sampleDispatch(alice, 'drop');
const oldBucket = { keyBucket: 'expiry-2026-11-16' };
const [z, a] = [sampleFile(alice, 'z.pdf', oldBucket), sampleFile(alice, 'a.pdf', oldBucket)];
const inTray = sampleFile(alice, 'tray.pdf');
const newKey = { wrappedKey: Buffer.from('new key'), keyBucket: 'expiry-2026-11-30' };

async function fill(database: Database): Promise<void> {
  await addAccounts(database, alice);
  await addDispatch(database, drop, 'zoe@example.com');
  await sendFiles(database, drop, z, a);
  await database.files.addToTray(inTray);
}

export const rekeyingCases: readonly DatabaseCase[] = [
  {
    name: 'lists the readable files of a dispatch in the order of upload',
    async run(database) {
      await fill(database);
      const sent = [z, a].map((file) => ({ ...file, dispatchId: drop.id }));
      assert.deepEqual(await database.files.listInDispatch(drop.id), sent);
      await database.files.shred(z.id, noon);
      assert.deepEqual(await database.files.listInDispatch(drop.id), sent.slice(1));
    },
  },
  {
    name: 'takes a file straight into a dispatch, behind what is there',
    async run(database) {
      await fill(database);
      const place = { folder: 'Reisen/Köln', nameInFolder: 'a.pdf' };
      const added = { ...sampleFile(alice, 'b.pdf', place), dispatchId: drop.id };
      await database.files.addToDispatch(added);
      const files = await database.files.listInDispatch(drop.id);
      assert.deepEqual(namesOf(files), ['z.pdf', 'a.pdf', 'b.pdf']);
      assert.deepEqual(files.at(-1), added);
      assert.deepEqual(await database.files.listTray(alice.id), [inTray]);
    },
  },
  {
    name: 'lists the readable files of a bucket, in a tray or sent',
    async run(database) {
      await fill(database);
      const names = async (bucket: string) =>
        (await database.files.listInBucket(bucket, 10)).map(({ name }) => name).sort();
      assert.deepEqual(await names(oldBucket.keyBucket), ['a.pdf', 'z.pdf']);
      assert.deepEqual(await names(inTray.keyBucket), ['tray.pdf']);
      assert.deepEqual(await database.files.listInBucket(inTray.keyBucket, 10), [inTray]);
      const page = async (limit: number, after?: FileId) =>
        namesOf(await database.files.listInBucket(oldBucket.keyBucket, limit, after));
      assert.deepEqual(await page(1), ['z.pdf']);
      assert.deepEqual(await page(1, z.id), ['a.pdf']);
      assert.deepEqual(await page(1, a.id), []);
      await database.files.shred(z.id, noon);
      assert.deepEqual(await names(oldBucket.keyBucket), ['a.pdf']);
    },
  },
  {
    name: 'puts a file under another key where it lies',
    async run(database) {
      await fill(database);
      await database.files.rewrap([{ id: a.id, ...newKey }]);
      const moved = { ...a, ...newKey, dispatchId: drop.id };
      assert.deepEqual(await database.files.findInDispatch(drop.id, a.name), moved);
      const kept = await database.files.findInDispatch(drop.id, z.name);
      assert.deepEqual(kept?.keyBucket, oldBucket.keyBucket);
    },
  },
  {
    name: 'puts no shredded file under another key',
    async run(database) {
      await fill(database);
      await database.files.shredDispatch(drop.id, noon);
      await database.files.rewrap([{ id: a.id, ...newKey }]);
      assert.deepEqual(await database.files.listInDispatch(drop.id), []);
      assert.deepEqual(await database.files.listUsedBuckets(), [inTray.keyBucket]);
      assert.equal((await database.files.listGarbage('file', 10)).length, 2);
    },
  },
  {
    name: 'lists and counts the readable files of everybody, page by page',
    async run(database) {
      assert.deepEqual(await database.files.countReadable(), { files: 0, bytes: 0 });
      assert.deepEqual(await database.files.listReadable(undefined, 9), []);
      await addAccounts(database, alice, bob);
      const names = ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'];
      const files = names.map((name, at) => sampleFile(at === 2 ? bob : alice, name));
      for (const file of files) await database.files.addToTray(file);
      const [gone, ...left] = files;
      assert.ok(gone);
      await database.files.shred(gone.id, noon);
      left.sort((one, other) => (one.id < other.id ? -1 : 1));
      const first = await database.files.listReadable(undefined, 2);
      assert.deepEqual(first, left.slice(0, 2));
      assert.deepEqual(await database.files.listReadable(first[1]?.id, 2), left.slice(2));
      const bytes = left.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      assert.deepEqual(await database.files.countReadable(), { files: 3, bytes });
    },
  },
  {
    name: 'lists the newest readable files, newest first, and says where their bytes are',
    async run(database) {
      assert.deepEqual(await database.files.listNewest(9), []);
      await addAccounts(database, alice, bob);
      const [oldest, middle, gone, newest] = ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'].map((name) =>
        sampleFile(alice, name),
      );
      assert.ok(oldest && middle && gone && newest);
      const inSegments = { ...newest, segments: { parts: [], mac: Buffer.from('mac') } };
      for (const file of [oldest, middle, gone, inSegments]) await database.files.addToTray(file);
      await database.files.shred(gone.id, noon);
      const whole = { id: middle.id, store: middle.store, isInSegments: false };
      assert.deepEqual(await database.files.listNewest(2), [
        { id: newest.id, store: newest.store, isInSegments: true },
        whole,
      ]);
      await database.files.share([middle.id]);
      const shared = { ...whole, contentId: middle.id };
      assert.deepEqual((await database.files.listNewest(2))[1], shared);
      assert.equal((await database.files.listNewest(9)).length, 3);
    },
  },
  {
    name: 'says which of some files are readable',
    async run(database) {
      await addAccounts(database, alice, bob);
      const [left, gone] = [sampleFile(alice, 'a.pdf'), sampleFile(alice, 'b.pdf')];
      for (const file of [left, gone]) await database.files.addToTray(file);
      await database.files.shred(gone.id, noon);
      const never = sampleFile(bob, 'never.pdf').id;
      const readable = await database.files.readable([left.id, gone.id, never]);
      assert.deepEqual(readable, new Set([left.id]));
      assert.deepEqual(await database.files.readable([]), new Set());
    },
  },
];
