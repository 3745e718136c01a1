import { setImmediate as nextTurn } from 'node:timers/promises';
import type { QuotaSum, StoredSum } from '../model/administration.ts';
import type { Clock, Instant } from '../model/clock.ts';
import { day, minute, utcDay } from '../model/clock.ts';
import type { DatabaseOf } from '../model/database.ts';
import { bucketDay } from '../model/key-ring.ts';
import type { BlobStore } from '../ports/blob-store.ts';

/** What expires on one day, in UTC. */
export interface ExpiryDay {
  /** As in 2026-11-16. */
  day: string;
  files: number;
  bytes: number;
}

/** The sums of all buckets at one time, and the total of earlier days. */
interface Measurement {
  at: Instant;
  files: number;
  bytes: number;
  /** Files that were not sent. */
  unsentBytes: number;
  expiring: ExpiryDay[];
  quotas: QuotaSum;
  /** The day and the total at its first measurement, the oldest first. */
  history: [string, number][];
}

/** `shrinking`: it is not getting more. `unknown`: too few days were measured, or the store has no end. */
export type FullIn = { kind: 'days'; days: number } | { kind: 'shrinking' | 'unknown' };

export interface StorageReport extends Omit<Measurement, 'expiring'> {
  /** Undefined where the store cannot tell. */
  freeBytes: number | undefined;
  /** What expires on each of the next days, today first, and all that expires later. */
  expiring: ExpiryDay[];
  laterBytes: number;
  fullIn: FullIn;
  /** What accounts without a quota of their own may hold of unsent files; undefined: any amount. */
  defaultQuotaBytes: number | undefined;
}

const note = 'storage.measured';
/** When an upload was last refused because there was no space for it. */
const refusedNote = 'storage.refused';
/** A refusal is written down so often at most: a full store refuses every upload. */
const notedEveryMs = 10 * minute;
/** A measurement reads every bucket: it is used again for a while, by all processes. */
export const measuredForMs = 5 * minute;
const forecastDays = 30;
const historyDays = 60;
/** Growth is an average over at least this many days. */
const minGrowthDays = 7;

interface Dependencies {
  database: DatabaseOf<'administration' | 'installationValues' | 'keyBuckets'>;
  blobs: Pick<BlobStore, 'freeBytes'>;
  clock: Clock;
  defaultQuotaBytes: number | undefined;
}

export type Storage = ReturnType<typeof createStorage>;

/** How much is stored, when it expires, and how long the disk suffices. */
export function createStorage({ database, blobs, clock, defaultQuotaBytes }: Dependencies) {
  let measuring: Promise<Measurement> | undefined;
  let notedAt: Instant | undefined;

  async function find(): Promise<Measurement | undefined> {
    const text = await database.installationValues.find(note);
    return text === undefined ? undefined : (JSON.parse(text) as Measurement);
  }

  async function measure(): Promise<Measurement> {
    const at = clock.now();
    const sums = new Map<string, ExpiryDay>();
    const add = (key: string, { files, bytes }: StoredSum): void => {
      const sum = sums.get(key) ?? { day: key, files: 0, bytes: 0 };
      sums.set(key, { day: key, files: sum.files + files, bytes: sum.bytes + bytes });
    };
    let unsentBytes = 0;
    for (const { bucket } of await database.keyBuckets.list()) {
      const { files, bytes } = await database.administration.sumBucket(bucket);
      if (bucket.startsWith('tray-')) unsentBytes += bytes;
      const key = bucket.startsWith('expiry-') ? bucketDay(bucket) : '';
      add(key, { files, bytes });
      // Other requests get their turn between the buckets.
      await nextTurn();
    }
    const uploads = await database.administration.sumUploads();
    unsentBytes += uploads.bytes;
    add('', uploads);
    for (const { bucket, expiresAt, files, bytes } of await database.administration.sumMoved(at)) {
      if (!bucket.startsWith('expiry-')) continue;
      add(bucketDay(bucket), { files: -files, bytes: -bytes });
      add(utcDay(expiresAt), { files, bytes });
    }
    const all = [...sums.values()];
    const bytes = all.reduce((total, sum) => total + sum.bytes, 0);
    const measurement: Measurement = {
      at,
      files: all.reduce((total, sum) => total + sum.files, 0),
      bytes,
      unsentBytes,
      expiring: all.filter((sum) => sum.day !== '' && sum.files > 0),
      quotas: await database.administration.sumQuotas(),
      history: addToHistory((await find())?.history ?? [], utcDay(at), bytes),
    };
    await database.installationValues.set(note, JSON.stringify(measurement));
    return measurement;
  }

  /** One at a time in this process. */
  async function measureOnce(): Promise<Measurement> {
    measuring ??= measure().finally(() => {
      measuring = undefined;
    });
    return await measuring;
  }

  return {
    async read(): Promise<StorageReport> {
      const last = await find();
      const isFresh = last !== undefined && Math.abs(clock.now() - last.at) < measuredForMs;
      const measured = isFresh ? last : await measureOnce();
      const freeBytes = await blobs.freeBytes();
      const { expiring, ...rest } = measured;
      const days = nextDays(clock.now());
      return {
        ...rest,
        freeBytes,
        expiring: days.map(
          (name) => expiring.find((each) => each.day === name) ?? { day: name, files: 0, bytes: 0 },
        ),
        laterBytes: expiring
          .filter((each) => each.day > (days.at(-1) ?? ''))
          .reduce((total, each) => total + each.bytes, 0),
        fullIn: forecastFull(measured.history, freeBytes),
        defaultQuotaBytes,
      };
    },

    /** Writes down that an upload was refused because there was no space for it. */
    async noteRefusal(): Promise<void> {
      const now = clock.now();
      if (notedAt !== undefined && now - notedAt < notedEveryMs) return;
      notedAt = now;
      await database.installationValues.set(refusedNote, String(now));
    },

    /** When an upload was last refused because there was no space for it; undefined: never. */
    async findRefusedAt(): Promise<Instant | undefined> {
      const text = await database.installationValues.find(refusedNote);
      return text === undefined ? undefined : Number(text);
    },

    /** Measures once a day, so that growth is known. Returns how many measurements it made. */
    async sample(): Promise<number> {
      const last = await find();
      if (last?.history.at(-1)?.[0] === utcDay(clock.now())) return 0;
      await measureOnce();
      return 1;
    },
  };
}

function nextDays(now: Instant): string[] {
  return Array.from({ length: forecastDays }, (_, index) => utcDay(now + index * day));
}

/** The first measurement of a day stays: days are compared at their beginning. */
function addToHistory(
  history: readonly [string, number][],
  today: string,
  bytes: number,
): [string, number][] {
  const before = history.filter(([name]) => name < today);
  const first = history.find(([name]) => name === today) ?? [today, bytes];
  return [...before, first].slice(-historyDays);
}

/** By the average growth between the first and the last day that are known. */
export function forecastFull(
  history: readonly [string, number][],
  freeBytes: number | undefined,
): FullIn {
  const [first, last] = [history[0], history.at(-1)];
  if (freeBytes === undefined || first === undefined || last === undefined) {
    return { kind: 'unknown' };
  }
  const days = (Date.parse(last[0]) - Date.parse(first[0])) / day;
  if (days < minGrowthDays) return { kind: 'unknown' };
  const growth = (last[1] - first[1]) / days;
  if (growth <= 0) return { kind: 'shrinking' };
  return { kind: 'days', days: Math.floor(freeBytes / growth) };
}
