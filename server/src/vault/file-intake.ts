import { createHash } from 'node:crypto';

import { saltBytes } from '../crypto/sealed-format.ts';
import { createSealer } from '../crypto/sealer.ts';
import { keyBytes } from '../crypto/secret-key.ts';
import type { BlobStore } from '../domain/blob-store.ts';
import type { FileId, Randomness } from '../domain/ids.ts';
import { newId } from '../domain/ids.ts';
import { releaseMemory } from '../domain/release-memory.ts';
import type { FileIntake } from '../domain/vault.ts';

/** Larger writes to a store cost less each, up to about this size. */
const batchBytes = 1024 * 1024;

interface Dependencies {
  blobs: BlobStore;
  installId: string;
  randomness: Randomness;
}

/** One file on its way in: hashed and sealed at once, written in batches while the next one fills. */
export async function beginIntake(dependencies: Dependencies): Promise<FileIntake> {
  const { blobs, installId, randomness } = dependencies;
  const id = newId<FileId>(randomness);
  const fileKey = randomness.bytes(keyBytes);
  const salt = randomness.bytes(saltBytes);
  const sealer = createSealer({ fileKey, installId, fileId: id, segment: 0, salt });
  const hash = createHash('sha256');
  const writer = await blobs.create(id);
  let sizeBytes = 0;
  let batch: Buffer[] = [sealer.header];
  let filled = sealer.header.length;
  let writing: Promise<void> = Promise.resolve();
  let open = true;

  /** During a call and after a failed one nothing may be added: only `discard` is left. */
  function take(): void {
    if (!open) throw new Error(`File ${id} takes no more bytes`);
    open = false;
  }

  function add(pieces: readonly Buffer[]): void {
    for (const piece of pieces) {
      batch.push(piece);
      filled += piece.length;
    }
  }

  async function writeAndRelease(pieces: readonly Buffer[]): Promise<void> {
    await writer.write(pieces);
    pieces.forEach(releaseMemory);
  }

  async function flush(): Promise<void> {
    await writing;
    writing = writeAndRelease(batch);
    // Whoever flushes or finishes next meets the failure; until then nobody may be looking.
    writing.catch(() => undefined);
    batch = [];
    filled = 0;
  }

  return {
    id,

    async write(plaintext) {
      take();
      hash.update(plaintext);
      sizeBytes += plaintext.length;
      add(sealer.update(plaintext));
      releaseMemory(plaintext);
      if (filled >= batchBytes) await flush();
      open = true;
    },

    async finish() {
      take();
      add(sealer.final());
      await flush();
      await writing;
      await writer.commit();
      return { id, fileKey, sizeBytes, sha256: hash.digest() };
    },

    async discard() {
      open = false;
      await Promise.allSettled([writing]);
      await writer.abort();
      await blobs.delete(id);
    },
  };
}
