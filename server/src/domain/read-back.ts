import type { FileId } from './ids.ts';
import type { IncomingUpload, ReadBack } from './incoming-upload.ts';
import type { KeyRing } from './key-ring.ts';
import type { Store } from './store.ts';
import type { Vault } from './vault.ts';

interface Dependencies {
  store: Store;
  vault: Vault;
  keyRing: KeyRing;
}

export type ReadBacks = ReturnType<typeof createReadBacks>;

/** Reads each upload back once all of it has arrived: that checks it, and tells its SHA-256. */
export function createReadBacks({ store, vault, keyRing }: Dependencies) {
  const running = new Map<FileId, Promise<ReadBack>>();

  async function read(upload: IncomingUpload): Promise<ReadBack> {
    const { id, accountId, wrappedKey, keyBucket } = upload;
    const fileKey = keyRing.unwrap(wrappedKey, { fileId: id, accountId }, keyBucket);
    const parts = await store.segments.list(id);
    const { sizeBytes, sha256, segments } = await vault.finishSegmented({ id, fileKey }, parts);
    if (sizeBytes !== upload.sizeBytes || segments === undefined) {
      throw new Error(`Upload ${id} is not whole`);
    }
    const readBack = { sha256, segmentsMac: segments.mac };
    await store.uploads.noteReadBack(id, readBack);
    return readBack;
  }

  /** Who asks while an upload is being read waits for that same reading. */
  async function get(upload: IncomingUpload): Promise<ReadBack> {
    if (upload.readBack !== undefined) return upload.readBack;
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
