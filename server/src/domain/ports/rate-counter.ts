import type { Clock } from '../model/clock.ts';
import { minute } from '../model/clock.ts';

/** How often something was counted in its window, and how long that window stays open. */
export interface Count {
  count: number;
  msLeft: number;
}

/** Counts how often things happen in a minute. */
export interface RateCounter {
  /** Counts once more for each key. The window of a key opens with its first count. */
  count(keys: readonly string[]): Promise<Count[]>;
}

/** What is counted, each apart from the others: a flood of one must not wash away the rest. */
export const rateCounterNames = ['signIns', 'links', 'linkRequests', 'requests'] as const;
export type RateCounterName = (typeof rateCounterNames)[number];
export type RateCounters = Readonly<Record<RateCounterName, RateCounter>>;

const windowMs = minute;
/** A flood from everywhere must not cost memory without end. */
const maxEntries = 100_000;
/** What is left of too many: making room for a tenth at once costs far less than entry by entry. */
const keptEntries = 90_000;

/** A tally that lasts as long as the process. */
export function createRateCounter(clock: Clock): RateCounter {
  const windows = new Map<string, { startedAt: number; count: number }>();
  let sweptAt = clock.monotonic();

  function countOne(key: string): Count {
    const now = clock.monotonic();
    let window = windows.get(key);
    if (window === undefined || now - window.startedAt >= windowMs) {
      window = { startedAt: now, count: 0 };
      windows.delete(key);
      windows.set(key, window);
    }
    window.count += 1;
    return { count: window.count, msLeft: window.startedAt + windowMs - now };
  }

  /** Windows are kept in the order in which they opened, so the ended ones stand first. */
  function forgetEnded(): void {
    const now = clock.monotonic();
    if (now - sweptAt < windowMs && windows.size < maxEntries) return;
    sweptAt = now;
    for (const [key, { startedAt }] of windows) {
      if (now - startedAt < windowMs && windows.size <= keptEntries) break;
      windows.delete(key);
    }
  }

  return {
    count(keys) {
      forgetEnded();
      return Promise.resolve(keys.map(countOne));
    },
  };
}

export function createRateCounters(clock: Clock): RateCounters {
  return {
    signIns: createRateCounter(clock),
    links: createRateCounter(clock),
    linkRequests: createRateCounter(clock),
    requests: createRateCounter(clock),
  };
}
