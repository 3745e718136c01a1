import type { Instant } from '../../../domain/model/clock.ts';
import { day } from '../../../domain/model/clock.ts';
import type { Dispatch } from '../../../domain/model/dispatch.ts';

/** The days from now that something sent can be extended by. */
const offeredDays = [1, 3, 7, 14, 30, 60, 90, 180, 365];
const mostOffered = 6;

/** The ends that it can be given: half a day or more after its own, within the longest lifetime. */
export function offeredEnds(
  { createdAt, expiresAt }: Pick<Dispatch, 'createdAt' | 'expiresAt'>,
  now: Instant,
  maxLifetimeMs: number,
): Instant[] {
  const last = createdAt + maxLifetimeMs;
  const ends = offeredDays
    .map((days) => now + days * day)
    .filter((at) => at > expiresAt + day / 2 && at < last)
    .slice(0, mostOffered);
  return last > Math.max(now, expiresAt) ? [...ends, last] : ends;
}
