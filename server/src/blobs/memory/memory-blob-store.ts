import { setImmediate as nextTurn } from 'node:timers/promises';

import type {
  BlobInfo,
  BlobStart,
  BlobStore,
  BlobWriter,
  QuarantinedBlob,
  WholeBlob,
} from '../../domain/ports/blob-store.ts';
import type { Clock, Instant } from '../../domain/model/clock.ts';
import { refuseBackwardRange, refuseForeignKey } from '../../domain/model/ids.ts';
import type { BlobStoreDefinition } from '../blob-store-definition.ts';
import { storageFault, storeFull } from '../storage-fault.ts';

const memoryStoreName = 'memory';

interface Options {
  /** Left out, the time is always 0. */
  clock?: Pick<Clock, 'now'>;
  /** The capacity, including unfinished writers. Left out, the store cannot tell. */
  capacityBytes?: number;
}

interface Blob {
  bytes: Buffer;
  modifiedAt: Instant;
}

interface Draft {
  pieces: Uint8Array[];
  sizeBytes: number;
  startedAt: Instant;
}

/**
 * Blobs in memory, for tests. Every call waits for a turn of the event loop before it acts, as a disk
 * would, so that a missing `await` shows.
 */
export class MemoryBlobStore implements BlobStore {
  readonly name = memoryStoreName;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #capacityBytes: number | undefined;
  readonly #blobs = new Map<string, Blob>();
  #quarantined: (QuarantinedBlob & { blob: Blob })[] = [];
  readonly #drafts = new Set<Draft>();
  #usedBytes = 0;

  constructor(options: Options = {}) {
    this.#clock = options.clock ?? { now: () => 0 };
    this.#capacityBytes = options.capacityBytes;
  }

  async create(key: string): Promise<BlobWriter> {
    refuseForeignKey(key);
    await nextTurn();
    this.#refuseTaken(key);
    const draft: Draft = { pieces: [], sizeBytes: 0, startedAt: this.#clock.now() };
    this.#drafts.add(draft);
    return {
      write: async (pieces) => {
        await nextTurn();
        this.#append(draft, pieces);
      },
      commit: async () => {
        await nextTurn();
        this.#commit(key, draft);
      },
      abort: async () => {
        await nextTurn();
        this.#drop(draft);
      },
    };
  }

  async putMany(blobs: readonly WholeBlob[]): Promise<(Error | undefined)[]> {
    const stored = await Promise.allSettled(blobs.map((blob) => this.#put(blob)));
    return stored.map((each) =>
      each.status === 'rejected' ? storageFault(each.reason) : undefined,
    );
  }

  async findSize(key: string): Promise<number | undefined> {
    refuseForeignKey(key);
    await nextTurn();
    return this.#blobs.get(key)?.bytes.length;
  }

  async readStart(key: string, bytes: number): Promise<BlobStart | undefined> {
    refuseForeignKey(key);
    await nextTurn();
    const blob = this.#blobs.get(key);
    if (blob === undefined) return undefined;
    return { sizeBytes: blob.bytes.length, start: Buffer.from(blob.bytes.subarray(0, bytes)) };
  }

  async *read(
    key: string,
    start: number,
    end: number,
    pieceBytes = Infinity,
  ): AsyncGenerator<Uint8Array> {
    refuseForeignKey(key);
    refuseBackwardRange(start, end);
    await nextTurn();
    const blob = this.#blobs.get(key);
    if (blob === undefined) throw new Error(`Blob ${key} is missing`);
    if (blob.bytes.length < end) throw new Error(`Blob ${key} is shorter than ${end} bytes`);
    for (let at = start; at < end; at += pieceBytes) {
      yield new Uint8Array(blob.bytes.subarray(at, Math.min(at + pieceBytes, end)));
    }
  }

  async delete(key: string): Promise<void> {
    refuseForeignKey(key);
    await nextTurn();
    this.#usedBytes -= this.#blobs.get(key)?.bytes.length ?? 0;
    this.#blobs.delete(key);
  }

  async deleteMany(keys: readonly string[]): Promise<void> {
    await Promise.all(keys.map((key) => this.delete(key)));
  }

  async quarantine(key: string): Promise<void> {
    refuseForeignKey(key);
    await nextTurn();
    const blob = this.#blobs.get(key);
    if (blob === undefined) return;
    this.#blobs.delete(key);
    this.#quarantined.push({ key, since: this.#clock.now(), blob });
  }

  async *listQuarantined(): AsyncGenerator<QuarantinedBlob> {
    await nextTurn();
    for (const { key, since } of [...this.#quarantined]) yield { key, since };
  }

  async putBack({ key, since }: QuarantinedBlob): Promise<void> {
    refuseForeignKey(key);
    await nextTurn();
    const at = this.#quarantined.findIndex((held) => held.key === key && held.since === since);
    const [held] = at < 0 ? [] : this.#quarantined.splice(at, 1);
    if (held !== undefined && !this.#blobs.has(key)) this.#blobs.set(key, held.blob);
  }

  async discardQuarantined(before: Instant): Promise<number> {
    await nextTurn();
    const discarded = this.#quarantined.filter(({ since }) => since < before);
    this.#quarantined = this.#quarantined.filter(({ since }) => since >= before);
    for (const { blob } of discarded) this.#usedBytes -= blob.bytes.length;
    return discarded.length;
  }

  async *list(): AsyncGenerator<BlobInfo> {
    await nextTurn();
    for (const [key, { bytes, modifiedAt }] of this.#blobs) {
      yield { key, sizeBytes: bytes.length, modifiedAt };
    }
  }

  async sweepAbandoned(before: Instant): Promise<number> {
    await nextTurn();
    const abandoned = [...this.#drafts].filter((draft) => draft.startedAt < before);
    for (const draft of abandoned) this.#drop(draft);
    return abandoned.length;
  }

  async freeBytes(): Promise<number | undefined> {
    await nextTurn();
    return this.#capacityBytes === undefined ? undefined : this.#capacityBytes - this.#usedBytes;
  }

  async check(): Promise<void> {
    if ((await this.freeBytes()) === 0) throw storeFull();
  }

  async #put({ key, bytes }: WholeBlob): Promise<void> {
    const writer = await this.create(key);
    try {
      await writer.write([bytes]);
      await writer.commit();
    } catch (error) {
      await writer.abort();
      throw error;
    }
  }

  #append(draft: Draft, pieces: readonly Uint8Array[]): void {
    this.#refuseFinished(draft);
    const added = Buffer.concat(pieces);
    const usedBytes = this.#usedBytes + added.length;
    if (this.#capacityBytes !== undefined && usedBytes > this.#capacityBytes) throw storeFull();
    this.#usedBytes = usedBytes;
    draft.sizeBytes += added.length;
    draft.pieces.push(added);
  }

  #commit(key: string, draft: Draft): void {
    this.#refuseFinished(draft);
    this.#refuseTaken(key);
    this.#drafts.delete(draft);
    this.#blobs.set(key, { bytes: Buffer.concat(draft.pieces), modifiedAt: this.#clock.now() });
  }

  #drop(draft: Draft): void {
    if (this.#drafts.delete(draft)) this.#usedBytes -= draft.sizeBytes;
  }

  #refuseTaken(key: string): void {
    if (this.#blobs.has(key)) throw new Error(`Blob ${key} exists already`);
  }

  #refuseFinished(draft: Draft): void {
    if (!this.#drafts.has(draft)) throw new Error('This blob writer has ended');
  }
}

function refuseSecondHandle(): never {
  throw new Error('Blobs in memory belong to the store that made them');
}

/** Blobs in the memory of their one store. */
export const memoryBlobs: BlobStoreDefinition = {
  name: memoryStoreName,
  isShared: false,
  isRemote: false,

  exists: () => Promise.resolve(false),
  describe: () => 'blobs in memory',

  open: (_location, clock) => Promise.resolve(new MemoryBlobStore({ clock })),
  openToWrite: refuseSecondHandle,
  openToRead: refuseSecondHandle,
  checkAccess: () => Promise.resolve(),
};
