import type { Clock } from '../domain/model/clock.ts';

/** All who ask while the work runs, and for `holdMs` after it has ended, get the result of that one run. */
export function sharedResult<Result>(
  clock: Pick<Clock, 'monotonic'>,
  holdMs: number,
  work: () => Promise<Result>,
): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  let holdsUntil = 0;
  return () => {
    if (result === undefined || clock.monotonic() >= holdsUntil) {
      holdsUntil = Infinity;
      result = work().finally(() => {
        holdsUntil = clock.monotonic() + holdMs;
      });
    }
    return result;
  };
}
