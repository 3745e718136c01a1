import type { FileId } from '../model/ids.ts';
import type { Peers } from './peers.ts';
import { ValiseError } from '../model/valise-error.ts';

export type UploadWriters = ReturnType<typeof createUploadWriters>;

/**
 * Which uploads are being written right now: one request at a time for each, in whichever process
 * of the server. It spares senders from sending in vain; that two writers do no harm is the store's
 * doing, which lets an upload grow only from where it is.
 */
export function createUploadWriters(peers: Peers) {
  const running = new Map<FileId, { cutOff: () => void; ended: Promise<void> }>();

  function isWritingHere(id: FileId): boolean {
    return running.has(id);
  }

  async function interruptHere(id: FileId): Promise<void> {
    const writer = running.get(id);
    writer?.cutOff();
    await writer?.ended;
  }

  function claimHere(id: FileId, cutOff: () => void): () => void {
    if (isWritingHere(id)) throw locked();
    const { promise: ended, resolve } = Promise.withResolvers<undefined>();
    running.set(id, { cutOff, ended });
    return () => {
      running.delete(id);
      resolve(undefined);
    };
  }

  return {
    isWritingHere,
    interruptHere,

    /** Throws `upload_locked` while another request writes; the returned function makes way. */
    async claim(id: FileId, cutOff: () => void): Promise<() => void> {
      // Claimed before the others are asked: of two who claim at once, none misses the other.
      const makeWay = claimHere(id, cutOff);
      try {
        if ((await peers.ask('isWriting', id)).includes(true)) throw locked();
      } catch (error) {
        makeWay();
        throw error;
      }
      return makeWay;
    },

    /** Cuts off the request that writes, if any; resolves once what it had brought is kept. */
    async interrupt(id: FileId): Promise<void> {
      await Promise.all([interruptHere(id), peers.ask('interrupt', id)]);
    },
  };
}

function locked(): ValiseError {
  return new ValiseError(
    'upload_locked',
    'Another request is sending this file. Ask where it is, then go on from there.',
  );
}
