import type { Clock } from '../model/clock.ts';
import { hour } from '../model/clock.ts';
import type { Database } from '../model/database.ts';

/** Destroyed keys may stay in the journal for this long before somebody should look who reads there. */
const longestScrubDelayMs = hour;

export interface ScrubDelay {
  delayMs: number;
  /** Whether it has lasted so long that a person should look. */
  isAlarming: boolean;
}

interface Dependencies {
  database: Pick<Database, 'scrub'>;
  clock: Clock;
  /** Told when a delay begins, and each time it has lasted another hour. */
  onDelay: (delay: ScrubDelay) => void;
}

/** Scrubs the database when nobody is in the way, and notices when that is not the case for long. */
export function createScrubbing({ database, clock, onDelay }: Dependencies) {
  let delayedSince: number | undefined;
  let toldHours = 0;

  return {
    /** As the store's own. */
    async scrub(): Promise<boolean> {
      if (await database.scrub()) {
        delayedSince = undefined;
        toldHours = 0;
        return true;
      }
      const now = clock.monotonic();
      const isNew = delayedSince === undefined;
      delayedSince ??= now;
      const delayMs = now - delayedSince;
      const hours = Math.floor(delayMs / longestScrubDelayMs);
      if (isNew || hours > toldHours) onDelay({ delayMs, isAlarming: hours > 0 });
      toldHours = hours;
      return false;
    },
  };
}
