import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BlobStore, BlobWriter } from '../../domain/ports/blob-store.ts';
import type { Clock } from '../../domain/model/clock.ts';
import { blobStoreCases } from './blob-store.conformance.ts';
import { createHandMovedClock } from './blob-store-case.ts';
import { MemoryBlobStore } from '../memory/memory-blob-store.ts';

interface BrokenStore {
  fault: string;
  /** A rule that must find the fault. */
  caughtBy: string;
  make: (clock: Clock) => BlobStore;
}

const brokenStores: readonly BrokenStore[] = [
  {
    fault: 'shows a blob before its commit',
    caughtBy: 'shows nothing before the commit',
    make: (clock) =>
      withWriter(clock, (writer, store, key) => ({
        ...writer,
        write: async (pieces) => {
          await writer.write(pieces);
          await writer.commit();
          assert.notEqual(await store.findSize(key), undefined);
        },
        commit: () => Promise.resolve(),
      })),
  },
  {
    fault: 'commits on abort',
    caughtBy: 'leaves nothing after an abort, also after a second one',
    make: (clock) => withWriter(clock, (writer) => ({ ...writer, abort: () => writer.commit() })),
  },
  {
    fault: 'removes the blob when abort follows commit',
    caughtBy: 'keeps the blob when an abort comes after the commit',
    make: (clock) =>
      withWriter(clock, (writer, store, key) => ({
        ...writer,
        abort: async () => {
          await writer.abort();
          await store.delete(key);
        },
      })),
  },
  {
    fault: 'keeps only the first piece of each write',
    caughtBy: 'gives back what was written, piece borders aside',
    make: (clock) =>
      withWriter(clock, (writer) => ({
        ...writer,
        write: (pieces) => writer.write(pieces.slice(0, 1)),
      })),
  },
  {
    fault: 'gives pieces of its own size',
    caughtBy: 'gives pieces of the size asked for, each in memory of its own',
    make: (clock) =>
      withVerbs(clock, (store) => ({
        read: (key, start, end) => store.read(key, start, end, 999),
      })),
  },
  {
    fault: 'replaces a blob that exists',
    caughtBy: 'refuses to begin a blob that exists',
    make: (clock) =>
      withVerbs(clock, (store) => ({
        create: async (key) => {
          await store.delete(key);
          return store.create(key);
        },
      })),
  },
  {
    fault: 'puts the first of several blobs alone',
    caughtBy: 'puts several whole blobs at a time',
    make: (clock) =>
      withVerbs(clock, (store) => ({
        putMany: async (blobs) => {
          await store.putMany(blobs.slice(0, 1));
          return blobs.map(() => undefined);
        },
      })),
  },
  {
    fault: 'replaces a blob by one of several',
    caughtBy:
      'puts each of several blobs by itself: one that fails leaves the others and what was there',
    make: (clock) =>
      withVerbs(clock, (store) => ({
        putMany: async (blobs) => {
          for (const { key } of blobs) await store.delete(key).catch(() => undefined);
          return await store.putMany(blobs);
        },
      })),
  },
  {
    fault: 'puts none of several blobs when one fails',
    caughtBy:
      'puts each of several blobs by itself: one that fails leaves the others and what was there',
    make: (clock) =>
      withVerbs(clock, (store) => ({
        putMany: async (blobs) => {
          const faults = await store.putMany(blobs);
          const fault = faults.find((each) => each !== undefined);
          if (fault === undefined) return faults;
          for (const [at, { key }] of blobs.entries()) {
            if (faults[at] === undefined) await store.delete(key);
          }
          return blobs.map(() => fault);
        },
      })),
  },
  {
    fault: 'tells the size of what it gives as that of the blob',
    caughtBy: 'gives the size of a blob with its first bytes',
    make: (clock) =>
      withVerbs(clock, (store) => ({
        readStart: async (key, bytes) => {
          const found = await store.readStart(key, bytes);
          return found && { ...found, sizeBytes: found.start.length };
        },
      })),
  },
  {
    fault: 'ignores the end of a range',
    caughtBy: 'reads any part, its last byte not included',
    make: (clock) =>
      withVerbs(clock, (store) => ({
        read: async function* (key, start) {
          yield* store.read(key, start, (await store.findSize(key)) ?? 0);
        },
      })),
  },
  {
    fault: 'ignores the start of a range',
    caughtBy: 'reads any part, its last byte not included',
    make: (clock) =>
      withVerbs(clock, (store) => ({ read: (key, _, end) => store.read(key, 0, end) })),
  },
  {
    fault: 'gives what there is of a blob that is too short',
    caughtBy: 'gives no byte of a blob that is shorter than the end asked for',
    make: (clock) =>
      withVerbs(clock, (store) => ({
        read: async function* (key, start, end) {
          const sizeBytes = await store.findSize(key);
          yield* store.read(key, start, Math.min(end, sizeBytes ?? end));
          if (sizeBytes !== undefined && sizeBytes < end) throw new Error('too short');
        },
      })),
  },
  {
    fault: 'forgets to delete',
    caughtBy: 'deletes a blob, and has nothing against a second time',
    make: (clock) => withVerbs(clock, () => ({ delete: () => Promise.resolve() })),
  },
  {
    fault: 'complains when there is nothing to delete',
    caughtBy: 'deletes a blob, and has nothing against a second time',
    make: (clock) =>
      withVerbs(clock, (store) => ({
        delete: async (key) => {
          if ((await store.findSize(key)) === undefined) throw new Error('nothing to delete');
          await store.delete(key);
        },
      })),
  },
  {
    fault: 'deletes the first of several blobs alone',
    caughtBy: 'deletes several blobs, and has nothing against missing ones',
    make: (clock) =>
      withVerbs(clock, (store) => ({ deleteMany: (keys) => store.deleteMany(keys.slice(0, 1)) })),
  },
  {
    fault: 'says nothing of several blobs that it did not delete',
    caughtBy: 'refuses keys that are not ids',
    make: (clock) =>
      withVerbs(clock, (store) => ({
        deleteMany: (keys) => store.deleteMany(keys).catch(() => undefined),
      })),
  },
  {
    fault: 'removes what is put into quarantine',
    caughtBy: 'keeps a blob in quarantine out of sight, and gives it back as it was',
    make: (clock) => withVerbs(clock, (store) => ({ quarantine: (key) => store.delete(key) })),
  },
  {
    fault: 'empties the quarantine of what was put there just now, too',
    caughtBy: 'removes what has been in quarantine since before the given instant',
    make: (clock) =>
      withVerbs(clock, (store) => ({
        discardQuarantined: () => store.discardQuarantined(Infinity),
      })),
  },
  {
    fault: 'leaves out what came in after the given instant',
    caughtBy: 'lists at least what was committed after the given instant',
    make: (clock) =>
      withVerbs(clock, (store) => ({
        list: async function* (since = Infinity) {
          for await (const blob of store.list()) if (blob.modifiedAt <= since) yield blob;
        },
      })),
  },
  {
    fault: 'lists the first blob alone',
    caughtBy: 'lists every committed blob with its size and time',
    make: (clock) =>
      withVerbs(clock, (store) => ({
        list: async function* () {
          for await (const blob of store.list()) {
            yield blob;
            return;
          }
        },
      })),
  },
  {
    fault: 'sweeps everything, however young',
    caughtBy: 'sweeps what was begun before the given instant and never ended',
    make: (clock) =>
      withVerbs(clock, (store) => ({ sweepAbandoned: () => store.sweepAbandoned(Infinity) })),
  },
  {
    fault: 'sweeps nothing',
    caughtBy: 'sweeps what was begun before the given instant and never ended',
    make: (clock) => withVerbs(clock, () => ({ sweepAbandoned: () => Promise.resolve(0) })),
  },
  {
    fault: 'takes any key to look up',
    caughtBy: 'refuses keys that are not ids',
    make: (clock) => withVerbs(clock, () => ({ findSize: () => Promise.resolve(undefined) })),
  },
  {
    fault: 'always fails its check',
    caughtBy: 'passes its own check and leaves no trace of it',
    make: (clock) =>
      withVerbs(clock, () => ({ check: () => Promise.reject(new Error('out of order')) })),
  },
];

for (const { fault, caughtBy, make } of brokenStores) {
  test(`the suite fails a store that ${fault}`, async () => {
    assert.ok((await findBrokenRules(make)).includes(caughtBy));
  });
}

test('the suite passes the store that the broken ones are made of', async () => {
  assert.deepEqual(await findBrokenRules((clock) => withVerbs(clock, () => ({}))), []);
});

async function findBrokenRules(make: (clock: Clock) => BlobStore): Promise<string[]> {
  const broken: string[] = [];
  for (const rule of blobStoreCases) {
    const clock = createHandMovedClock();
    await rule.run({ store: make(clock), clock }).catch(() => broken.push(rule.name));
  }
  return broken;
}

/** A sound store, some methods of which are replaced. */
function withVerbs(clock: Clock, replace: (sound: BlobStore) => Partial<BlobStore>): BlobStore {
  const sound = new MemoryBlobStore({ clock });
  return {
    name: sound.name,
    create: (key) => sound.create(key),
    putMany: (blobs) => sound.putMany(blobs),
    findSize: (key) => sound.findSize(key),
    readStart: (key, bytes) => sound.readStart(key, bytes),
    read: (key, start, end, pieceBytes) => sound.read(key, start, end, pieceBytes),
    delete: (key) => sound.delete(key),
    deleteMany: (keys) => sound.deleteMany(keys),
    quarantine: (key) => sound.quarantine(key),
    listQuarantined: () => sound.listQuarantined(),
    putBack: (blob) => sound.putBack(blob),
    discardQuarantined: (before) => sound.discardQuarantined(before),
    list: () => sound.list(),
    sweepAbandoned: (before) => sound.sweepAbandoned(before),
    freeBytes: () => sound.freeBytes(),
    check: () => sound.check(),
    ...replace(sound),
  };
}

function withWriter(
  clock: Clock,
  replace: (sound: BlobWriter, store: BlobStore, key: string) => BlobWriter,
): BlobStore {
  return withVerbs(clock, (store) => ({
    create: async (key) => replace(await store.create(key), store, key),
  }));
}
