import { createHash } from 'node:crypto';
import {
  IntegrityError,
  defaultChunkSizeLog2,
  sealedSize,
} from '../sealing/crypto/sealed-format.ts';
import type { StoredFile } from '../domain/model/file.ts';
import { contentIdOf } from '../domain/model/file.ts';
import { openFileKey } from '../domain/model/key-ring.ts';
import type { Inspection } from './open-for-inspection.ts';

/**
 * Why a file cannot be read: the keyring lacks the key of its bucket; its own key was damaged; its bytes
 * are missing; their length is wrong; or they are not those that were stored.
 */
export const fileFaults = ['no_bucket_key', 'key_damaged', 'missing', 'length', 'damaged'] as const;
export type FileFault = (typeof fileFaults)[number];

type Parts = Pick<Inspection, 'blobs' | 'keyRing' | 'vault'>;

/** Without `isDeep`, only the length is checked, not the content. */
export async function examineFile(
  parts: Parts,
  file: StoredFile,
  { isDeep, stopping }: { isDeep: boolean; stopping?: AbortSignal | undefined },
): Promise<FileFault | undefined> {
  const fileKey = await findKey(parts, file);
  if (typeof fileKey === 'string') return fileKey;
  return (
    (await findLengthFault(parts, file)) ??
    (isDeep
      ? await findDamage(parts, { ...file, id: contentIdOf(file), fileKey }, stopping)
      : undefined)
  );
}

async function findKey({ keyRing }: Parts, file: StoredFile): Promise<Buffer | FileFault> {
  try {
    return await openFileKey(keyRing, file);
  } catch {
    const buckets = await keyRing.buckets();
    return buckets.includes(file.keyBucket) ? 'key_damaged' : 'no_bucket_key';
  }
}

async function findLengthFault(
  { blobs }: Parts,
  { id, sizeBytes, store, segments }: StoredFile,
): Promise<FileFault | undefined> {
  for (const part of segments?.parts ?? [
    { blobKey: id, sizeBytes, store, sealedBytes: undefined },
  ]) {
    if (part.store !== blobs.name) return 'missing';
    const blobBytes = await blobs.findSize(part.blobKey);
    if (blobBytes === undefined) return 'missing';
    const rightBytes = part.sealedBytes ?? sealedSize(part.sizeBytes, defaultChunkSizeLog2);
    if (blobBytes !== rightBytes) return 'length';
  }
  return undefined;
}

async function findDamage(
  { vault }: Parts,
  file: StoredFile & { fileKey: Buffer },
  stopping: AbortSignal | undefined,
): Promise<FileFault | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const piece of vault.read(file, 0, file.sizeBytes)) {
      if (stopping?.aborted === true) return undefined;
      hash.update(piece);
    }
  } catch (error) {
    if (error instanceof IntegrityError) return 'damaged';
    throw error;
  }
  return hash.digest().equals(file.sha256) ? undefined : 'damaged';
}
