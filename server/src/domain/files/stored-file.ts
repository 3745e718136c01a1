import type { StoredFile } from '../model/file.ts';
import type { KeyRing } from '../model/key-ring.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { BlobStore } from '../ports/blob-store.ts';
import type { Vault } from '../ports/vault.ts';

/** A file that its reader was found entitled to. */
export interface OpenFile {
  file: Pick<StoredFile, 'id' | 'name' | 'mediaType' | 'sizeBytes' | 'sha256' | 'createdAt'>;
  /** Plaintext from `start` up to and not including `end`; throws rather than yield a wrong byte. */
  read(start: number, end: number): AsyncIterable<Buffer>;
}

/** Takes the file's key out of the ring. Whether the reader may have it was decided before. */
export function openStoredFile(
  { vault, keyRing }: { vault: Vault; keyRing: KeyRing },
  file: StoredFile,
): OpenFile {
  const owner = { fileId: file.id, accountId: file.accountId };
  const fileKey = keyRing.unwrap(file.wrappedKey, owner, file.keyBucket);
  return { file, read: (start, end) => vault.read({ ...file, fileKey }, start, end) };
}

/** Throws `unavailable` unless there is a blob for each key: no row may be written without its bytes. */
export async function refuseMissingBytes(
  blobs: Pick<BlobStore, 'findSize'>,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) {
    if ((await blobs.findSize(key)) !== undefined) continue;
    throw new ValiseError(
      'unavailable',
      'A part of the upload was lost before it could be kept. Send it again.',
      { retryAfterSeconds: 1 },
    );
  }
}
