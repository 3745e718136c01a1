import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

import { newCephLocation } from '../../testing/ceph-server.ts';
import type { HandMovedClock } from '../conformance/blob-store-case.ts';
import { parseBlobUrl } from './blob-url.ts';
import type { S3StoreOptions } from './s3-blob-store.ts';

const spoolFolder = mkdtempSync(join(tmpdir(), 'valise-s3-'));
after(() => rm(spoolFolder, { recursive: true }));

/** A new, empty store on Ceph, whose times are those of `clock`. */
export async function newStoreOptions(clock: HandMovedClock): Promise<S3StoreOptions> {
  const { blobUrl, s3: access } = await newCephLocation();
  const toInstant = (time: Date): number => clock.at(time.getTime());
  return { ...parseBlobUrl(blobUrl), access, spoolFolder, clock, toInstant };
}
