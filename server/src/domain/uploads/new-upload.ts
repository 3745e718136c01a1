import type { Clock } from '../model/clock.ts';
import type { FileId } from '../model/ids.ts';
import type { IncomingUpload } from '../model/incoming-upload.ts';
import type { KeyRing } from '../model/key-ring.ts';
import { trayBucket } from '../model/key-ring.ts';
import type { UploadOwner } from './owners.ts';
import { visitorOf } from './owners.ts';

/** What is declared about a file before it is sent. */
export interface AnnouncedFile extends Pick<
  IncomingUpload,
  'name' | 'mediaType' | 'fingerprint' | 'metadata' | 'sizeBytes'
> {
  /** Left out: none. */
  folder?: string;
}

/** The row of a file of which so much has come. Its key is wrapped for this day. */
export async function newUpload(
  { keyRing, clock }: { keyRing: KeyRing; clock: Clock },
  owner: UploadOwner,
  { id, fileKey }: { id: FileId; fileKey: Buffer },
  file: AnnouncedFile & Pick<IncomingUpload, 'receivedBytes' | 'completion' | 'expiresAt'>,
): Promise<IncomingUpload> {
  const { id: ownerId, accountId } = owner;
  const { folder = '' } = file;
  const createdAt = clock.now();
  const keyBucket = trayBucket(createdAt);
  const bucket = await keyRing.ensure(keyBucket);
  const wrappedKey = bucket.wrap(fileKey, { fileId: id, accountId });
  const key = { wrappedKey, keyBucket, hashState: undefined };
  return { ...file, folder, id, ownerId, accountId, ...key, ...visitorOf(owner), createdAt };
}
