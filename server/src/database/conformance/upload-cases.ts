import assert from 'node:assert/strict';
import { day } from '../../domain/model/clock.ts';
import type { FileId } from '../../domain/model/ids.ts';
import type { AbandonedUpload, IncomingUpload } from '../../domain/model/incoming-upload.ts';
import { countedBytes } from '../../domain/model/incoming-upload.ts';
import type { Database } from '../../domain/model/database.ts';
import { noon } from '../../testing/fake-clock.ts';
import {
  hashFor,
  idFor,
  sampleDispatch,
  sampleReceiver,
  sampleUpload,
} from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, addDispatch, alice, bob } from './database-case.ts';

const grant = sampleDispatch(alice, 'grant', { kind: 'grant', expiresAt: noon + 5 * day });
const zoe = sampleReceiver(grant, 'zoe@example.com');
const adam = sampleReceiver(grant, 'adam@example.com');

function uploadOf(name: string, overrides: Partial<IncomingUpload> = {}): IncomingUpload {
  return sampleUpload(alice, zoe, name, overrides);
}

const a = uploadOf('a', { keyBucket: 'tray-2026-11-16', folder: 'Reisen/Köln' });
const b = uploadOf('b', { visitorHash: hashFor('a browser') });
const ofAdam = uploadOf('of adam', { ownerId: adam.id });

function abandonedOf({ id, ownerId, accountId }: IncomingUpload): AbandonedUpload {
  return { id, ownerId, accountId };
}

async function fill(database: Database): Promise<void> {
  await addAccounts(database, alice);
  await addDispatch(database, grant, zoe.email, adam.email);
  for (const upload of [b, a, ofAdam]) await database.uploads.add(upload);
}

function grown(fromBytes: number, toBytes: number) {
  return { fromBytes, toBytes, expiresAt: noon + 3 * day };
}

export const uploadCases: readonly DatabaseCase[] = [
  {
    name: 'keeps uploads as they were begun, each for its receiver, in order',
    async run(database) {
      await fill(database);
      assert.deepEqual(await database.uploads.find(b.id), b);
      assert.deepEqual(await database.uploads.listFor(zoe.id), [b, a]);
      assert.deepEqual(await database.uploads.listFor(adam.id), [ofAdam]);
      assert.equal(await database.uploads.find(idFor('unknown')), undefined);
    },
  },
  {
    name: 'counts the uploads of a receiver, and finds one that was begun with the same metadata',
    async run(database) {
      await fill(database);
      const { uploads } = database;
      const keyed = uploadOf('keyed', { metadata: 'key MQ==', sizeBytes: 5, expiresAt: noon + 9 });
      const again = { ...keyed, id: idFor<FileId>('again'), expiresAt: noon + 99 };
      for (const upload of [keyed, again]) await uploads.add(upload);
      const bytes = countedBytes(b) + countedBytes(a) + 10;
      assert.deepEqual(await uploads.sumFor(zoe.id), { files: 4, bytes });
      assert.deepEqual(await uploads.sumFor(idFor('nobody')), { files: 0, bytes: 0 });
      assert.deepEqual(await uploads.findSame(zoe.id, keyed, 0), keyed);
      assert.deepEqual(await uploads.findSame(zoe.id, keyed, noon + 9), again);
      assert.equal(await uploads.findSame(zoe.id, keyed, noon + 99), undefined);
      assert.equal(await uploads.findSame(zoe.id, { ...keyed, sizeBytes: 6 }, 0), undefined);
      assert.equal(await uploads.findSame(zoe.id, { ...keyed, metadata: 'key' }, 0), undefined);
      assert.equal(await uploads.findSame(adam.id, keyed, 0), undefined);
      await uploads.shred(keyed.id, noon);
      assert.deepEqual(await uploads.findSame(zoe.id, keyed, 0), again);
      assert.deepEqual(await uploads.sumFor(zoe.id), { files: 3, bytes: bytes - 5 });
    },
  },
  {
    name: 'counts what has come of an upload without a size, until its size is declared, once',
    async run(database) {
      await fill(database);
      const { uploads } = database;
      const unsized = { metadata: 'key MQ==', sizeBytes: undefined, ownerId: adam.id };
      const deferred = uploadOf('deferred', unsized);
      await uploads.add(deferred);
      assert.deepEqual(await uploads.find(deferred.id), deferred);
      const bytesOf = async () => (await uploads.sumFor(adam.id)).bytes - countedBytes(ofAdam);
      assert.equal(await bytesOf(), 0);
      assert.equal(await uploads.grow(deferred.id, grown(0, 5_000_000_000)), true);
      assert.equal(await uploads.grow(deferred.id, grown(0, 7)), false);
      assert.equal(await bytesOf(), 5_000_000_000);
      const now = { ...deferred, receivedBytes: 5_000_000_000, expiresAt: noon + 3 * day };
      assert.deepEqual(await uploads.find(deferred.id), now);
      assert.deepEqual(await uploads.findSame(adam.id, deferred, 0), now);
      const sized = { ...deferred, sizeBytes: 5_000_000_001 };
      assert.equal(await uploads.findSame(adam.id, sized, 0), undefined);
      assert.equal(await uploads.declareSize(deferred.id, 5_000_000_001), true);
      assert.equal(await uploads.declareSize(deferred.id, 6_000_000_000), false);
      assert.equal(await uploads.declareSize(idFor('unknown'), 7), false);
      const declared = { ...now, sizeBytes: 5_000_000_001 };
      assert.deepEqual(await uploads.find(deferred.id), declared);
      assert.equal(await bytesOf(), 5_000_000_001);
      assert.deepEqual(await uploads.findSame(adam.id, deferred, 0), declared);
      assert.deepEqual(await uploads.findSame(adam.id, sized, 0), declared);
      assert.equal(await uploads.grow(deferred.id, grown(5_000_000_000, 5_000_000_001)), true);
      assert.equal((await uploads.find(deferred.id))?.sizeBytes, 5_000_000_001);
    },
  },
  {
    name: 'lets an upload grow from where it is, and from nowhere else',
    async run(database) {
      await fill(database);
      assert.equal(await database.uploads.grow(b.id, grown(0, 5_000_000_000)), true);
      assert.equal(await database.uploads.grow(b.id, grown(0, 7)), false);
      assert.equal(await database.uploads.grow(idFor('unknown'), grown(0, 7)), false);
      const now = { ...b, receivedBytes: 5_000_000_000, expiresAt: noon + 3 * day };
      assert.deepEqual(await database.uploads.listFor(zoe.id), [now, a]);
    },
  },
  {
    name: 'notes what an upload has come to',
    async run(database) {
      await fill(database);
      const completion = { sha256: hashFor('content'), segmentsMac: hashFor('segments') };
      await database.uploads.noteCompletion(b.id, completion);
      assert.deepEqual(await database.uploads.listFor(zoe.id), [{ ...b, completion }, a]);
    },
  },
  {
    name: 'keeps the newest state of a hash, until the upload is complete',
    async run(database) {
      await fill(database);
      await database.uploads.keepHashState(b.id, Buffer.from('first state'));
      const hashState = Buffer.from('second state');
      await database.uploads.keepHashState(b.id, hashState);
      await database.uploads.keepHashState(idFor('unknown'), hashState);
      assert.deepEqual(await database.uploads.listFor(zoe.id), [{ ...b, hashState }, a]);
      const completion = { sha256: hashFor('content'), segmentsMac: hashFor('segments') };
      await database.uploads.noteCompletion(b.id, completion);
      assert.deepEqual(await database.uploads.find(b.id), { ...b, completion });
    },
  },
  {
    name: 'shreds an upload: nobody finds it again, and its bytes are garbage',
    async run(database) {
      await fill(database);
      await database.uploads.shred(b.id, noon);
      await database.uploads.shred(b.id, noon + 1);
      assert.equal(await database.uploads.find(b.id), undefined);
      assert.deepEqual(await database.uploads.listFor(zoe.id), [a]);
      assert.equal(await database.uploads.grow(b.id, grown(0, 7)), false);
      assert.deepEqual(await database.uploads.listGarbage(10), [b.id]);
      assert.deepEqual(await database.uploads.listGarbage(0), []);
    },
  },
  {
    name: 'shreds the uploads of some receivers, or of one account, and no others',
    async run(database) {
      await fill(database);
      await addAccounts(database, bob);
      const ofBob = uploadOf('of bob', { accountId: bob.id });
      await database.uploads.add(ofBob);
      assert.equal(await database.uploads.shredFor([], noon), 0);
      assert.equal(await database.uploads.shredFor([adam.id], noon), 1);
      assert.equal(await database.uploads.shredFor([adam.id], noon), 0);
      assert.deepEqual(await database.uploads.listFor(zoe.id), [b, a, ofBob]);
      assert.equal(await database.uploads.shredAccount(alice.id, noon), 2);
      assert.deepEqual(await database.uploads.listFor(zoe.id), [ofBob]);
      assert.equal((await database.uploads.listGarbage(10)).length, 3);
    },
  },
  {
    name: 'forgets uploads that became files or whose bytes are gone',
    async run(database) {
      await fill(database);
      await database.uploads.shred(a.id, noon);
      await database.uploads.remove([b.id, a.id]);
      assert.deepEqual(await database.uploads.listFor(zoe.id), []);
      assert.deepEqual(await database.uploads.listGarbage(10), []);
      assert.deepEqual(await database.uploads.find(ofAdam.id), ofAdam);
    },
  },
  {
    name: 'lists each bucket that holds the key of an upload, once',
    async run(database) {
      await fill(database);
      const used = async () => (await database.uploads.listUsedBuckets()).sort();
      assert.deepEqual(await used(), ['tray-2026-11-15', 'tray-2026-11-16']);
      await database.uploads.shred(a.id, noon);
      assert.deepEqual(await used(), ['tray-2026-11-15']);
    },
  },
  {
    name: 'lists the uploads of a bucket in order, and puts them under other keys unless shredded',
    async run(database) {
      await fill(database);
      const bucket = b.keyBucket;
      const list = (limit: number, after?: FileId) =>
        database.uploads.listInBucket(bucket, limit, after);
      assert.deepEqual(await list(10), [b, ofAdam]);
      assert.deepEqual(await list(1), [b]);
      assert.deepEqual(await list(10, b.id), [ofAdam]);
      await database.uploads.shred(ofAdam.id, noon);
      const key = { wrappedKey: Buffer.from('new key'), keyBucket: 'tray-2026-11-17' };
      await database.uploads.rewrap([b, ofAdam].map(({ id }) => ({ id, ...key })));
      assert.deepEqual(await list(10), []);
      assert.deepEqual(await database.uploads.listInBucket(key.keyBucket, 10), [{ ...b, ...key }]);
    },
  },
  {
    name: 'lists uploads as abandoned when their time is over',
    async run(database) {
      await fill(database);
      const at = async (now: number) => (await database.uploads.listAbandoned(now, 10)).length;
      assert.equal(await at(noon + 2 * day - 1), 0);
      assert.equal(await at(noon + 2 * day), 3);
      assert.equal((await database.uploads.listAbandoned(noon + 2 * day, 2)).length, 2);
      await database.uploads.shred(a.id, noon);
      assert.equal(await at(noon + 2 * day), 2);
    },
  },
  {
    name: 'lists uploads as abandoned when their link, their grant or their account is gone',
    async run(database) {
      await fill(database);
      await database.dispatches.endLink(adam.id, noon);
      assert.deepEqual(await database.uploads.listAbandoned(noon, 10), [abandonedOf(ofAdam)]);
      await database.dispatches.end(grant.id, noon);
      assert.equal((await database.uploads.listAbandoned(noon, 10)).length, 3);
      await database.dispatches.removeAll(alice.id);
      assert.equal((await database.uploads.listAbandoned(noon, 10)).length, 3);
    },
  },
  {
    name: 'keeps the uploads of an account until their time is over, without a link',
    async run(database) {
      await addAccounts(database, alice);
      const own = sampleUpload(alice, alice, 'own');
      await database.uploads.add(own);
      assert.deepEqual(await database.uploads.listFor(alice.id), [own]);
      assert.deepEqual(await database.uploads.listAbandoned(own.expiresAt - 1, 10), []);
      assert.deepEqual(await database.uploads.listAbandoned(own.expiresAt, 10), [abandonedOf(own)]);
      assert.equal(await database.uploads.sumInDrafts(alice.id), 0);
    },
  },
  {
    name: 'lists the uploads of an owner a page at a time',
    async run(database) {
      await addAccounts(database, alice);
      const own = ['1', '2', '3'].map((name) => sampleUpload(alice, alice, name));
      const later = sampleUpload(alice, alice, '4', { createdAt: noon + 1 });
      const over = sampleUpload(alice, alice, '5', { expiresAt: noon });
      for (const upload of [later, over, ...own]) await database.uploads.add(upload);
      const sorted = own.toSorted((one, other) => (one.id < other.id ? -1 : 1));
      const list = (limit: number, after?: IncomingUpload) =>
        database.uploads.listPage(alice.id, { limit, now: noon, after });
      assert.deepEqual(await list(2), sorted.slice(0, 2));
      assert.deepEqual(await list(2, sorted[1]), [sorted[2], later]);
      assert.deepEqual(await list(2, later), []);
      await database.uploads.remove([sorted[1]?.id ?? later.id]);
      assert.deepEqual(await list(2, sorted[1]), [sorted[2], later]);
    },
  },
];
