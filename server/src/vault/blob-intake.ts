import { saltBytes } from '../crypto/sealed-format.ts';
import { createSealer } from '../crypto/sealer.ts';
import type { SegmentContext } from '../crypto/segment-keys.ts';
import type { BlobStore } from '../domain/blob-store.ts';
import type { Randomness } from '../domain/ids.ts';
import { releaseMemory } from '../domain/release-memory.ts';
import type { Segment } from '../domain/segment.ts';
import type { SegmentIntake } from '../domain/vault.ts';

/** Larger writes to a store cost less each, up to about this size. */
const batchBytes = 1024 * 1024;

export interface IntakeDependencies {
  blobs: BlobStore;
  installId: string;
  randomness: Randomness;
}

/**
 * One blob on its way in: sealed under a fresh salt, written in batches while the next one fills.
 * `see` is shown the plaintext before its memory is given back.
 */
export async function beginBlob(
  { blobs, installId, randomness }: IntakeDependencies,
  blobKey: string,
  context: Omit<SegmentContext, 'installId'>,
  see?: (plaintext: Buffer) => void,
): Promise<SegmentIntake> {
  const salt = randomness.bytes(saltBytes);
  const sealer = createSealer({ ...context, installId, salt });
  const writer = await blobs.create(blobKey);
  let sizeBytes = 0;
  let batch: Buffer[] = [sealer.header];
  let filled = sealer.header.length;
  let writing: Promise<void> = Promise.resolve();
  let open = true;

  /** During a call and after a failed one nothing may be added: only `discard` is left. */
  function take(): void {
    if (!open) throw new Error(`Blob ${blobKey} takes no more bytes`);
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
    async write(plaintext) {
      take();
      see?.(plaintext);
      sizeBytes += plaintext.length;
      add(sealer.update(plaintext));
      releaseMemory(plaintext);
      if (filled >= batchBytes) await flush();
      open = true;
    },

    async finish(): Promise<Segment> {
      take();
      add(sealer.final());
      await flush();
      await writing;
      await writer.commit();
      return { blobKey, sizeBytes };
    },

    async discard() {
      open = false;
      await Promise.allSettled([writing]);
      await writer.abort();
      await blobs.delete(blobKey);
    },
  };
}
