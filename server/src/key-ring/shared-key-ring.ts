import type { KeyRing } from '../domain/model/key-ring.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import type { BucketKeyRing } from './key-ring.ts';

/** How long a process uses a keyring that it has read: another node's `destroy` takes effect within this time. */
const defaultMaxAgeMs = 5000;
/** And while it cannot be read again: downloads that run go on through a short outage of the database. */
const defaultOutageMs = 60_000;

interface Dependencies {
  ring: BucketKeyRing & { refresh(): Promise<void> };
  /** Removes what is left of destroyed keys in the storage. */
  scrub: () => Promise<void>;
  maxAgeMs?: number;
  outageMs?: number;
}

export interface SharedKeyRing extends KeyRing {
  close(): void;
}

/**
 * A ring that several nodes change. It is read again when it is used and older than `maxAgeMs`, before a bucket
 * counts as missing, and from time to time, so that a destroyed key does not stay in memory.
 */
export function createSharedKeyRing({
  ring,
  scrub,
  maxAgeMs = defaultMaxAgeMs,
  outageMs = defaultOutageMs,
}: Dependencies): SharedKeyRing {
  let readAt = performance.now();
  let reading: Promise<void> | undefined;
  let isScrubDue = false;

  async function read(): Promise<void> {
    const startedAt = performance.now();
    await ring.refresh();
    readAt = startedAt;
  }

  async function refresh(): Promise<void> {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    await reading;
  }

  const isOlderThan = (ageMs: number) => performance.now() - readAt >= ageMs;

  async function refreshOld(): Promise<void> {
    if (!isOlderThan(maxAgeMs)) return;
    try {
      await refresh();
    } catch (error) {
      if (isOlderThan(outageMs) || !isOutage(error)) throw error;
    }
  }

  /** One that failed is tried again with the next look at the buckets, which reports it again. */
  async function scrubIfDue(): Promise<void> {
    if (!isScrubDue) return;
    await scrub();
    isScrubDue = false;
  }

  // A failed read is reported by the next use.
  const timer = setInterval(() => void refreshOld().catch(() => undefined), maxAgeMs).unref();

  return {
    async ensure(bucket) {
      await refreshOld();
      return await ring.ensure(bucket);
    },

    async open(bucket) {
      await refreshOld();
      if (!(await ring.buckets()).includes(bucket)) await refresh();
      return await ring.open(bucket);
    },

    async buckets() {
      await refresh();
      await scrubIfDue();
      return await ring.buckets();
    },

    async destroy(buckets) {
      await ring.destroy(buckets);
      isScrubDue = true;
      await scrubIfDue();
    },

    close() {
      clearInterval(timer);
    },
  };
}

function isOutage(error: unknown): boolean {
  return error instanceof ValiseError && error.code === 'unavailable';
}
