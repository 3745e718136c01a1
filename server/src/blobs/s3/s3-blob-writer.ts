import { randomUUID } from 'node:crypto';

import type { Instant } from '../../domain/model/clock.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { BlobWriter } from '../../domain/ports/blob-store.ts';
import type { Semaphore } from '../../platform/concurrency/concurrency.ts';
import type { Body, S3Requests, Upload } from './s3-requests.ts';
import { SpoolFile } from './spool-file.ts';

const mebibyte = 1024 ** 2;
const mostParts = 10_000;
/** One part fills while two are sent. */
const slots = 3;
const slotBytes = 256 * mebibyte;

/** Parts are equal, as some stores want, up to 80 GB; beyond, larger ones reach above a terabyte. */
export function partBytesAt(index: number): number {
  return index < mostParts / 2 ? 16 * mebibyte : slotBytes;
}

interface Options {
  key: string;
  requests: S3Requests;
  startedAt: Instant;
  /** The folder of what is not sent yet. */
  spoolFolder: string;
  /** Admits the parts of all writers that are sent at the same time. */
  sending: Semaphore;
  onEnd: () => void;
}

/**
 * One blob being written. What was written is in a spool file until a part is full; the part is sent from
 * there, as often as it takes, while the next one fills. A blob of less than a part is sent at its commit, in
 * one request.
 */
export class S3BlobWriter implements BlobWriter {
  readonly startedAt: Instant;
  readonly #options: Options;
  /** Tells the object of this writer from any other under its key. */
  readonly #token = randomUUID();
  readonly #cancel = new AbortController();
  readonly #tags: Promise<string>[] = [];
  readonly #busySlots = new Map<number, Promise<unknown>>();
  #spool: SpoolFile | undefined;
  #upload: Promise<Upload> | undefined;
  #slot = 0;
  #filled = 0;
  #state: 'open' | 'committing' | 'committed' | 'ended' = 'open';
  #mayBeStored = false;
  #fault: { error: unknown } | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.startedAt = options.startedAt;
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
        await this.#sendPart();
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
    this.#spool ??= await SpoolFile.open(this.#options.spoolFolder);
    await this.#spool.write(pieces, this.#slot * slotBytes + this.#filled);
    this.#filled += bytes;
  }

  /** What is in the current slot. */
  #body(): Body {
    const spool = this.#spool;
    if (spool === undefined || this.#filled === 0) return new Uint8Array();
    const start = this.#slot * slotBytes;
    const end = start + this.#filled;
    return { sizeBytes: this.#filled, open: () => spool.read(start, end) };
  }

  /** Sends the filled slot, and resolves when another one is free. */
  async #sendPart(): Promise<void> {
    const number = this.#tags.length + 1;
    if (number > mostParts) throw new ValiseError('too_large', 'The file is too large.');
    const { requests, key, sending } = this.#options;
    const body = this.#body();
    const upload = (this.#upload ??= requests.beginUpload(key, this.#token));
    const { signal } = this.#cancel;
    const slot = this.#slot;
    const sent = sending.run(async () => requests.putPart(await upload, number, body, signal));
    const settled = sent.then(
      () => this.#busySlots.delete(slot),
      (error: unknown) => {
        this.#fault ??= { error };
        this.#busySlots.delete(slot);
      },
    );
    this.#tags.push(sent);
    this.#busySlots.set(slot, settled);
    if (this.#busySlots.size === slots) await Promise.race(this.#busySlots.values());
    this.#refuseFailed();
    this.#slot = [0, 1, 2].find((each) => !this.#busySlots.has(each)) ?? 0;
    this.#filled = 0;
  }

  async #putWhole() {
    const { requests, key } = this.#options;
    this.#mayBeStored = true;
    return await requests.put(key, this.#body(), this.#token, this.#cancel.signal);
  }

  async #complete() {
    const { requests } = this.#options;
    if (this.#filled > 0) await this.#sendPart();
    const tags = await Promise.all(this.#tags);
    const upload = await this.#upload;
    if (upload === undefined) throw new Error('There is no upload to complete');
    this.#mayBeStored = true;
    return await requests.completeUpload(upload, tags, this.#token);
  }

  async #release(): Promise<void> {
    this.#options.onEnd();
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
