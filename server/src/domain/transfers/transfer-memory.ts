import type { TransferSlots } from '../ports/coordination.ts';

const mebibyte = 1024 * 1024;

/** All request bodies together are read at most this far ahead of their consumers. */
const waitingBytes = 2 * mebibyte;
/** The default of a process. */
const usualBytes = 16 * mebibyte;

/**
 * The memory that all transfers of a process share. A transfer with a lease reads ahead and works in large
 * pieces; one without continues with the minimum that each transfer has.
 */
export interface TransferMemory {
  /** For bytes that are encrypted or decrypted. */
  readonly work: ByteBudget;
  /** For bytes that were received and wait for their consumer. */
  readonly waiting: ByteBudget;
}

export function createTransferMemory(workBytes = usualBytes): TransferMemory {
  return { work: new ByteBudget(workBytes), waiting: new ByteBudget(waitingBytes) };
}

/** A part of a budget. Must be released once it is not needed; a second release does nothing. */
export interface Lease {
  release(): void;
}

/** A number of bytes that many users share. `take` never waits: the bytes are free, or they are not. */
export class ByteBudget {
  readonly totalBytes: number;
  #freeBytes: number;

  constructor(totalBytes: number) {
    this.totalBytes = totalBytes;
    this.#freeBytes = totalBytes;
  }

  /** Undefined where these bytes are not free, or where fewer than `spareBytes` would be left. */
  take(bytes: number, spareBytes = 0): Lease | undefined {
    if (this.#freeBytes - bytes < spareBytes) return undefined;
    this.#freeBytes -= bytes;
    let isReleased = false;
    return {
      release: () => {
        if (isReleased) return;
        isReleased = true;
        this.#freeBytes += bytes;
      },
    };
  }
}

/** Fewer transfers at a time leave too little to trim. */
const fewestTransfers = 32;
/** By then the memory of ended transfers, and spare memory of uploads, is freed. */
const usualPauseMs = 6_000;

interface Options {
  /** Returns free memory to the system. */
  trim: () => Promise<void>;
  /** Called with a failed trim, which is the last one then: nothing depends on it. */
  onFault: (error: unknown) => void;
  pauseMs?: number;
}

/**
 * Counts the transfers of this process, and trims its memory some seconds after their number has fallen to
 * half of its peak. So a wave of transfers leaves nothing behind, and a steady number, however large,
 * causes no trim.
 */
export function trimAfterTransfers(
  slots: TransferSlots,
  { trim, onFault, pauseMs = usualPauseMs }: Options,
): TransferSlots {
  let running = 0;
  let highest = 0;
  let timer: NodeJS.Timeout | undefined;
  let canTrim = true;

  function hasFallen(): boolean {
    return canTrim && highest >= fewestTransfers && running <= highest / 2;
  }

  function trimIfStillFallen(): void {
    timer = undefined;
    if (!hasFallen()) return;
    highest = running;
    trim().catch((error: unknown) => {
      canTrim = false;
      onFault(error);
    });
  }

  return {
    async take(claim) {
      const release = await slots.take(claim);
      running += 1;
      highest = Math.max(highest, running);
      let isReleased = false;
      return () => {
        release();
        if (isReleased) return;
        isReleased = true;
        running -= 1;
        if (hasFallen()) timer ??= setTimeout(trimIfStillFallen, pauseMs).unref();
      };
    },
  };
}

const soleViews = new WeakSet<Uint8Array>();

/** Declares that nothing else uses the memory of `view`, although it does not fill it. */
export function soleView<View extends Uint8Array>(view: View): View {
  soleViews.add(view);
  return view;
}

/**
 * Frees a buffer's memory at once. Left to the garbage collector, the buffers of a fast transfer grow to a
 * hundred megabytes before they are collected. The buffer is empty afterwards; one that may share its
 * memory with others is left alone.
 */
export function releaseMemory(view: Uint8Array): void {
  const { buffer, byteLength } = view;
  if (!(buffer instanceof ArrayBuffer)) return;
  if (buffer.byteLength === byteLength || soleViews.has(view)) buffer.transfer(0);
}

/** Incoming bytes. Pieces that arrived together are passed together: each pass costs more than a copy. */
export type IncomingContent = AsyncIterable<readonly Buffer[]>;

export function totalLength(pieces: readonly Uint8Array[]): number {
  let bytes = 0;
  for (const piece of pieces) bytes += piece.length;
  return bytes;
}
