import type { Repositories } from '../model/database.ts';
import type { FileId } from '../model/ids.ts';
import type { Completion, IncomingUpload } from '../model/incoming-upload.ts';
import type { KeyRing } from '../model/key-ring.ts';
import { openFileKey } from '../model/key-ring.ts';
import type { FinishedFile, Vault } from '../ports/vault.ts';

interface ReadBackDependencies {
  database: Pick<Repositories, 'segments' | 'uploads'>;
  vault: Vault;
  keyRing: KeyRing;
}

/**
 * Reads back complete uploads that were not hashed as they arrived: several processes received them, or
 * this one started later. Callers during a read wait for that same read.
 */
export function createReadBack({ database, vault, keyRing }: ReadBackDependencies) {
  const running = new Map<FileId, Promise<Completion>>();

  async function read(upload: IncomingUpload): Promise<Completion> {
    const { id } = upload;
    const fileKey = await openFileKey(keyRing, upload);
    const parts = await database.segments.list(id);
    const completion = completionOf(upload, await vault.readBackSegments({ id, fileKey }, parts));
    await database.uploads.noteCompletion(id, completion);
    return completion;
  }

  return async (upload: IncomingUpload): Promise<Completion> => {
    if (upload.completion !== undefined) return upload.completion;
    const reading = running.get(upload.id) ?? read(upload);
    running.set(upload.id, reading);
    try {
      return await reading;
    } finally {
      running.delete(upload.id);
    }
  };
}

/** Throws when the bytes in the vault are not what was declared. */
export function completionOf(
  { id, sizeBytes }: Pick<IncomingUpload, 'id' | 'sizeBytes'>,
  whole: FinishedFile,
): Completion {
  if (whole.sizeBytes !== sizeBytes || whole.segments === undefined) {
    throw new Error(`Upload ${id} is not whole`);
  }
  return { sha256: whole.sha256, segmentsMac: whole.segments.mac };
}
