import { pageBytes } from '../../domain/ports/blob-store.ts';
import type { ByteBudget, Lease } from '../../domain/transfers/transfer-memory.ts';
import { headerBytes } from '../crypto/sealed-format.ts';
import type { FilledBuffer } from '../crypto/sealer.ts';
import {
  chunkBytes,
  largeBufferBytes,
  bufferMemoryBytes,
  bufferPosition,
  offsetInBuffer,
  smallBufferBytes,
} from '../crypto/sealer.ts';

/** A page for the header, and one for the rest of the previous buffer. */
const alignmentBytes = 2 * pageBytes;
const largeMemoryBytes = alignmentBytes + bufferMemoryBytes(largeBufferBytes);
const smallMemoryBytes = alignmentBytes + bufferMemoryBytes(smallBufferBytes);
/** As much as a few concurrent small files need; more would be kept for nothing. */
const maxSpare = 8;
/** Spare memory is freed when none was taken or returned for this long. */
const idleMs = 5_000;

/** The memory of one blob's buffers. */
export interface BlobBuffers {
  /**
   * For a large buffer; undefined where the budget has none left for it. `isExtra`: the blob can continue
   * without.
   */
  findLarge(isExtra: boolean): ArrayBuffer | undefined;
  /** For a small buffer: always available. */
  takeSmall(): ArrayBuffer;
  /** Only memory whose plaintext was overwritten may be returned. */
  giveBack(memory: ArrayBuffer): void;
  /** Frees memory that may contain plaintext; transferred memory is detached already. */
  free(memory: ArrayBuffer): void;
  /** Must be called once the blob needs no memory. May be called twice. */
  end(): void;
}

/**
 * Memory for upload buffers. Returned memory is reused: allocating a megabyte for each small file costs
 * more than sealing it.
 */
export class BufferPool {
  readonly #budget: ByteBudget;
  readonly #spare: ArrayBuffer[] = [];
  #idle: NodeJS.Timeout | undefined;

  constructor(budget: ByteBudget) {
    this.#budget = budget;
  }

  forBlob(): BlobBuffers {
    const leases: Lease[] = [];
    return {
      findLarge: (isExtra) => {
        const spareBytes = isExtra ? this.#budget.totalBytes / 2 : 0;
        const lease = this.#budget.take(largeMemoryBytes, spareBytes);
        if (lease === undefined) return undefined;
        leases.push(lease);
        return this.#spare.pop() ?? newMemory(largeMemoryBytes);
      },
      takeSmall: () => newMemory(smallMemoryBytes),
      giveBack: (memory) => {
        if (memory.byteLength === largeMemoryBytes) leases.pop()?.release();
        this.#keep(memory);
      },
      free,
      end() {
        for (const lease of leases.splice(0)) lease.release();
      },
    };
  }

  #keep(memory: ArrayBuffer): void {
    if (memory.byteLength !== largeMemoryBytes || this.#spare.length >= maxSpare) {
      free(memory);
      return;
    }
    this.#spare.push(memory);
    this.#idle ??= setTimeout(() => {
      this.#idle = undefined;
      for (const spare of this.#spare.splice(0)) free(spare);
    }, idleMs).unref();
    this.#idle.refresh();
  }
}

/** How many plain bytes a buffer in this memory may hold. */
function capacityOf(memory: ArrayBuffer): number {
  return memory.byteLength === largeMemoryBytes ? largeBufferBytes : smallBufferBytes;
}

/** At once: an idle server collects no garbage. */
function free(memory: ArrayBuffer): void {
  if (!memory.detached) memory.transferToFixedLength(0);
}

/** Page-aligned memory, as that of any resizable buffer is: see `BlobWriter.write`. */
function newMemory(bytes: number): ArrayBuffer {
  return new ArrayBuffer(bytes, { maxByteLength: bytes });
}

/**
 * Fills one buffer with plaintext as it arrives. The sealed bytes start after the memory's first page, at
 * the same offset in a page as in their blob, where this many plain bytes precede them.
 */
export class SealBuffer {
  /** How many plain bytes the buffer may hold. */
  readonly capacity: number;
  readonly #precedingBytes: number;
  readonly #memory: Uint8Array<ArrayBuffer>;
  #plainBytes = 0;

  constructor(memory: ArrayBuffer, precedingBytes: number) {
    this.capacity = capacityOf(memory);
    this.#precedingBytes = precedingBytes;
    const headerRoom = precedingBytes === 0 ? 0 : headerBytes;
    const start = pageBytes + (bufferPosition(precedingBytes) % pageBytes) - headerRoom;
    this.#memory = new Uint8Array(memory, start, bufferMemoryBytes(this.capacity));
  }

  get isFull(): boolean {
    return this.#plainBytes === this.capacity;
  }

  /** Copies what fits; returns the rest. */
  fill(plaintext: Buffer): Buffer {
    let rest = plaintext;
    while (rest.length > 0 && !this.isFull) {
      const place = offsetInBuffer(this.#precedingBytes, this.#plainBytes);
      const chunkRoom = chunkBytes - ((this.#precedingBytes + this.#plainBytes) % chunkBytes);
      const fitting = rest.subarray(0, Math.min(chunkRoom, this.capacity - this.#plainBytes));
      this.#memory.set(fitting, place);
      this.#plainBytes += fitting.length;
      rest = rest.subarray(fitting.length);
    }
    return rest;
  }

  filled(): Omit<FilledBuffer, 'isLast'> {
    return { memory: this.#memory, plainBytes: this.#plainBytes };
  }
}
