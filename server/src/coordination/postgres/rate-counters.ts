import type { Clock } from '../../domain/model/clock.ts';
import { minute } from '../../domain/model/clock.ts';
import type {
  Count,
  RateCounter,
  RateCounterName,
  RateCounters,
} from '../../domain/ports/coordination.ts';
import type { Membership } from './membership.ts';

const windowMs = minute;
/** Bounds the memory that a flood of requests can take, as in a single process. */
const maxEntries = 100_000;
/** How many keys one statement counts. */
const batchSize = 1_000;
/** How many ended windows one statement removes. */
const removedAtOnce = 10_000;

interface Row {
  key: string;
  count: number;
  ms_left: number;
}

/** Counts `amounts` under `keys`, which must differ and be in order, so that no two statements deadlock. */
async function addCounts(
  membership: Membership,
  counter: RateCounterName,
  amounts: ReadonlyMap<string, number>,
): Promise<Map<string, Row>> {
  const keys = [...amounts.keys()].sort();
  const isOver = `c.opened_at <= excluded.opened_at - interval '${windowMs} milliseconds'`;
  const rows = await membership.write<Row>(
    `insert into coordination_counts as c (counter, key, opened_at, count)
     select $2, key, coordination_now(), amount
     from unnest($3::text[], $4::integer[]) each (key, amount), (select $1::text) self
     on conflict (counter, key) do update set
       count = case when ${isOver} then excluded.count else c.count + excluded.count end,
       opened_at = case when ${isOver} then excluded.opened_at else c.opened_at end
     returning key, count,
       (${windowMs} - extract(epoch from coordination_now() - opened_at) * 1000)::float as ms_left`,
    [counter, keys, keys.map((key) => amounts.get(key))],
  );
  return new Map(rows.map((row) => [row.key, row]));
}

function amountsOf(keys: readonly string[]): Map<string, number> {
  const amounts = new Map<string, number>();
  for (const key of keys) amounts.set(key, (amounts.get(key) ?? 0) + 1);
  return amounts;
}

/** Counts in the database with each call: for what is rare, and must not be guessed at faster on more nodes. */
function createExactCounter(membership: Membership, counter: RateCounterName): RateCounter {
  return {
    async count(keys) {
      const amounts = amountsOf(keys);
      const rows = await addCounts(membership, counter, amounts);
      const before = new Map(
        [...amounts].map(([key, amount]) => [key, (rows.get(key)?.count ?? amount) - amount]),
      );
      return keys.map((key): Count => {
        const count = (before.get(key) ?? 0) + 1;
        before.set(key, count);
        return { count, msLeft: Math.max(1, Math.round(rows.get(key)?.ms_left ?? windowMs)) };
      });
    },
  };
}

interface Window {
  /** As the database knew it last, with what this process had told it. */
  told: number;
  /** What it was not told yet. */
  untold: number;
  endsAt: number;
}

/**
 * Counts in memory, and with the counts of other processes as they were published last: for what every
 * request counts. All processes together may exceed a limit by what they count between two publications.
 */
function createPublishedCounter(
  membership: Membership,
  counter: RateCounterName,
  clock: Pick<Clock, 'monotonic'>,
): RateCounter & { publish(): Promise<void> } {
  /** The window that opened first comes first. */
  const windows = new Map<string, Window>();
  const untold = new Set<string>();

  function forgetEnded(): void {
    const now = clock.monotonic();
    for (const [key, { endsAt }] of windows) {
      if (endsAt > now && windows.size < maxEntries) break;
      windows.delete(key);
      untold.delete(key);
    }
  }

  return {
    count(keys) {
      forgetEnded();
      const now = clock.monotonic();
      const counts = keys.map((key): Count => {
        let window = windows.get(key);
        if (window === undefined || window.endsAt <= now) {
          window = { told: 0, untold: 0, endsAt: now + windowMs };
          windows.delete(key);
          windows.set(key, window);
        }
        window.untold += 1;
        untold.add(key);
        return { count: window.told + window.untold, msLeft: window.endsAt - now };
      });
      return Promise.resolve(counts);
    },

    async publish() {
      const keys = [...untold];
      for (let at = 0; at < keys.length; at += batchSize) {
        const sent = new Map<string, { window: Window; amount: number }>();
        for (const key of keys.slice(at, at + batchSize)) {
          const window = windows.get(key);
          untold.delete(key);
          if (window !== undefined) sent.set(key, { window, amount: window.untold });
        }
        const amounts = new Map([...sent].map(([key, { amount }]) => [key, amount]));
        try {
          const rows = await addCounts(membership, counter, amounts);
          for (const [key, { window, amount }] of sent) {
            const row = rows.get(key);
            window.untold -= amount;
            window.told = row?.count ?? window.told + amount;
            window.endsAt = clock.monotonic() + (row?.ms_left ?? 0);
          }
        } catch (error) {
          for (const key of sent.keys()) untold.add(key);
          throw error;
        }
      }
    },
  };
}

export interface PublishedCounters {
  counters: RateCounters;
  /** To be called now and then. */
  publish(): Promise<void>;
  /** Removes ended windows. To be called now and then. */
  removeEnded(): Promise<void>;
}

export function createPostgresCounters(
  membership: Membership,
  clock: Pick<Clock, 'monotonic'>,
): PublishedCounters {
  const requests = createPublishedCounter(membership, 'requests', clock);
  const linkRequests = createPublishedCounter(membership, 'linkRequests', clock);
  return {
    counters: {
      signIns: createExactCounter(membership, 'signIns'),
      links: createExactCounter(membership, 'links'),
      linkRequests,
      requests,
    },
    async publish() {
      await requests.publish();
      await linkRequests.publish();
    },
    async removeEnded() {
      await membership.write(
        `delete from coordination_counts where ctid = any (array(
           select c.ctid from coordination_counts c, (select $1::text) self
           where c.opened_at < coordination_now() - interval '${2 * windowMs} milliseconds' limit ${removedAtOnce}
         ))`,
      );
    },
  };
}
