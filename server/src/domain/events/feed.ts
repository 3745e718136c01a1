import type { EventKind } from '#protocol/event-kinds.ts';
import type { Clock } from '../model/clock.ts';
import type { Database } from '../model/database.ts';
import type { PlacedEvent } from '../model/feed.ts';
import { feedKeptMs } from '../model/feed.ts';
import type { AccountId } from '../model/ids.ts';
import { createVersionedCache } from '../ports/versioned-cache.ts';
import type { FeedPlace } from './feed-cursor.ts';

interface Dependencies {
  database: Pick<Database, 'feed' | 'look' | 'placeEvents' | 'version'>;
  clock: Pick<Clock, 'now'>;
}

interface Wanted {
  limit: number;
  /** Left out: all. */
  kinds?: ReadonlySet<EventKind>;
}

export interface FeedPage {
  events: PlacedEvent[];
  /** Where the next page begins: behind all that were looked at. */
  next: FeedPlace;
  /** Whether nothing is behind it yet. */
  isAtEnd: boolean;
}

/** Of so many accounts it is known where their feeds end, for as long as nothing is committed. */
const cachedEnds = 10_000;

/** Events that are looked at together where only some kinds are wanted, and how often for one page. */
const scannedAtOnce = 500;
const mostScans = 10;

export type Feed = ReturnType<typeof createFeed>;

/** What happened to the matters of an account, in one order that nobody who follows it misses a part of. */
export function createFeed({ database, clock }: Dependencies) {
  const ends = createVersionedCache<{ place: number }>(database, { maxEntries: cachedEnds });

  async function readEnd(accountId: AccountId): Promise<{ place: number }> {
    await database.placeEvents?.([accountId]);
    const found = await database.feed.listEnds([accountId]);
    return { place: found.get(accountId) ?? 0 };
  }

  /** Where an account that has read everything is; the beginning where nothing is kept. */
  async function findEnd(accountId: AccountId): Promise<FeedPlace> {
    const at = clock.now();
    const { place } = await ends.lookAndLoad(accountId, () => readEnd(accountId));
    return { place, at };
  }

  return {
    findEnd,

    /** Before the oldest event that is kept. */
    findStart: (): FeedPlace => ({ place: 0, at: clock.now() }),

    /** Whether events behind the place may have been removed. */
    isOutdated: ({ at }: FeedPlace): boolean => at < clock.now() - feedKeptMs,

    /**
     * The events behind a place. A page may be shorter than wanted, or empty, before the end: so many others may be
     * between those of the wanted kinds.
     */
    async read(
      accountId: AccountId,
      { place: after }: Pick<FeedPlace, 'place'>,
      { limit, kinds }: Wanted,
    ): Promise<FeedPage> {
      const now = clock.now();
      // Most polls find nothing, and ask while nothing was committed.
      const end = await findEnd(accountId);
      if (end.place <= after) return { events: [], next: { place: after, at: now }, isAtEnd: true };
      const together = kinds === undefined ? limit : scannedAtOnce;
      const events: PlacedEvent[] = [];
      let next: FeedPlace = { place: after, at: now };
      for (let scans = 0; scans < mostScans; scans += 1) {
        const rows = await database.feed.list(accountId, next.place, together);
        for (const event of rows) {
          next = { place: event.place, at: event.at };
          // Its row has not been removed yet.
          if (event.at < now - feedKeptMs) next.at = now;
          else if (kinds?.has(event.kind) !== false) events.push(event);
          if (events.length === limit) return { events, next, isAtEnd: false };
        }
        if (rows.length < together) {
          return { events, next: { ...next, at: now }, isAtEnd: true };
        }
      }
      return { events, next, isAtEnd: false };
    },
  };
}
