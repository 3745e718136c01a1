import type { Clock, Instant } from '../model/clock.ts';
import { day, minute, utcDay } from '../model/clock.ts';
import type { DatabaseOf } from '../model/database.ts';

/** A figure of one day, in UTC. */
export interface DayFigure {
  /** As in 2026-11-16. */
  day: string;
  value: number;
}

/** The last days, today last. Days before the first that is known are left out. */
export interface DayFigures {
  /** Drops, requests and files received that were made. */
  transfers: readonly DayFigure[];
  mails: readonly DayFigure[];
}

const shownDays = 30;
/** Rows of each kind that are counted: more in the last days, and the first of these days are left out. */
const countedRows = 20_000;
/** They are counted again after this. */
const keptForMs = 5 * minute;

interface Dependencies {
  database: DatabaseOf<'administration'>;
  clock: Clock;
}

/** What happened on each of the last days, from the rows that are there: what retention removed is not counted. */
export function createDayFigures({ database, clock }: Dependencies) {
  let last: { at: Instant; figures: Promise<DayFigures> } | undefined;

  async function count(now: Instant): Promise<DayFigures> {
    const counts = await database.administration.countDays(countedRows);
    const today = Math.floor(now / day);
    const list = (byDay: ReadonlyMap<number, number>): DayFigure[] => {
      const rows = [...byDay.values()].reduce((sum, value) => sum + value, 0);
      // Of the oldest day of a full count, some rows may be missing.
      const isFull = rows >= countedRows;
      const known = isFull ? Math.min(...byDay.keys()) + 1 : today - shownDays + 1;
      const first = Math.min(known, today);
      return Array.from({ length: shownDays }, (_, index) => today - shownDays + 1 + index)
        .filter((each) => each >= first)
        .map((each) => ({ day: utcDay(each * day), value: byDay.get(each) ?? 0 }));
    };
    return { transfers: list(counts.dispatches), mails: list(counts.mails) };
  }

  return {
    async read(): Promise<DayFigures> {
      const now = clock.now();
      if (last !== undefined && Math.abs(now - last.at) < keptForMs) return await last.figures;
      const figures = count(now);
      const mine = { at: now, figures };
      last = mine;
      try {
        return await figures;
      } catch (error) {
        if (last === mine) last = undefined;
        throw error;
      }
    },
  };
}
