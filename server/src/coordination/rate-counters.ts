import type { Clock } from '../domain/model/clock.ts';
import { minute } from '../domain/model/clock.ts';
import type { Count, RateCounter, RateCounters } from '../domain/ports/coordination.ts';

const windowMs = minute;
/** A flood from everywhere must not cost memory without end. */
const maxEntries = 100_000;
/** What is left of too many: making room for a tenth at once costs far less than entry by entry. */
const keptEntries = 90_000;

/** A counter that lasts as long as the process. */
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
