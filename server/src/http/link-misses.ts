import type { Clock } from '../domain/clock.ts';
import { minute } from '../domain/clock.ts';
import { networkOf } from '../domain/sign-in-limiter.ts';
import { ValiseError } from '../domain/valise-error.ts';

/** Wrong links from one network in a minute. People open one; only a guesser needs more. */
export const maxMisses = 20;
/** A flood from everywhere must not cost memory without end. */
const maxNetworks = 100_000;

export type LinkMisses = ReturnType<typeof createLinkMisses>;

/** Counts requests with links that lead nowhere. Good links are never held up. */
export function createLinkMisses(clock: Clock) {
  const misses = new Map<string, number>();
  let startedAt = -Infinity;

  return {
    /** Throws `too_many_requests` when there were too many from this network. */
    count(address: string): void {
      const now = clock.monotonic();
      if (now - startedAt >= minute || misses.size >= maxNetworks) {
        startedAt = now;
        misses.clear();
      }
      const network = networkOf(address);
      const count = (misses.get(network) ?? 0) + 1;
      misses.set(network, count);
      if (count <= maxMisses) return;
      const retryAfterSeconds = Math.ceil((startedAt + minute - now) / 1000);
      throw new ValiseError(
        'too_many_requests',
        `Too many links that lead nowhere. Try again in ${retryAfterSeconds} seconds.`,
        { retryAfterSeconds },
      );
    },
  };
}
