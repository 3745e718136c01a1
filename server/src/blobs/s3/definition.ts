import { join } from 'node:path';

import type { Clock } from '../../domain/model/clock.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { BlobLocation, BlobStoreDefinition } from '../blob-store-definition.ts';
import { parseBlobUrl } from './blob-url.ts';
import { S3BlobStore, s3StoreName } from './s3-blob-store.ts';

/** A bucket of an S3 store. */
export const s3Blobs: BlobStoreDefinition = {
  name: s3StoreName,
  isShared: true,
  isRemote: true,

  exists: (location) => storeAt(location).exists(),
  describe({ blobUrl = '', s3 }) {
    return `S3 bucket, ${blobUrl} at ${s3?.endpoint ?? `AWS, ${s3?.region ?? ''}`}`;
  },

  ownership: {
    findOwner: (location) => storeAt(location).findOwner(),
    claim: (location, installation) => storeAt(location).make(installation),
  },

  async open(location, clock) {
    const store = storeAt(location, clock);
    await store.make();
    return store;
  },
  openToWrite: storeAt,
  openToRead: storeAt,
  async checkAccess(location) {
    await storeAt(location).exists();
  },
};

const noClock = { now: () => 0 };

function storeAt(location: BlobLocation, clock: Pick<Clock, 'now'> = noClock): S3BlobStore {
  const { dataDir, blobUrl, s3: access } = location;
  if (blobUrl === undefined || access === undefined) {
    throw new ValiseError('config_invalid', 'blobUrl: a blob store in S3 needs its address.');
  }
  const spoolFolder = join(dataDir, 'spool');
  return new S3BlobStore({ ...parseBlobUrl(blobUrl), access, spoolFolder, clock });
}
