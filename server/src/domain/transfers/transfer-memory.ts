import type { TransferSlots } from '../ports/coordination.ts';

const mebibyte = 1024 * 1024;

/** All request bodies together are not read further than this ahead of whoever uses them. */
const waitingBytes = 2 * mebibyte;
/** What a process has unless it is told otherwise. */
const usualBytes = 16 * mebibyte;

/**
 * The memory that all transfers of a process share. A transfer that gets a lease reads ahead and
 * works in large pieces; one that gets none goes on with the little that each transfer has anyway.
 */
export interface TransferMemory {
  /** For what is sealed or opened. */
  readonly work: ByteBudget;
  /** For what was received, and waits for its user. */
  readonly waiting: ByteBudget;
}

export function createTransferMemory(workBytes = usualBytes): TransferMemory {
  return { work: new ByteBudget(workBytes), waiting: new ByteBudget(waitingBytes) };
}

/** A part of a budget. Must be released once it is not needed; releasing it twice does nothing. */
export interface Lease {
  release(): void;
}

/** A number of bytes that many users share. Nobody waits for a part: it is there, or it is not. */
export class ByteBudget {
  readonly totalBytes: number;
  #freeBytes: number;

  constructor(totalBytes: number) {
    this.totalBytes = totalBytes;
    this.#freeBytes = totalBytes;
  }

  /** Undefined where so many bytes are not free, or where fewer than `spareBytes` would be left. */
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

/** Fewer transfers at a time leave too little behind to look for. */
const fewestTransfers = 32;
/** By then, what ended transfers have left is freed, and spare memory of uploads too. */
const usualPauseMs = 6_000;

interface Options {
  /** Gives free memory back to the system. The event loop stands still for about 50 ms. */
  trim: () => void;
  /** Told of a failed trim, which is the last one then: nothing depends on it. */
  onFault: (error: unknown) => void;
  pauseMs?: number;
}

/**
 * Counts the transfers of this process, and trims its memory some seconds after their number has fallen
 * to half of what it was at its highest. So a wave of transfers leaves nothing behind, and a number that
 * stays the same, however large, costs nothing.
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
    try {
      trim();
    } catch (error) {
      canTrim = false;
      onFault(error);
    }
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

/** Says that nothing else uses the memory in which `view` lies, though it does not fill it. */
export function soleView<View extends Uint8Array>(view: View): View {
  soleViews.add(view);
  return view;
}

/**
 * Gives a buffer's memory back at once. Left to the garbage collector, the buffers of a fast
 * transfer pile up to a hundred megabytes before it looks at them. The buffer is empty afterwards;
 * one that may share its memory with others is left alone.
 */
export function releaseMemory(view: Uint8Array): void {
  const { buffer, byteLength } = view;
  if (!(buffer instanceof ArrayBuffer)) return;
  if (buffer.byteLength === byteLength || soleViews.has(view)) buffer.transfer(0);
}

/** Bytes as they come in. What came together is handed on together: each handing on costs more than a copy. */
export type IncomingContent = AsyncIterable<readonly Buffer[]>;

export function totalLength(pieces: readonly Uint8Array[]): number {
  let bytes = 0;
  for (const piece of pieces) bytes += piece.length;
  return bytes;
}
