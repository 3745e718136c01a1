import { join } from 'node:path';

import type { Clock } from '../../domain/model/clock.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { lazily } from '../../platform/lazily.ts';
import type { BlobLocation, BlobStoreDefinition } from '../blob-store-definition.ts';
import { parseBlobUrl, s3StoreName } from './blob-url.ts';
import type { S3BlobStore } from './s3-blob-store.ts';

/** A bucket of an S3 store. Its code is loaded when one is opened. */
export const s3Blobs: BlobStoreDefinition = {
  name: s3StoreName,
  isShared: true,
  isRemote: true,

  exists: async (location) => await (await storeAt(location)).exists(),
  describe({ blobUrl = '', s3 }) {
    return `S3 bucket, ${blobUrl} at ${s3?.endpoint ?? `AWS, ${s3?.region ?? ''}`}`;
  },

  ownership: {
    findOwner: async (location) => await (await storeAt(location)).findOwner(),
    async claim(location, installation) {
      await (await storeAt(location)).make(installation);
    },
  },

  async open(location, clock) {
    const store = await storeAt(location, clock);
    await store.make();
    return store;
  },
  openToWrite(location, clock) {
    const open = lazily(() => storeAt(location, clock));
    return {
      putMany: async (blobs) => await (await open()).putMany(blobs),
      findSize: async (key) => await (await open()).findSize(key),
    };
  },
  openToRead: storeAt,
  async checkAccess(location) {
    await (await storeAt(location)).exists();
  },
};

const noClock = { now: () => 0 };

async function storeAt(
  location: BlobLocation,
  clock: Pick<Clock, 'now'> = noClock,
): Promise<S3BlobStore> {
  const { dataDir, blobUrl, s3: access } = location;
  if (blobUrl === undefined || access === undefined) {
    throw new ValiseError('config_invalid', 'blobUrl: a blob store in S3 needs its address.');
  }
  const part = parseBlobUrl(blobUrl);
  const { S3BlobStore } = await import('./s3-blob-store.ts');
  return new S3BlobStore({ ...part, access, spoolFolder: join(dataDir, 'spool'), clock });
}
