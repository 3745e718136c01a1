import type { FileId } from './ids.ts';
import { ValiseError } from './valise-error.ts';

export type UploadWriters = ReturnType<typeof createUploadWriters>;

/** Which uploads are being written right now: one request at a time for each. */
export function createUploadWriters() {
  const running = new Map<FileId, { cutOff: () => void; ended: Promise<void> }>();

  return {
    /** Throws `upload_locked` while another request writes; the returned function makes way. */
    claim(id: FileId, cutOff: () => void): () => void {
      if (running.has(id)) {
        throw new ValiseError(
          'upload_locked',
          'Another request is sending this file. Ask where it is, then go on from there.',
        );
      }
      const { promise: ended, resolve } = Promise.withResolvers<undefined>();
      running.set(id, { cutOff, ended });
      return () => {
        running.delete(id);
        resolve(undefined);
      };
    },

    /** Cuts off the request that writes, if any; resolves once what it had brought is kept. */
    async interrupt(id: FileId): Promise<void> {
      const writer = running.get(id);
      writer?.cutOff();
      await writer?.ended;
    },
  };
}
