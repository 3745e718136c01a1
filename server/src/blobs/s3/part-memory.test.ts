import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';

import { second } from '../../domain/model/clock.ts';
import { missingCeph, useCephStore } from '../../testing/ceph-server.ts';
import { startS3FaultProxy } from '../../testing/s3-fault-proxy.ts';
import {
  createHandMovedClock,
  key,
  otherKey,
  put,
  readAll,
} from '../conformance/blob-store-case.ts';
import { PartMemory } from './part-memory.ts';
import { S3BlobStore } from './s3-blob-store.ts';
import { partBytesAt } from './s3-blob-writer.ts';
import { newStoreOptions } from './s3-fixture.ts';

const partBytes = partBytesAt(0);

test('memory for parts has an end', () => {
  const memory = new PartMemory(2, 10);
  const first = memory.take(10);
  assert.ok(memory.take(1));
  assert.equal(memory.take(10), undefined);
  first?.release();
  assert.equal(memory.take(11), undefined, 'larger than a part');
  assert.ok(memory.take(10));
});

test('nothing reads a part of which the store wants no more', async (t) => {
  // Answers without reading: most of the part stays with the client.
  const server = createServer((_, response) => response.writeHead(503).end());
  t.after(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const place = new PartMemory(1, 4 * partBytes).take(4 * partBytes);
  assert.ok(place);
  const request = sendRequest({ port, method: 'PUT' });
  const body = place.read(4 * partBytes);
  body.pipe(request);
  await once(request, 'response');
  assert.equal(request.writableFinished, false);
  body.destroy();
  assert.ok(request.destroyed);
});

describe('memory for the parts of uploads', { skip: missingCeph }, () => {
  const bytes = randomBytes(4 * partBytes + 12_345);

  async function open(parts: number) {
    const clock = createHandMovedClock();
    const partMemory = new PartMemory(parts, partBytes);
    const options = { ...(await newStoreOptions(clock)), partMemory };
    return { store: new S3BlobStore(options), clock, partMemory, options };
  }

  test('is for the second part of a fast upload and those that follow', async () => {
    const { store, partMemory } = await open(2);
    const writer = await store.create(key);
    await writer.write([bytes.subarray(0, partBytes)]);
    assert.equal(partMemory.freeParts, 2);
    await writer.write([bytes.subarray(partBytes, partBytes + 1)]);
    assert.equal(partMemory.freeParts, 1);
    await writer.write([bytes.subarray(partBytes + 1)]);
    await writer.commit();
    assert.equal(partMemory.freeParts, 2);
    assert.ok((await readAll(store, key, 0, bytes.length)).equals(bytes));
  });

  test('is not for an upload that is slow', async () => {
    const { store, clock, partMemory } = await open(2);
    const writer = await store.create(key);
    await writer.write([bytes.subarray(0, 1)]);
    clock.advance(10 * second);
    await writer.write([bytes.subarray(1, partBytes + 1)]);
    assert.equal(partMemory.freeParts, 2);
    await writer.abort();
  });

  for (const parts of [0, 1, 3]) {
    test(`serves two uploads at once with room for ${parts}`, async () => {
      const { store, partMemory } = await open(parts);
      await Promise.all([put(store, key, bytes), put(store, otherKey, bytes.toReversed())]);
      assert.equal(partMemory.freeParts, parts);
      assert.ok((await readAll(store, key, 0, bytes.length)).equals(bytes));
      assert.ok((await readAll(store, otherKey, 0, bytes.length)).equals(bytes.toReversed()));
    });
  }

  test('is free again after an abort', async () => {
    const { store, partMemory } = await open(2);
    const writer = await store.create(key);
    await writer.write([bytes.subarray(0, 2 * partBytes + 1)]);
    await writer.abort();
    assert.equal(partMemory.freeParts, 2);
  });

  test('is free again when the store went away', async (t) => {
    const { options, partMemory } = await open(2);
    const proxy = await startS3FaultProxy((await useCephStore()).access.endpoint, { share: 0 });
    t.after(() => proxy.close());
    const access = { ...options.access, endpoint: proxy.endpoint };
    const retries = { attempts: 2, silentAttempts: 2, firstMs: 1, maxMs: 1, timeoutMs: 1_000 };
    const store = new S3BlobStore({ ...options, access, retries });
    const writer = await store.create(key);
    await writer.write([bytes.subarray(0, partBytes + 1)]);
    proxy.isDown = true;
    await assert.rejects(async () => {
      await writer.write([bytes.subarray(partBytes + 1)]);
      await writer.commit();
    });
    proxy.isDown = false;
    await writer.abort();
    assert.equal(partMemory.freeParts, 2);
  });
});
