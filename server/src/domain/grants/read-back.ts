import type { FileId } from '../model/ids.ts';
import type { Completion, IncomingUpload } from '../model/incoming-upload.ts';
import { completionOf } from './completion-of.ts';
import type { KeyRing } from '../model/key-ring.ts';
import type { DatabaseOf } from '../model/database.ts';
import type { Vault } from '../ports/vault.ts';

interface Dependencies {
  database: DatabaseOf<'segments' | 'uploads'>;
  vault: Vault;
  keyRing: KeyRing;
}

export type ReadBacks = ReturnType<typeof createReadBacks>;

/**
 * Reads uploads back that have arrived without anybody having hashed all of it: in pieces to several
 * processes, or before this one started.
 */
export function createReadBacks({ database, vault, keyRing }: Dependencies) {
  const running = new Map<FileId, Promise<Completion>>();

  async function read(upload: IncomingUpload): Promise<Completion> {
    const { id, accountId, wrappedKey, keyBucket } = upload;
    const fileKey = keyRing.unwrap(wrappedKey, { fileId: id, accountId }, keyBucket);
    const parts = await database.segments.list(id);
    const completion = completionOf(upload, await vault.readBackSegments({ id, fileKey }, parts));
    await database.uploads.noteCompletion(id, completion);
    return completion;
  }

  /** Who asks while an upload is being read waits for that same reading. */
  async function get(upload: IncomingUpload): Promise<Completion> {
    if (upload.completion !== undefined) return upload.completion;
    const reading = running.get(upload.id) ?? read(upload);
    running.set(upload.id, reading);
    try {
      return await reading;
    } finally {
      running.delete(upload.id);
    }
  }

  return {
    get,

    /** Begins to read, and lets nobody wait. Sending off reads again what could not be read here. */
    begin(upload: IncomingUpload): void {
      get(upload).catch(() => undefined);
    },
  };
}
