import assert from 'node:assert/strict';
import { test } from 'node:test';

import { blobStoreConformance } from '../blobs/conformance/blob-store.conformance.ts';
import { key, otherKey, put, readAll } from '../blobs/conformance/blob-store-case.ts';
import { MemoryBlobStore } from '../blobs/memory/memory-blob-store.ts';
import { databaseConformance } from '../database/conformance/database.conformance.ts';
import { memoryDatabase } from '../database/memory/memory-database.ts';
import { testRowBinding as binding } from '../testing/row-binding-fixture.ts';
import { sampleAccount } from '../testing/samples.ts';
import { createTestTracer } from './tracer-fixture.ts';
import { traceBlobs, traceDatabase } from './trace-stores.ts';

const { tracer, names } = createTestTracer();

// Tests run in the span in which they are registered.
tracer.run(tracer.startRequest(undefined), () => {
  blobStoreConformance('A traced store', (clock) =>
    traceBlobs(new MemoryBlobStore({ clock }), tracer),
  );
  databaseConformance('A traced database', {
    async open(context) {
      const database = await memoryDatabase.open({ dataDir: '' }, { binding, migrates: false });
      context.after(() => database.close());
      return traceDatabase(database, tracer, 'sqlite');
    },
  });
});

test('the suites ran with spans', () => {
  for (const name of ['blobs write', 'blobs read', 'database transaction']) {
    assert.ok(names().includes(name), name);
  }
});

test('a blob that is written or read is one span, with its size and without its key', async () => {
  const traced = createTestTracer();
  const store = traceBlobs(new MemoryBlobStore(), traced.tracer);
  await traced.tracer.run(traced.tracer.startRequest(undefined), async () => {
    await put(store, key, Buffer.alloc(70_000, 'x'));
    await readAll(store, key, 0, 70_000);
    for await (const piece of store.read(key, 0, 70_000, 1000)) {
      assert.ok(piece.length > 0);
      break;
    }
    await assert.rejects(readAll(store, otherKey, 0, 1));
  });
  const spans = traced.spans();
  const writes = spans.filter(({ name }) => name === 'blobs write');
  assert.deepEqual(
    writes.map(({ attributes }) => attributes),
    [{ 'valise.store': 'memory', 'valise.bytes': 70_000 }],
  );
  const reads = spans.filter(({ name }) => name === 'blobs read');
  assert.ok(reads.some(({ attributes }) => attributes['valise.bytes'] === 70_000));
  assert.ok(spans.every(({ attributes }) => !JSON.stringify(attributes).includes(key)));
});

test('calls of a database are spans by their names, and a transaction is one', async () => {
  const traced = createTestTracer();
  const opened = await memoryDatabase.open({ dataDir: '' }, { binding, migrates: false });
  const database = traceDatabase(opened, traced.tracer, 'postgres');
  const account = sampleAccount('alice@example.com');
  await traced.tracer.run(traced.tracer.startRequest(undefined), async () => {
    await database.transact(async ({ accounts }) => {
      await accounts.add(account);
      await accounts.list();
    });
    assert.deepEqual(await database.accounts.list(), [account]);
  });
  await database.close();
  assert.deepEqual(traced.names(), ['database transaction', 'database accounts.list']);
  assert.ok(
    traced.spans().every(({ attributes }) => attributes['db.system.name'] === 'postgresql'),
  );
});
