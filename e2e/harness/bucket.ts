import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

import type { CephBucket } from '../../server/src/testing/ceph-bucket.ts';
import { openCephBucket } from '../../server/src/testing/ceph-bucket.ts';
import { newCephLocation } from '../../server/src/testing/ceph-server.ts';
import type { CuttableProxy } from './cuttable-proxy.ts';
import { openCuttableProxy } from './cuttable-proxy.ts';
import { useBucket } from './folder-settings.ts';

export { missingCeph } from '../../server/src/testing/ceph-server.ts';

interface BucketFolder {
  dataDir: string;
  bucket: CephBucket;
  /** The way of the server to the bucket. */
  line: CuttableProxy;
}

/** A data folder whose files are in a bucket, and the line to that bucket. Both go away with the test or file. */
export async function makeBucketFolder(): Promise<BucketFolder> {
  const { blobUrl, s3 } = await newCephLocation();
  const line = await openCuttableProxy(() => s3.endpoint);
  const dataDir = await mkdtemp(join(tmpdir(), 'valise-e2e-'));
  after(() => rm(dataDir, { recursive: true, force: true }));
  await useBucket(dataDir, { blobUrl, s3: { ...s3, endpoint: line.url } });
  return { dataDir, bucket: openCephBucket({ blobUrl, s3 }), line };
}
