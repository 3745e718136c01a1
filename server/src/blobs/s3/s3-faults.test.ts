import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, test } from 'node:test';

import { missingCeph, useCephStore } from '../../testing/ceph-server.ts';
import type { S3FaultProxy } from '../../testing/s3-fault-proxy.ts';
import { s3Faults, startS3FaultProxy } from '../../testing/s3-fault-proxy.ts';
import type { HandMovedClock } from '../conformance/blob-store-case.ts';
import {
  createHandMovedClock,
  key,
  listKeys,
  put,
  readAll,
} from '../conformance/blob-store-case.ts';
import { blobStoreConformance } from '../conformance/blob-store.conformance.ts';
import { storeOperations } from '../../domain/ports/blob-store.ts';
import { S3BlobStore } from './s3-blob-store.ts';
import { partBytesAt } from './s3-blob-writer.ts';
import { newStoreOptions } from './s3-fixture.ts';

const timeouts = { connectMs: 3_000, idleMs: 1_500, answerMs: 10_000 };
/** With a fault in every fifth request, one of a million fails ten times in a row. */
const retries = { attempts: 12, silentAttempts: 12, firstMs: 2, maxMs: 50, timeoutMs: 60_000 };

let started: Promise<S3FaultProxy> | undefined;

/** One for this file, in front of the store. */
function useProxy(): Promise<S3FaultProxy> {
  started ??= useCephStore().then(({ access }) => startS3FaultProxy(access.endpoint));
  return started;
}
after(async () => (await started)?.close());

async function openStore(clock: HandMovedClock): Promise<S3BlobStore> {
  const options = await newStoreOptions(clock);
  const access = { ...options.access, endpoint: (await useProxy()).endpoint };
  return new S3BlobStore({ ...options, access, timeouts, retries });
}

blobStoreConformance('The S3 blob store where every fifth request fails', openStore, {
  skip: missingCeph,
});

describe('where every fifth request fails', { skip: missingCeph }, () => {
  test('blobs in parts are stored and read', async () => {
    const store = await openStore(createHandMovedClock());
    const bytes = randomBytes(4 * partBytesAt(0) + 1);
    await put(store, key, bytes);
    assert.ok((await readAll(store, key, 0, bytes.length)).equals(bytes));
    await store.quarantine(key);
    assert.deepEqual(await listKeys(store), []);
  });

  test('many small blobs are stored and deleted', async () => {
    const store = await openStore(createHandMovedClock());
    const blobs = Array.from({ length: 200 }, (_, at) => ({
      key: `${String(at).padStart(3, '0')}-of-many-small-blobs`.padEnd(22, '_').slice(0, 22),
      bytes: randomBytes(1_000),
    }));
    const faults = await store.putMany(blobs);
    assert.deepEqual(new Set(faults), new Set([undefined]));
    assert.deepEqual(
      await listKeys(store),
      blobs.map((blob) => blob.key),
    );
    await store.deleteMany(blobs.map((blob) => blob.key));
    assert.deepEqual(await listKeys(store), []);
  });

  test('a watcher is told of each attempt, how it ended, and of each retry', async () => {
    const store = await openStore(createHandMovedClock());
    const told = { done: 0, refused: 0, failed: 0, retries: 0 };
    store.watchRequests({
      onAttempt: (operation, seconds, outcome) => {
        assert.ok(storeOperations.includes(operation) && seconds >= 0);
        told[outcome] += 1;
      },
      onRetry: () => {
        told.retries += 1;
      },
    });
    await put(store, key, randomBytes(1_000));
    for (let at = 0; at < 40; at += 1) await store.findSize(key);
    assert.equal(told.refused, 0);
    assert.ok(told.failed > 0, 'some attempts failed');
    assert.ok(told.retries >= told.failed, 'and were repeated');
    assert.ok(told.done > 40);
  });

  test('every kind of fault was met', async () => {
    const { met } = await useProxy();
    for (const fault of s3Faults) assert.ok(met[fault] > 0, fault);
  });
});

test('a store that was away works again', { skip: missingCeph }, async () => {
  const proxy = await useProxy();
  const store = await openStore(createHandMovedClock());
  await put(store, key, Buffer.from('kept'));
  proxy.isDown = true;
  const read = readAll(store, key, 0, 4);
  const written = put(store, `new${key.slice(3)}`, Buffer.from('late'));
  setTimeout(() => {
    proxy.isDown = false;
  }, 200);
  assert.equal((await read).toString(), 'kept');
  await written;
  assert.equal((await listKeys(store)).length, 2);
});
