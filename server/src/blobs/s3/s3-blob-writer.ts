import { randomUUID } from 'node:crypto';

import type { Clock, Instant } from '../../domain/model/clock.ts';
import { second } from '../../domain/model/clock.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { BlobWriter } from '../../domain/ports/blob-store.ts';
import type { Semaphore } from '../../platform/concurrency/concurrency.ts';
import type { PartMemory } from './part-memory.ts';
import type { PartPlace } from './part-place.ts';
import type { Body, S3Requests, Upload } from './s3-requests.ts';
import { SpoolFile } from './spool-file.ts';

const mebibyte = 1024 ** 2;
const mostParts = 10_000;
/** One part fills while two are sent; while three are, the next one waits. */
const slots = [0, 1, 2];
const slotBytes = 256 * mebibyte;
/** An upload that needs longer for a part would hold memory that it gains little by. */
const fastMs = second / 2;

/** Parts are equal, as some stores want, up to 80 GB; beyond, larger ones reach above a terabyte. */
export function partBytesAt(index: number): number {
  return index < mostParts / 2 ? 16 * mebibyte : slotBytes;
}

interface Options {
  key: string;
  requests: S3Requests;
  clock: Pick<Clock, 'now'>;
  /** For parts of all writers. */
  partMemory: PartMemory;
  /** The folder of parts that are not in memory. */
  spoolFolder: string;
  /** Admits the parts of all writers that are sent at the same time. */
  sending: Semaphore;
  onEnd: () => void;
}

/**
 * One blob being written. A part is kept in memory or in a spool file until it is full, and is sent from there, as
 * often as it takes, while the next one fills. A blob of less than a part is sent at its commit, in one request.
 */
export class S3BlobWriter implements BlobWriter {
  readonly startedAt: Instant;
  readonly #options: Options;
  /** Tells the object of this writer from any other under its key. */
  readonly #token = randomUUID();
  readonly #cancel = new AbortController();
  readonly #tags: Promise<string>[] = [];
  /** The parts that are being sent; each ends with its promise. */
  readonly #sent = new Map<PartPlace, Promise<unknown>>();
  readonly #freeSlots = new Set(slots);
  #spool: SpoolFile | undefined;
  #upload: Promise<Upload> | undefined;
  /** The part that fills. */
  #place: PartPlace | undefined;
  #filled = 0;
  #fillingSince: Instant = 0;
  /** Whether the last part filled fast. Most blobs are no larger than the first, which counts as slow. */
  #isFast = false;
  #state: 'open' | 'committing' | 'committed' | 'ended' = 'open';
  #mayBeStored = false;
  #fault: { error: unknown } | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.startedAt = options.clock.now();
  }

  /** The upload that this writer will complete. */
  async findUploadId(): Promise<string | undefined> {
    return (await this.#upload?.catch(() => undefined))?.uploadId;
  }

  async write(pieces: readonly Uint8Array[]): Promise<void> {
    this.#refuseEnded();
    let group: Uint8Array[] = [];
    let groupBytes = 0;
    for (const piece of pieces) {
      let rest = piece;
      while (rest.length > 0) {
        const room = this.#partBytes - this.#filled - groupBytes;
        const fitting = rest.subarray(0, room);
        group.push(fitting);
        groupBytes += fitting.length;
        rest = rest.subarray(fitting.length);
        if (fitting.length < room) continue;
        await this.#append(group, groupBytes);
        [group, groupBytes] = [[], 0];
        this.#sendPart();
      }
    }
    if (groupBytes > 0) await this.#append(group, groupBytes);
  }

  async commit(): Promise<void> {
    this.#refuseEnded();
    this.#state = 'committing';
    const outcome = await (this.#upload === undefined ? this.#putWhole() : this.#complete());
    if (outcome === 'taken') throw new Error(`Blob ${this.#options.key} exists already`);
    this.#state = 'committed';
    await this.#release();
  }

  async abort(): Promise<void> {
    if (this.#state === 'committed' || this.#state === 'ended') return;
    this.#state = 'ended';
    const { requests, key } = this.#options;
    this.#cancel.abort();
    await Promise.allSettled(this.#tags);
    await this.#release();
    const upload = await this.#upload?.catch(() => undefined);
    if (upload !== undefined) await requests.abortUpload(upload);
    // The answer to the commit may have been lost.
    if (this.#mayBeStored) await removeOwn(requests, key, this.#token);
  }

  get #partBytes(): number {
    return partBytesAt(this.#tags.length);
  }

  async #append(pieces: readonly Uint8Array[], bytes: number): Promise<void> {
    this.#place ??= await this.#findPlace();
    await this.#place.write(pieces, this.#filled);
    this.#filled += bytes;
  }

  /** For the next part; resolves when there is one. */
  async #findPlace(): Promise<PartPlace> {
    while (this.#sent.size === slots.length) await Promise.race(this.#sent.values());
    this.#refuseEnded();
    this.#fillingSince = this.#options.clock.now();
    const memory = this.#isFast ? this.#options.partMemory.take(this.#partBytes) : undefined;
    return memory ?? (await this.#findSlot());
  }

  async #findSlot(): Promise<PartPlace> {
    this.#spool ??= await SpoolFile.open(this.#options.spoolFolder);
    const [slot = 0] = this.#freeSlots;
    this.#freeSlots.delete(slot);
    return this.#spool.placeAt(slot * slotBytes, () => this.#freeSlots.add(slot));
  }

  /** What is in the part that fills. */
  #body(): Body {
    const [place, sizeBytes] = [this.#place, this.#filled];
    if (place === undefined) return new Uint8Array();
    return { sizeBytes, open: () => place.read(sizeBytes) };
  }

  /** Begins to send what has filled. */
  #sendPart(): void {
    const place = this.#place;
    if (place === undefined) return;
    const number = this.#tags.length + 1;
    if (number > mostParts) throw new ValiseError('too_large', 'The file is too large.');
    const { requests, key, sending, clock } = this.#options;
    const body = this.#body();
    const upload = (this.#upload ??= requests.beginUpload(key, this.#token));
    const { signal } = this.#cancel;
    const sent = sending.run(async () => requests.putPart(await upload, number, body, signal));
    const settled = sent
      .catch((error: unknown) => {
        this.#fault ??= { error };
      })
      .finally(() => {
        this.#sent.delete(place);
        place.release();
      });
    this.#tags.push(sent);
    this.#sent.set(place, settled);
    this.#isFast = clock.now() - this.#fillingSince <= fastMs;
    this.#place = undefined;
    this.#filled = 0;
  }

  async #putWhole() {
    const { requests, key } = this.#options;
    this.#mayBeStored = true;
    return await requests.put(key, this.#body(), this.#token, this.#cancel.signal);
  }

  async #complete() {
    const { requests } = this.#options;
    this.#sendPart();
    const tags = await Promise.all(this.#tags);
    const upload = await this.#upload;
    if (upload === undefined) throw new Error('There is no upload to complete');
    this.#mayBeStored = true;
    return await requests.completeUpload(upload, tags, this.#token);
  }

  async #release(): Promise<void> {
    this.#options.onEnd();
    this.#place?.release();
    this.#place = undefined;
    await this.#spool?.close();
    this.#spool = undefined;
  }

  #refuseEnded(): void {
    if (this.#state !== 'open') throw new Error('This blob writer has ended');
    this.#refuseFailed();
  }

  #refuseFailed(): void {
    if (this.#fault !== undefined) throw this.#fault.error;
  }
}

/** Removes the object unless another writer made it. */
export async function removeOwn(requests: S3Requests, key: string, token: string): Promise<void> {
  if ((await requests.find(key))?.token === token) await requests.delete([key]);
}
