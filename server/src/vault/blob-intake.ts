import { loadPosition } from '../crypto/seal-in-place.ts';
import { saltBytes } from '../crypto/sealed-format.ts';
import type { SegmentContext } from '../crypto/segment-keys.ts';
import type { BlobStore, BlobWriter } from '../domain/blob-store.ts';
import type { Randomness } from '../domain/ids.ts';
import { releaseMemory } from '../domain/release-memory.ts';
import type { Segment } from '../domain/segment.ts';
import type { SmallBlob, SmallBlobs } from '../domain/small-blob.ts';
import type { NewBlobKey } from './blob-keys.ts';
import { LoadFiller } from './load-filler.ts';
import type { LoadMemory } from './load-memory.ts';
import { PageCutter } from './page-cutter.ts';
import type { RunningHash, Sealing, Workshop } from './workshop/workshop.ts';

/** One load is sealed while another is written, one waits so that neither has to, and a fourth one fills. */
const mostLoadsUnderWay = 3;
/** Where several blobs come in at once, others fill the gaps, and memory counts. */
const loadsUnderWayOfAll = 6;

/** How many blobs are being sealed load by load now. */
let blobsUnderWay = 0;

function maxLoadsUnderWay(): number {
  const share = Math.floor(loadsUnderWayOfAll / Math.max(1, blobsUnderWay));
  return Math.max(1, Math.min(mostLoadsUnderWay, share));
}

export interface IntakeDependencies {
  blobs: BlobStore;
  installId: string;
  randomness: Randomness;
  newBlobKey: NewBlobKey;
  workshop: Workshop;
  smallBlobs: SmallBlobs;
  loadMemory: LoadMemory;
}

interface BlobOptions {
  blobKey: string;
  context: Omit<SegmentContext, 'installId'>;
  /** Goes on over the plaintext. Left out, nothing is hashed. */
  hash: RunningHash | undefined;
}

/** What came in, with what the hash has come to where there is one. */
export interface FinishedBlob extends Segment {
  sha256: Buffer | undefined;
}

export interface BlobIntake {
  write(plaintext: readonly Buffer[]): Promise<void>;
  /** Instead of `finish`: the whole blob, if nothing of it has gone anywhere. Nothing is stored then. */
  hold(): SmallBlob | undefined;
  finish(): Promise<FinishedBlob>;
  discard(): Promise<void>;
}

/**
 * One blob on its way in, sealed under a fresh salt. A blob of less than one load is kept whole once
 * it is there, unless it goes on with a hash that is elsewhere; any other is sealed in the workshop
 * and written as it comes.
 */
export function beginBlob(
  { blobs, installId, randomness, workshop, smallBlobs, loadMemory }: IntakeDependencies,
  { blobKey, context, hash }: BlobOptions,
): BlobIntake {
  const keying = { ...context, installId, salt: randomness.bytes(saltBytes) };
  let writer: BlobWriter | undefined;
  let sizeBytes = 0;
  let loads = 0;
  let filler = fillerIn(loadMemory.take());
  const cutter = new PageCutter();
  let sealing: Sealing | undefined;
  let sha256: Buffer | undefined;
  let written: Promise<unknown> = Promise.resolve();
  /** The loads that are being sealed or written, in order; each ends with its memory. */
  const underWay: Promise<ArrayBuffer>[] = [];
  let open = true;

  /** During a call and after a failed one nothing may be added: only `discard` is left. */
  function take(): void {
    if (!open) throw new Error(`Blob ${blobKey} takes no more bytes`);
    open = false;
  }

  function fillerIn(memory: ArrayBuffer): LoadFiller {
    const position = loadPosition(loads);
    loads += 1;
    return new LoadFiller(memory, position);
  }

  function startSealing(): Sealing {
    const started = (hash ?? workshop).startSealing(keying);
    blobsUnderWay += 1;
    return started;
  }

  function endSealing(): void {
    if (sealing === undefined) return;
    blobsUnderWay -= 1;
    sealing.end();
    sealing = undefined;
  }

  /** Memory for the next load: that of the oldest, once no more are under way than may be. */
  async function nextMemory(): Promise<ArrayBuffer> {
    let memory: ArrayBuffer | undefined;
    while (underWay.length >= maxLoadsUnderWay()) {
      if (memory !== undefined) loadMemory.giveBack(memory);
      memory = await underWay.shift();
    }
    return memory ?? loadMemory.take();
  }

  async function sealAndWrite(by: Sealing, isLast: boolean): Promise<ArrayBuffer> {
    const before = written;
    const load = await by.seal({ ...filler.load(), isLast });
    sha256 = load.sha256;
    await before;
    writer ??= await blobs.create(blobKey);
    await writer.write([cutter.cut(load.sealed, isLast)]);
    return load.sealed.buffer;
  }

  function handOver(by: Sealing, isLast: boolean): void {
    const handled = sealAndWrite(by, isLast);
    // Whoever needs its memory, or finishes, meets a failure; until then nobody may be looking.
    handled.catch(() => undefined);
    written = handled;
    underWay.push(handled);
  }

  function hold(): SmallBlob | undefined {
    // A hash that has begun, or was lost since, cannot go on where small blobs are kept.
    if (sealing !== undefined || (hash?.state ?? 'fresh') !== 'fresh') return undefined;
    take();
    const load = { ...filler.load(), isLast: true } as const;
    return { blobKey, keying, hashes: hash !== undefined, load };
  }

  return {
    async write(plaintext) {
      take();
      for (const piece of plaintext) {
        sizeBytes += piece.length;
        let rest = filler.fill(piece);
        while (filler.isFull) {
          sealing ??= startSealing();
          handOver(sealing, false);
          filler = fillerIn(await nextMemory());
          rest = filler.fill(rest);
        }
        releaseMemory(piece);
      }
      open = true;
    },

    hold,

    async finish() {
      const small = hold();
      if (small !== undefined) {
        const kept = await smallBlobs.keep(small);
        loadMemory.giveBack(kept.memory);
        return { blobKey, sizeBytes, sha256: kept.sha256 };
      }
      take();
      sealing ??= startSealing();
      handOver(sealing, true);
      for (const memory of await Promise.all(underWay)) loadMemory.giveBack(memory);
      await writer?.commit();
      endSealing();
      return { blobKey, sizeBytes, sha256 };
    },

    async discard() {
      open = false;
      await Promise.allSettled(underWay);
      endSealing();
      await writer?.abort();
      await blobs.delete(blobKey);
    },
  };
}
