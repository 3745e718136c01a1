import assert from 'node:assert/strict';
import type { Database } from '../../domain/model/database.ts';
import { noon } from '../../testing/fake-clock.ts';
import {
  idFor,
  sampleDispatch,
  sampleDraft,
  sampleFile,
  sampleUpload,
} from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, addDispatch, alice, sendFiles } from './database-case.ts';

const drop = sampleDispatch(alice, 'drop');
const again = sampleDispatch(alice, 'again');
const draft = sampleDraft(alice, 'draft');
const [early, late] = ['expiry-2026-11-16', 'expiry-2026-11-20'] as const;
const original = sampleFile(alice, 'a.pdf', { keyBucket: early });
const other = sampleFile(alice, 'b.pdf', { keyBucket: early });
const part = { blobKey: 'part of a', sizeBytes: 1000, store: 'file', sealedBytes: undefined };
const upload = sampleUpload(alice, { id: draft.id }, 'a.pdf', { contentId: original.id });
const mac = Buffer.from('mac');
const copy = sampleFile(alice, 'copy of a.pdf', {
  dispatchId: again.id,
  keyBucket: late,
  contentId: original.id,
  segments: { parts: [part], mac },
});

/** Two drops; a draft has an upload that shares the content of a file of the first one. */
async function fill(database: Database): Promise<void> {
  await addAccounts(database, alice);
  await addDispatch(database, drop, 'zoe@example.com');
  await addDispatch(database, again, 'zoe@example.com');
  await sendFiles(database, drop, original, other);
  await database.drafts.add(draft);
  await database.segments.add(original.id, 0, part);
  assert.equal(await database.files.share([original.id]), 1);
  await database.uploads.add(upload);
}

async function unused({ files }: Database, ...ids: (typeof original.id)[]) {
  return (await files.listUnusedContents(ids)).sort();
}

export const sharedContentCases: readonly DatabaseCase[] = [
  {
    name: 'keeps whose content a file or an upload has, with the parts of that content',
    async run(database) {
      await fill(database);
      const shared = await database.files.findInDispatchById(drop.id, original.id);
      assert.equal(shared?.contentId, original.id);
      const alone = await database.files.findInDispatchById(drop.id, other.id);
      assert.ok(alone !== undefined && !('contentId' in alone));
      assert.deepEqual(await database.uploads.find(upload.id), upload);
      await database.files.addToDispatch(copy);
      assert.deepEqual(await database.files.findInDispatchById(again.id, copy.id), copy);
      // What is shared once more is still the content of the first file.
      assert.equal(await database.files.share([copy.id]), 1);
      assert.deepEqual(await database.files.findInDispatchById(again.id, copy.id), copy);
    },
  },
  {
    name: 'shares the contents of readable files only, and says how many they are',
    async run(database) {
      await fill(database);
      await database.files.shred(other.id, noon);
      assert.equal(await database.files.share([original.id, other.id, idFor('unknown')]), 1);
      assert.equal(await database.files.share([]), 0);
    },
  },
  {
    name: 'lists a content as unused once no readable file and no upload has it',
    async run(database) {
      await fill(database);
      await database.files.shredDispatch(drop.id, noon);
      assert.deepEqual(await unused(database, original.id, other.id), [other.id]);
      // The upload becomes a file.
      await database.uploads.remove([upload.id]);
      await database.files.addToDispatch(copy);
      assert.deepEqual(await unused(database, original.id), []);
      await database.files.shredDispatch(again.id, noon);
      assert.deepEqual(await unused(database, original.id, copy.id), [original.id]);
      assert.deepEqual(await unused(database, copy.id), [original.id]);
      assert.deepEqual(await unused(database), []);
    },
  },
  {
    name: 'lists the content of a shredded upload as unused only without its file',
    async run(database) {
      await fill(database);
      await database.uploads.shred(upload.id, noon);
      assert.deepEqual(await unused(database, upload.id), []);
      await database.files.shredDispatch(drop.id, noon);
      assert.deepEqual(await unused(database, upload.id), [original.id]);
      const alone = sampleUpload(alice, { id: draft.id }, 'alone');
      await database.uploads.add(alone);
      await database.uploads.shred(alone.id, noon);
      assert.deepEqual(await unused(database, alone.id), [alone.id]);
    },
  },
  {
    name: 'counts the bytes of a shared content once, in the last bucket that has it',
    async run(database) {
      await fill(database);
      const { administration } = database;
      assert.deepEqual(await administration.sumBucket(early), { files: 2, bytes: 2000 });
      await database.files.addToDispatch(copy);
      assert.deepEqual(await administration.sumBucket(early), { files: 2, bytes: 1000 });
      assert.deepEqual(await administration.sumBucket(late), { files: 1, bytes: 1000 });
      const twin = { ...copy, id: idFor<typeof copy.id>('twin'), name: 'twin.pdf' };
      await database.files.addToDispatch(twin);
      assert.deepEqual(await administration.sumBucket(late), { files: 2, bytes: 1000 });
      await database.files.shredDispatch(again.id, noon);
      assert.deepEqual(await administration.sumBucket(early), { files: 2, bytes: 2000 });
    },
  },
];
