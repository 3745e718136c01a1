import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { missingCeph, newCephLocation, useCephStore } from './ceph-server.ts';

test('tests of one run share an S3 store', { skip: missingCeph }, async () => {
  const store = await useCephStore();
  assert.deepEqual(await useCephStore(), store);
  assert.notEqual((await newCephLocation()).blobUrl, (await newCephLocation()).blobUrl);
  const { access, bucket } = store;
  const { endpoint, region } = access;
  const client = new S3Client({ endpoint, region, credentials: access, forcePathStyle: true });
  const at = { Bucket: bucket, Key: 'test' };
  await client.send(new PutObjectCommand({ ...at, Body: 'kept' }));
  const { Body } = await client.send(new GetObjectCommand(at));
  assert.equal(await Body?.transformToString(), 'kept');
  client.destroy();
});
