import { createHash } from 'node:crypto';

import { second } from '../../domain/model/clock.ts';
import type { Segment } from '../../domain/model/file.ts';
import type { FileId, Randomness } from '../../domain/model/ids.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { BlobStore, BlobWriter, WholeBlob } from '../../domain/ports/blob-store.ts';
import type {
  FileIntake,
  SavedHash,
  SegmentIntake,
  SegmentedFile,
} from '../../domain/ports/vault.ts';
import { releaseMemory } from '../../domain/transfers/transfer-memory.ts';
import { settledWithin } from '../../platform/concurrency/concurrency.ts';
import type { CipherPool, RunningHash, SealStream } from '../cipher-pool/cipher-pool.ts';
import type { SegmentContext } from '../crypto/sealed-format.ts';
import { cipherStepBytes, keyBytes, saltBytes, sealedSize } from '../crypto/sealed-format.ts';
import type { InPlaceSealerOptions } from '../crypto/sealer.ts';
import { createInPlaceSealer, offsetInBuffer } from '../crypto/sealer.ts';
import type { BufferPool } from './buffer-pool.ts';
import { SealBuffer } from './buffer-pool.ts';
import { openHashState, sealHashState } from './hash-state.ts';
import { PageAligner } from './page-aligner.ts';
import type { NewBlobKey, SegmentHashes } from './sealed-vault.ts';

/** One buffer is sealed while another is written, one waits so that neither has to, and a fourth one fills. */
const mostLoadsUnderWay = 3;
/** Whoever waits for an answer does not wait longer for the removal of what failed. */
const removalMs = 2 * second;

interface IntakeDependencies {
  blobs: BlobStore;
  installId: string;
  randomness: Randomness;
  newBlobKey: NewBlobKey;
  cipherPool: CipherPool;
  sealAndPut: SealAndPut;
  loadMemory: BufferPool;
}

interface BlobOptions {
  blobKey: string;
  context: Omit<SegmentContext, 'installId'>;
  /** Continues over the plaintext; begun where it is needed. Undefined: nothing is hashed. */
  hash: RunningHash | (() => RunningHash) | undefined;
}

/** The stored blob, with the digest where there is a hash, and its state where that can be saved. */
export interface FinishedBlob extends Segment {
  sha256: Buffer | undefined;
  hashState: Buffer | undefined;
  /** Resolves once every byte is durable. */
  stored: Promise<void>;
}

export interface BlobIntake {
  write(plaintext: readonly Buffer[]): Promise<void>;
  /** Ends the blob; a small one may be stored later. */
  submit(): Promise<FinishedBlob>;
  discard(): Promise<void>;
}

/**
 * One blob on its way in, sealed under a fresh salt. A blob of less than one buffer is kept whole once
 * it is there, unless it goes on with a hash that is elsewhere; any other is sealed in the cipher pool
 * and written as it comes.
 */
function beginBlob(
  { blobs, installId, randomness, cipherPool, sealAndPut, loadMemory }: IntakeDependencies,
  { blobKey, context, hash }: BlobOptions,
): BlobIntake {
  const keying = { ...context, installId, salt: randomness.bytes(saltBytes) };
  let writer: BlobWriter | undefined;
  let sizeBytes = 0;
  let precedingBytes = 0;
  const memory = loadMemory.forBlob();
  let filling = new SealBuffer(memory.findLarge(false) ?? memory.takeSmall(), precedingBytes);
  const cutter = new PageAligner();
  let sealing: SealStream | undefined;
  let sha256: Buffer | undefined;
  let hashState: Buffer | undefined;
  let written: Promise<unknown> = Promise.resolve();
  let stored: Promise<void> = Promise.resolve();
  /** The buffers that are being sealed or written, in order; each ends with its memory. */
  const underWay: Promise<ArrayBuffer>[] = [];
  let open = true;
  /** Whether all memory was returned to the pool: others use it from then on. */
  let isGivenBack = false;

  /** During a call and after a failed one nothing may be added: only `discard` may be called. */
  function take(): void {
    if (!open) throw new Error(`Blob ${blobKey} takes no more bytes`);
    open = false;
  }

  function sealStream(): SealStream {
    return ((typeof hash === 'function' ? hash() : hash) ?? cipherPool).sealStream(keying);
  }

  function endSealing(): void {
    sealing?.end();
    sealing = undefined;
  }

  /** Memory for the next buffer: where there is none to have, that of the oldest, once it was written. */
  async function nextMemory(): Promise<ArrayBuffer> {
    const mayAdd = underWay.length < mostLoadsUnderWay;
    const fresh = mayAdd ? memory.findLarge(underWay.length > 1) : undefined;
    return fresh ?? (await underWay.shift()) ?? memory.takeSmall();
  }

  async function sealAndWrite(by: SealStream, isLast: boolean): Promise<ArrayBuffer> {
    const before = written;
    const buffer = await by.seal({ ...filling.filled(), isLast });
    ({ sha256, hashState } = buffer);
    await before;
    writer ??= await blobs.create(blobKey);
    await writer.write([cutter.cut(buffer.sealed, isLast)]);
    return buffer.sealed.buffer;
  }

  function handOver(by: SealStream, isLast: boolean): void {
    const handled = sealAndWrite(by, isLast);
    // The user of its memory, or `finish`, gets a failure; until then nothing handles it.
    handled.catch(() => undefined);
    written = handled;
    underWay.push(handled);
  }

  /** What a store that is away keeps is an orphan, which the next sweep removes. */
  async function removeStored(): Promise<void> {
    try {
      await writer?.abort();
      await blobs.delete(blobKey);
    } catch (error) {
      if (!(error instanceof ValiseError)) throw error;
    }
  }

  function facts(): Segment {
    return { blobKey, sizeBytes, store: blobs.name, sealedBytes: sealedSize(sizeBytes) };
  }

  function beginPut(small: UnsealedBlob): void {
    sha256 = hash && sha256Of(small.buffer);
    stored = putSmall(small);
    // Whoever needs it durable, or discards it, gets the failure; until then nothing handles it.
    stored.catch(() => undefined);
  }

  async function putSmall(small: UnsealedBlob): Promise<void> {
    try {
      giveBack([await sealAndPut(small)]);
    } finally {
      memory.end();
    }
  }

  /** Ends a blob that is sealed as it comes; it is durable then. */
  async function sealRest(): Promise<void> {
    sealing ??= sealStream();
    handOver(sealing, true);
    const spent = await Promise.all(underWay);
    underWay.length = 0;
    giveBack(spent);
    await writer?.commit();
    endSealing();
  }

  /** The whole blob, where none of it was sealed yet. */
  function findUnsealed(): UnsealedBlob | undefined {
    // A hash that has begun, or was lost since, cannot continue where small blobs are sealed.
    if (sealing !== undefined) return undefined;
    if (typeof hash === 'object') return undefined;
    const buffer = { ...filling.filled(), isLast: true } as const;
    return { blobKey, keying, buffer };
  }

  /** Only memory whose plaintext was overwritten. */
  function giveBack(spent: readonly ArrayBuffer[]): void {
    isGivenBack = true;
    for (const buffer of spent) memory.giveBack(buffer);
    memory.end();
  }

  return {
    async write(plaintext) {
      take();
      for (const piece of plaintext) {
        sizeBytes += piece.length;
        let rest = filling.fill(piece);
        while (filling.isFull) {
          sealing ??= sealStream();
          handOver(sealing, false);
          precedingBytes += filling.capacity;
          filling = new SealBuffer(await nextMemory(), precedingBytes);
          rest = filling.fill(rest);
        }
        releaseMemory(piece);
      }
      open = true;
    },

    async submit() {
      take();
      const small = findUnsealed();
      if (small === undefined) await sealRest();
      else beginPut(small);
      return { ...facts(), sha256, hashState, stored };
    },

    async discard() {
      open = false;
      await Promise.allSettled([stored]);
      const ended = await Promise.allSettled(underWay.splice(0));
      for (const buffer of ended) if (buffer.status === 'fulfilled') memory.giveBack(buffer.value);
      if (!isGivenBack) memory.free(filling.filled().memory.buffer);
      memory.end();
      endSealing();
      await settledWithin(removalMs, removeStored());
    },
  };
}

/** The digest of a blob that is one buffer. */
function sha256Of({ memory, plainBytes }: UnsealedBlob['buffer']): Buffer {
  const hash = createHash('sha256');
  for (let position = 0; position < plainBytes; position += cipherStepBytes) {
    const offset = offsetInBuffer(0, position);
    hash.update(memory.subarray(offset, offset + Math.min(cipherStepBytes, plainBytes - position)));
  }
  return hash.digest();
}

/** One incoming file, in one blob: hashed and sealed at once. */
export function beginIntake(dependencies: IntakeDependencies): FileIntake {
  const { randomness, newBlobKey, cipherPool } = dependencies;
  const id = newBlobKey<FileId>();
  const fileKey = randomness.bytes(keyBytes);
  const context = { fileKey, fileId: id, segment: 0 };
  let hash: RunningHash | undefined;
  const blob = beginBlob(dependencies, {
    ...{ blobKey: id, context },
    hash: () => (hash = cipherPool.startHash()),
  });

  return {
    id,
    write: (plaintext) => blob.write(plaintext),

    async submit() {
      const { sizeBytes, store, sha256, stored } = await blob.submit();
      hash?.forget();
      if (sha256 === undefined) throw new Error(`File ${id} was not hashed`);
      return { file: { id, fileKey, sizeBytes, store, sha256, segments: undefined }, stored };
    },

    async discard() {
      await blob.discard();
      hash?.forget();
    },
  };
}

interface Dependencies extends IntakeDependencies {
  segmentHashes: SegmentHashes;
}

/** The incoming segment after `parts`. The file's hash continues over it where its state is known. */
export function beginSegment(
  dependencies: Dependencies,
  file: SegmentedFile,
  parts: readonly Segment[],
  saved?: SavedHash,
): SegmentIntake {
  const { id, fileKey } = file;
  const { newBlobKey, cipherPool, segmentHashes, installId, randomness } = dependencies;
  const blobKey = newBlobKey();
  const lastKey = parts.at(-1)?.blobKey;
  const before = lastKey === undefined ? undefined : segmentHashes.take(lastKey);
  const isSaved = saved !== undefined && cipherPool.savesHashes;
  let hash = before?.hash ?? findSavedHash();
  const context = { fileKey, fileId: id, segment: parts.length };
  const blob = beginBlob(dependencies, {
    ...{ blobKey, context },
    hash: hash ?? (lastKey === undefined ? () => (hash = cipherPool.startHash()) : undefined),
  });
  let state: 'untouched' | 'touched' | 'discarded' = 'untouched';

  function findSavedHash(): RunningHash | undefined {
    if (!isSaved) return undefined;
    if (lastKey === undefined) return cipherPool.startHash({});
    const state = saved.state && openHashState({ ...file, installId, lastKey }, saved.state);
    return state && cipherPool.startHash({ saved: state });
  }

  /** A connection that broke before its first byte must not cost the hash of all bytes before. */
  function giveHashBack(): void {
    if (state === 'untouched' && lastKey !== undefined && before !== undefined) {
      segmentHashes.keep(lastKey, before);
    } else {
      hash?.forget();
    }
  }

  return {
    write(plaintext) {
      state = 'touched';
      return blob.write(plaintext);
    },

    async submit() {
      state = 'touched';
      const { sha256, stored, hashState: plainState, ...part } = await blob.submit();
      // A small blob was hashed without a hash that could continue.
      if (sha256 !== undefined) segmentHashes.keep(blobKey, { sha256, hash });
      const owner = { ...file, installId, lastKey: blobKey };
      const hashState = plainState && sealHashState(owner, plainState, randomness);
      return { segment: { ...part, hashState }, stored };
    },

    async discard() {
      await blob.discard();
      if (state === 'discarded') return;
      segmentHashes.take(blobKey);
      giveHashBack();
      state = 'discarded';
    },
  };
}

/** A small blob that is whole in memory, in plaintext. */
export interface UnsealedBlob {
  blobKey: string;
  /** The keys to seal it with. */
  keying: InPlaceSealerOptions;
  /** All of its plaintext, laid out so that it can be sealed in place. */
  buffer: { memory: Uint8Array<ArrayBuffer>; plainBytes: number; isLast: true };
}

/**
 * Seals a small blob and stores it durably. Takes the buffer's memory over and resolves with it, sealed over.
 * A blob that fails leaves nothing.
 */
export type SealAndPut = (blob: UnsealedBlob) => Promise<ArrayBuffer>;

/** A small blob whose ciphertext has replaced its plaintext. */
export interface SealedSmallBlob extends WholeBlob {
  bytes: Uint8Array<ArrayBuffer>;
}

export function sealBlob({ blobKey, keying, buffer }: UnsealedBlob): SealedSmallBlob {
  return { key: blobKey, bytes: createInPlaceSealer(keying)(buffer).sealed };
}

/** Seals in the calling thread. */
export function createSealAndPut(blobs: Pick<BlobStore, 'putMany'>): SealAndPut {
  return async (blob) => {
    const sealed = sealBlob(blob);
    const [fault] = await blobs.putMany([sealed]);
    if (fault !== undefined) throw fault;
    return sealed.bytes.buffer;
  };
}
