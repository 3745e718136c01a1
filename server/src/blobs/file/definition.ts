import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';

import type { BlobLocation, BlobStoreDefinition } from '../blob-store-definition.ts';
import { incomingDir } from './blob-path.ts';
import { BlockingBlobStore } from './blocking-blob-store.ts';
import { FileBlobStore, fileStoreName } from './file-blob-store.ts';

/** A folder of files. */
export const fileBlobs: BlobStoreDefinition = {
  name: fileStoreName,
  isShared: true,
  isRemote: false,

  exists: (location) => Promise.resolve(existsSync(folderOf(location))),
  describe: (location) => `folder of files, ${folderOf(location)}`,

  open: async (location, clock) => await FileBlobStore.open(folderOf(location), clock),
  openToWrite: (location, clock) => new BlockingBlobStore(folderOf(location), clock),
  openToRead: (location, clock) => Promise.resolve(FileBlobStore.toRead(folderOf(location), clock)),
  async checkAccess(location) {
    const dir = folderOf(location);
    for (const folder of [dir, incomingDir(dir)]) {
      if (existsSync(folder)) await access(folder, constants.W_OK | constants.X_OK);
    }
  },
};

function folderOf({ dataDir }: BlobLocation): string {
  return join(dataDir, 'blobs');
}
