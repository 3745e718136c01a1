import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Clock, Instant } from '../../domain/model/clock.ts';
import { day, second } from '../../domain/model/clock.ts';
import { idPattern, refuseBackwardRange, refuseForeignKey } from '../../domain/model/ids.ts';
import type {
  BlobInfo,
  BlobStart,
  BlobStore,
  BlobWriter,
  QuarantinedBlob,
  RequestWatcher,
  WholeBlob,
} from '../../domain/ports/blob-store.ts';
import { Semaphore } from '../../platform/concurrency/concurrency.ts';
import { s3StoreName } from './blob-url.ts';
import { BodyPieces } from './body-pieces.ts';
import { PartMemory } from './part-memory.ts';
import { S3BlobWriter, partBytesAt, removeOwn } from './s3-blob-writer.ts';
import { isTransient, pauseMs, toFault, usualRetries } from './s3-errors.ts';
import type { S3Options, S3Requests } from './s3-requests.ts';

export interface S3StoreOptions extends S3Options {
  /** Before the name of each object; empty, or ends with a slash. */
  prefix: string;
  spoolFolder: string;
  clock: Pick<Clock, 'now'>;
  /** The store has a clock of its own. Left out, it runs like ours. */
  toInstant?: (storeTime: Date) => Instant;
  /** For parts that are sent. */
  partMemory?: PartMemory;
}

/** Requests with a body that run at the same time, of all writers. */
const mostSending = 16;
/** As many as one upload has: others wait for the processor rather than for a disk. */
const partsInMemory = 3;
const usualPieceBytes = 1024 ** 2;
/** Below a store for other processes, which may be on other machines, to finish what they began. */
const spareUploadsMs = 2 * day;
const checkHoldsMs = 2 * second;
const probeHoldsMs = 60 * second;
const quarantinePattern = /^(\d+)-(.*)$/;
const deletedTogether = 1000;
const longestMark = 1000;

/**
 * Blobs as objects `blobs/<key>`. Blobs in quarantine are `quarantine/<since>-<key>`, and `valise-store` marks
 * a store that exists.
 */
export class S3BlobStore implements BlobStore {
  readonly name = s3StoreName;
  readonly #options: S3StoreOptions;
  readonly #sending = new Semaphore(mostSending);
  readonly #writers = new Set<S3BlobWriter>();
  readonly #partMemory = new PartMemory(partsInMemory, partBytesAt(0));
  #requests: Promise<S3Requests> | undefined;
  #lastCheck: { at: number; outcome: Promise<void> } | undefined;
  #probedAt = -Infinity;
  #watcher: RequestWatcher | undefined;

  /** Reads and writes nothing. */
  constructor(options: S3StoreOptions) {
    this.#options = options;
  }

  /** Whether a store was made there. */
  async exists(): Promise<boolean> {
    return (await (await this.#load()).find(this.#marker)) !== undefined;
  }

  /** Makes the store where there is none, for an installation. */
  async make(installation?: string): Promise<void> {
    if (await this.exists()) return;
    const owner = installation === undefined ? '' : `installation: ${installation}\n`;
    const mark = Buffer.from(`This prefix holds the encrypted files of Valise.\n${owner}`);
    await (await this.#load()).put(this.#marker, mark, randomUUID());
  }

  /** The installation that the store was made for. */
  async findOwner(): Promise<string | undefined> {
    const mark = await (await this.#load()).getStart(this.#marker, longestMark);
    const text = mark && Buffer.from(mark.start).toString('latin1');
    return text && /^installation: (\S+)$/m.exec(text)?.[1];
  }

  async create(key: string): Promise<BlobWriter> {
    const requests = await this.#load();
    const object = this.#objectOf(key);
    if ((await requests.find(object)) !== undefined) throw new Error(`${object} exists already`);
    const { spoolFolder, clock, partMemory = this.#partMemory } = this.#options;
    const writer = new S3BlobWriter({
      ...{ key: object, requests, spoolFolder, clock, partMemory, sending: this.#sending },
      onEnd: () => this.#writers.delete(writer),
    });
    this.#writers.add(writer);
    return writer;
  }

  async putMany(blobs: readonly WholeBlob[]): Promise<(Error | undefined)[]> {
    const stored = await Promise.allSettled(blobs.map((blob) => this.#put(blob)));
    return stored.map((each) =>
      each.status === 'rejected' ? toFault(each.reason, 'PutObject') : undefined,
    );
  }

  async findSize(key: string): Promise<number | undefined> {
    const object = this.#objectOf(key);
    return (await (await this.#load()).find(object))?.sizeBytes;
  }

  async readStart(key: string, bytes: number): Promise<BlobStart | undefined> {
    const object = this.#objectOf(key);
    return await (await this.#load()).getStart(object, bytes);
  }

  /** One request for the whole range; a connection that breaks is replaced where it broke. */
  async *read(
    key: string,
    start: number,
    end: number,
    pieceBytes = usualPieceBytes,
  ): AsyncGenerator<Uint8Array> {
    refuseBackwardRange(start, end);
    const object = this.#objectOf(key);
    const requests = await this.#load();
    if (start === end) {
      refuseShort(object, (await requests.find(object))?.sizeBytes, end);
      return;
    }
    const { retries = usualRetries } = this.#options;
    const pieces = new BodyPieces(pieceBytes, end - start);
    let tag: string | undefined;
    let failures = 0;
    while (pieces.missingBytes > 0) {
      const range = { start: end - pieces.missingBytes, end, tag };
      const got = await requests.get(object, range, failures > 0);
      try {
        refuseShort(object, got?.wholeBytes, end);
        tag = got?.tag;
        if (got !== undefined) {
          for await (const piece of pieces.fillFrom(got.body)) {
            failures = 0;
            yield piece;
          }
        }
        // The answer was read to its end, so that its connection serves the next request.
        if (pieces.missingBytes === 0) return;
        throw Object.assign(new Error('An object ended too early'), { code: 'ECONNRESET' });
      } catch (error) {
        failures += 1;
        if (!isTransient(error) || failures >= retries.attempts) {
          throw toFault(error, 'GetObject');
        }
        await sleep(pauseMs(failures, retries));
      } finally {
        got?.body.destroy();
      }
    }
  }

  async delete(key: string): Promise<void> {
    await this.deleteMany([key]);
  }

  async deleteMany(keys: readonly string[]): Promise<void> {
    const objects = keys.map((key) => this.#objectOf(key));
    await (await this.#load()).delete(objects);
  }

  /** The store copies the blob; what a failure leaves in both places is moved by the next sweep. */
  async quarantine(key: string): Promise<void> {
    const object = this.#objectOf(key);
    const requests = await this.#load();
    const found = await requests.find(object);
    if (found === undefined) return;
    const since = this.#options.clock.now();
    await requests.copy(object, `${this.#quarantine}${since}-${key}`, found);
    await requests.delete([object]);
  }

  async *listQuarantined(): AsyncGenerator<QuarantinedBlob> {
    const requests = await this.#load();
    for await (const { key: object } of requests.list(this.#quarantine)) {
      const [, since, key = ''] =
        quarantinePattern.exec(object.slice(this.#quarantine.length)) ?? [];
      if (idPattern.test(key)) yield { key, since: Number(since) };
    }
  }

  async putBack({ key, since }: QuarantinedBlob): Promise<void> {
    const object = this.#objectOf(key);
    const aside = `${this.#quarantine}${since}-${key}`;
    const requests = await this.#load();
    const found = await requests.find(aside);
    if (found === undefined) return;
    if ((await requests.find(object)) === undefined) await requests.copy(aside, object, found);
    await requests.delete([aside]);
  }

  async discardQuarantined(before: Instant): Promise<number> {
    const requests = await this.#load();
    let discarded = 0;
    let some: string[] = [];
    const discard = async (): Promise<void> => {
      await requests.delete(some);
      discarded += some.length;
      some = [];
    };
    for await (const { key, since } of this.listQuarantined()) {
      if (since < before) some.push(`${this.#quarantine}${since}-${key}`);
      if (some.length === deletedTogether) await discard();
    }
    await discard();
    return discarded;
  }

  /** All of them: a listing by time costs the same. */
  async *list(): AsyncGenerator<BlobInfo> {
    const requests = await this.#load();
    const { toInstant = timeOf } = this.#options;
    for await (const { key: object, sizeBytes, at } of requests.list(this.#blobs)) {
      const key = object.slice(this.#blobs.length);
      if (idPattern.test(key)) yield { key, sizeBytes, modifiedAt: toInstant(at) };
    }
  }

  /** What other processes began is spared for two days, since they may still be at it. */
  async sweepAbandoned(before: Instant): Promise<number> {
    const { clock, toInstant = timeOf } = this.#options;
    const own = [...this.#writers];
    const ownUploads = new Set(await Promise.all(own.map((writer) => writer.findUploadId())));
    let swept = 0;
    for (const writer of own) {
      if (writer.startedAt >= before) continue;
      await writer.abort();
      swept += 1;
    }
    const requests = await this.#load();
    const spared = Math.min(before, clock.now() - spareUploadsMs);
    for await (const upload of requests.listUploads(this.#blobs)) {
      if (ownUploads.has(upload.uploadId) || toInstant(upload.begunAt) >= spared) continue;
      await requests.abortUpload(upload);
      swept += 1;
    }
    return swept;
  }

  /** A bucket has no size. */
  watchRequests(watcher: RequestWatcher): void {
    this.#watcher = watcher;
  }

  freeBytes(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  /** Asks for the mark of the store, and once a minute writes to it: health checks come often. */
  async check(): Promise<void> {
    const now = performance.now();
    if (this.#lastCheck === undefined || now - this.#lastCheck.at > checkHoldsMs) {
      this.#lastCheck = { at: now, outcome: this.#probe(now) };
    }
    await this.#lastCheck.outcome;
  }

  async #probe(now: number): Promise<void> {
    const requests = await this.#load();
    if (now - this.#probedAt > probeHoldsMs) {
      await requests.replace(`${this.#options.prefix}probe`, Buffer.from('probe\n'));
      this.#probedAt = now;
    } else {
      await requests.find(this.#marker);
    }
  }

  async #put({ key, bytes }: WholeBlob): Promise<void> {
    const object = this.#objectOf(key);
    const requests = await this.#load();
    const token = randomUUID();
    try {
      const outcome = await this.#sending.run(() => requests.put(object, bytes, token));
      if (outcome === 'taken') throw new Error(`${object} exists already`);
    } catch (error) {
      // Whether it was stored may be unknown. What cannot be removed now is an orphan for the next sweep.
      await removeOwn(requests, object, token).catch(() => undefined);
      throw error;
    }
  }

  /** The SDK is large: it is loaded with the first request. */
  #load(): Promise<S3Requests> {
    this.#requests ??= import('./s3-requests.ts')
      .then(({ createS3Requests }) =>
        createS3Requests({ ...this.#options, watcher: () => this.#watcher }),
      )
      .catch((error: unknown) => {
        this.#requests = undefined;
        throw toFault(error, 'client');
      });
    return this.#requests;
  }

  get #marker(): string {
    return `${this.#options.prefix}valise-store`;
  }

  get #blobs(): string {
    return `${this.#options.prefix}blobs/`;
  }

  get #quarantine(): string {
    return `${this.#options.prefix}quarantine/`;
  }

  #objectOf(key: string): string {
    refuseForeignKey(key);
    return `${this.#blobs}${key}`;
  }
}

function timeOf(storeTime: Date): Instant {
  return storeTime.getTime();
}

function refuseShort(object: string, sizeBytes: number | undefined, end: number): void {
  if (sizeBytes === undefined) throw new Error(`${object} is missing`);
  if (sizeBytes < end) throw new Error(`${object} has ${sizeBytes} bytes, fewer than ${end}`);
}
