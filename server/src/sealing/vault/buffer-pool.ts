import { pageBytes } from '../../domain/ports/blob-store.ts';
import type { ByteBudget, Lease } from '../../domain/transfers/transfer-memory.ts';
import { headerBytes } from '../crypto/sealed-format.ts';
import type { Load } from '../crypto/sealer.ts';
import {
  chunkBytes,
  largeLoadBytes,
  loadMemoryBytes,
  loadPosition,
  placeInLoad,
  smallLoadBytes,
} from '../crypto/sealer.ts';

/** A page in which the room for a header may lie, and one for what is left of the load before. */
const alignmentBytes = 2 * pageBytes;
const largeMemoryBytes = alignmentBytes + loadMemoryBytes(largeLoadBytes);
const smallMemoryBytes = alignmentBytes + loadMemoryBytes(smallLoadBytes);
/** As much as a few small files at a time need; more would be held for nothing. */
const maxSpare = 8;
/** Spare memory is freed when none was taken or came back for so long. */
const idleMs = 5_000;

/** The memory that one blob has for its loads. */
export interface BlobBuffers {
  /** For a large load; undefined where the budget has none left for it. `isExtra`: it could do without. */
  findLarge(isExtra: boolean): ArrayBuffer | undefined;
  /** For a small load: there is always some. */
  takeSmall(): ArrayBuffer;
  /** Only memory whose plaintext was sealed over may come back. */
  giveBack(memory: ArrayBuffer): void;
  /** Frees memory that may hold plaintext; what was handed over is not here any more. */
  free(memory: ArrayBuffer): void;
  /** Must be called once the blob needs no memory. May be called twice. */
  end(): void;
}

/**
 * Memory for loads. What comes back is lent again: taking a megabyte from the system for each small
 * file costs more than sealing it.
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

/** How many plain bytes a load in this memory may hold. */
function capacityOf(memory: ArrayBuffer): number {
  return memory.byteLength === largeMemoryBytes ? largeLoadBytes : smallLoadBytes;
}

/** At once: an idle server collects no garbage. */
function free(memory: ArrayBuffer): void {
  if (!memory.detached) memory.transferToFixedLength(0);
}

/** Memory that begins at a page, as that of any resizable buffer does: see `BlobWriter.write`. */
function newMemory(bytes: number): ArrayBuffer {
  return new ArrayBuffer(bytes, { maxByteLength: bytes });
}

/**
 * Fills one load with plaintext as it comes. What is sealed will lie behind the memory's first page,
 * at the same place in a page as in its blob, where so many plain bytes precede it.
 */
export class SealBuffer {
  /** How many plain bytes the load may hold. */
  readonly capacity: number;
  readonly #precedingBytes: number;
  readonly #memory: Uint8Array<ArrayBuffer>;
  #plainBytes = 0;

  constructor(memory: ArrayBuffer, precedingBytes: number) {
    this.capacity = capacityOf(memory);
    this.#precedingBytes = precedingBytes;
    const headerRoom = precedingBytes === 0 ? 0 : headerBytes;
    const start = pageBytes + (loadPosition(precedingBytes) % pageBytes) - headerRoom;
    this.#memory = new Uint8Array(memory, start, loadMemoryBytes(this.capacity));
  }

  get isFull(): boolean {
    return this.#plainBytes === this.capacity;
  }

  /** Copies what there is room for; returns the rest. */
  fill(plaintext: Buffer): Buffer {
    let rest = plaintext;
    while (rest.length > 0 && !this.isFull) {
      const place = placeInLoad(this.#precedingBytes, this.#plainBytes);
      const chunkRoom = chunkBytes - ((this.#precedingBytes + this.#plainBytes) % chunkBytes);
      const fitting = rest.subarray(0, Math.min(chunkRoom, this.capacity - this.#plainBytes));
      this.#memory.set(fitting, place);
      this.#plainBytes += fitting.length;
      rest = rest.subarray(fitting.length);
    }
    return rest;
  }

  load(): Omit<Load, 'isLast'> {
    return { memory: this.#memory, plainBytes: this.#plainBytes };
  }
}
