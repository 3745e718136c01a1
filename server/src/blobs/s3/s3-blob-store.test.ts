import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { day } from '../../domain/model/clock.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { missingCeph } from '../../testing/ceph-server.ts';
import {
  createHandMovedClock,
  key,
  listKeys,
  put,
  readAll,
} from '../conformance/blob-store-case.ts';
import { blobStoreConformance } from '../conformance/blob-store.conformance.ts';
import { parseBlobUrl } from './blob-url.ts';
import { S3BlobStore } from './s3-blob-store.ts';
import { partBytesAt } from './s3-blob-writer.ts';
import { newStoreOptions } from './s3-fixture.ts';
import { createS3Requests } from './s3-requests.ts';

const partBytes = partBytesAt(0);
const retries = { attempts: 2, silentAttempts: 2, firstMs: 1, maxMs: 1, timeoutMs: 1_000 };

blobStoreConformance(
  'The S3 blob store on Ceph',
  async (clock) => new S3BlobStore(await newStoreOptions(clock)),
  { skip: missingCeph },
);

describe('a blob in several parts', { skip: missingCeph }, () => {
  const bytes = randomBytes(3 * partBytes + 12_345);

  async function open() {
    const clock = createHandMovedClock();
    const options = await newStoreOptions(clock);
    const requests = createS3Requests(options);
    const listUploads = () => Array.fromAsync(requests.listUploads(options.prefix));
    return { store: new S3BlobStore(options), clock, options, requests, listUploads };
  }

  test('is read as it was written, and leaves no upload', async () => {
    const { store, listUploads } = await open();
    const writer = await store.create(key);
    for (let at = 0; at < bytes.length; at += 1_000_003) {
      await writer.write([bytes.subarray(at, at + 3), bytes.subarray(at + 3, at + 1_000_003)]);
    }
    await writer.commit();
    assert.equal(await store.findSize(key), bytes.length);
    assert.ok((await readAll(store, key, 0, bytes.length)).equals(bytes));
    const [start, end] = [partBytes - 5, 2 * partBytes + 5];
    assert.ok((await readAll(store, key, start, end)).equals(bytes.subarray(start, end)));
    assert.deepEqual(await listUploads(), []);
    await assert.rejects(writer.write([bytes]));
  });

  test('ends with a whole part where its size says so', async () => {
    const { store } = await open();
    const whole = bytes.subarray(0, 2 * partBytes);
    await put(store, key, whole);
    assert.ok((await readAll(store, key, 0, whole.length)).equals(whole));
  });

  test('leaves nothing when it is aborted', async () => {
    const { store, listUploads } = await open();
    const writer = await store.create(key);
    await writer.write([bytes]);
    await writer.abort();
    assert.deepEqual(await listUploads(), []);
    assert.deepEqual(await listKeys(store), []);
  });

  test('does not replace a blob that came first', async () => {
    const { store, listUploads } = await open();
    const writer = await store.create(key);
    await writer.write([bytes]);
    await put(store, key, Buffer.from('first'));
    await assert.rejects(writer.commit(), /exists already/);
    await writer.abort();
    assert.equal((await readAll(store, key, 0, 5)).toString(), 'first');
    assert.deepEqual(await listUploads(), []);
  });

  test('is stored once when the answer to its completion was lost', async () => {
    const { requests, options } = await open();
    const object = `${options.prefix}blobs/${key}`;
    const upload = await requests.beginUpload(object, 'token');
    const tags = [
      await requests.putPart(upload, 1, Buffer.from('part'), new AbortController().signal),
    ];
    assert.equal(await requests.completeUpload(upload, tags, 'token'), 'stored');
    assert.equal(await requests.completeUpload(upload, tags, 'token'), 'stored');
    assert.equal(await requests.completeUpload(upload, tags, 'of another writer'), 'taken');
    await requests.delete([object]);
    const impatient = createS3Requests({ ...options, retries });
    await assert.rejects(impatient.completeUpload(upload, tags, 'token'));
  });

  test('of another process is swept after two days, and not before', async () => {
    const { store, clock, options, listUploads } = await open();
    const elsewhere = await new S3BlobStore(options).create(key);
    await elsewhere.write([bytes.subarray(0, partBytes)]);
    await elsewhere.write([bytes.subarray(0, 1)]);
    const underWay = await store.create(`own${key.slice(3)}`);
    await underWay.write([bytes.subarray(0, partBytes)]);
    clock.advance(day);
    assert.equal(await store.sweepAbandoned(clock.now() - 1.5 * day), 0);
    assert.equal((await listUploads()).length, 2);
    clock.advance(1.5 * day);
    assert.equal(await store.sweepAbandoned(clock.now()), 2);
    assert.deepEqual(await listUploads(), []);
    await assert.rejects(elsewhere.commit());
    await elsewhere.abort();
    assert.deepEqual(await listKeys(store), []);
  });
});

describe('a store that does not work', { skip: missingCeph }, () => {
  const secrets = /SECRET|[0-9a-f]{40}/;

  async function faultOf(work: Promise<unknown>): Promise<ValiseError> {
    const fault: unknown = await work.then(
      () => assert.fail('expected a failure'),
      (error: unknown) => error,
    );
    assert.ok(fault instanceof ValiseError, String(fault));
    assert.doesNotMatch(JSON.stringify([fault.message, fault.cause, String(fault.cause)]), secrets);
    return fault;
  }

  test('is unavailable where nothing listens', async () => {
    const options = await newStoreOptions(createHandMovedClock());
    const access = { ...options.access, endpoint: 'http://127.0.0.1:1' };
    const store = new S3BlobStore({ ...options, access, retries });
    const fault = await faultOf(store.findSize(key));
    assert.equal(fault.code, 'unavailable');
    assert.ok((fault.retryAfterSeconds ?? 0) > 0);
    const [unstored] = await store.putMany([{ key, bytes: Buffer.from('lost') }]);
    assert.ok(unstored instanceof ValiseError);
    await faultOf(store.check());
  });

  test('is unavailable with wrong credentials, which no message tells', async () => {
    const options = await newStoreOptions(createHandMovedClock());
    const access = { ...options.access, secretAccessKey: 'SECRET' };
    const store = new S3BlobStore({ ...options, access });
    assert.equal((await faultOf(store.findSize(key))).code, 'unavailable');
    assert.match(String((await faultOf(store.make())).cause), /403/);
    await faultOf(store.check());
  });

  test('is unavailable until its certificates can be read', async () => {
    const options = await newStoreOptions(createHandMovedClock());
    const caFile = join(options.spoolFolder, 'ca.pem');
    const store = new S3BlobStore({ ...options, access: { ...options.access, caFile } });
    assert.match(String((await faultOf(store.findSize(key))).cause), /ENOENT/);
    await writeFile(caFile, '');
    assert.equal(await store.findSize(key), undefined);
  });

  test('is unavailable without its bucket', async () => {
    const options = await newStoreOptions(createHandMovedClock());
    const store = new S3BlobStore({ ...options, bucket: 'no-such-bucket' });
    assert.match(String((await faultOf(store.make())).cause), /NoSuchBucket/);
    await faultOf(Array.fromAsync(store.list()));
  });
});

test('an address names a bucket and a prefix', () => {
  assert.deepEqual(parseBlobUrl('s3://files'), { bucket: 'files', prefix: '' });
  assert.deepEqual(parseBlobUrl('s3://files/'), { bucket: 'files', prefix: '' });
  assert.deepEqual(parseBlobUrl('s3://my.files/a/b/'), { bucket: 'my.files', prefix: 'a/b/' });
  for (const url of ['', 's3://', 's3:///x', 'http://files', 's3://Files', 's3://files/../x']) {
    assert.throws(() => parseBlobUrl(url), /s3:\/\/BUCKET/);
  }
});
