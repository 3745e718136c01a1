import { createReadStream } from 'node:fs';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import type { CephStore } from '../../server/src/testing/ceph-server.ts';
import type { Contestant } from '../contest.ts';
import type { TestFile } from '../test-file.ts';

const pieceBytes = 1024 * 1024;

export function plainClient({ access }: CephStore): S3Client {
  const { endpoint, region, pathStyle: forcePathStyle } = access;
  return new S3Client({
    ...{ endpoint, region, forcePathStyle, credentials: access },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

/** The plain SDK: one stream into an object, or out of it, without encryption, rows or a server. */
export async function plainS3(
  store: CephStore,
  direction: 'upload' | 'download',
  file: TestFile,
): Promise<Contestant> {
  const client = plainClient(store);
  const { bucket: Bucket } = store;
  const Key = `plain-${process.pid}-${direction}`;

  async function put(): Promise<void> {
    const Body = createReadStream(file.path, { highWaterMark: pieceBytes });
    const ContentLength = file.sizeBytes;
    await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength }));
  }

  async function get(): Promise<void> {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
    let bytes = 0;
    for await (const piece of Body as AsyncIterable<Buffer>) bytes += piece.length;
    if (bytes !== file.sizeBytes) throw new Error(`${bytes} bytes came back`);
  }

  if (direction === 'download') await put();
  return {
    name: 'plain SDK',
    async run() {
      const startedAt = performance.now();
      const usedBefore = process.cpuUsage();
      await (direction === 'upload' ? put() : get());
      const seconds = (performance.now() - startedAt) / 1000;
      const { user, system } = process.cpuUsage(usedBefore);
      return { work: file.sizeBytes, seconds, cpuSeconds: (user + system) / 1e6 };
    },
  };
}

/**
 * Removes the large objects of all contestants. A store that keeps objects in memory is quicker where it can use
 * memory again: who uploads after a removal would have an advantage.
 */
export async function removeLargeObjects(store: CephStore): Promise<void> {
  const client = plainClient(store);
  const { bucket: Bucket } = store;
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket })) {
    for (const { Key, Size = 0 } of Contents) {
      if (Size > pieceBytes) await client.send(new DeleteObjectCommand({ Bucket, Key }));
    }
  }
  client.destroy();
}
