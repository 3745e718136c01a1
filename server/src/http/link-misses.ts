import { networkOf } from '../domain/sign-in-limiter.ts';
import type { Tally } from '../domain/tally.ts';
import { ValiseError } from '../domain/valise-error.ts';

/** Wrong links from one network in a minute. People open one; only a guesser needs more. */
export const maxMisses = 20;

export type LinkMisses = ReturnType<typeof createLinkMisses>;

/** Counts requests for one kind of page with links that lead nowhere. Good links are never held up. */
export function createLinkMisses(tally: Tally, page: 'download' | 'upload' | 'reminder') {
  return {
    /** Throws `too_many_requests` when there were too many from this network. */
    async count(address: string): Promise<void> {
      const [missed] = await tally.count([`${page} ${networkOf(address)}`]);
      if (missed === undefined || missed.count <= maxMisses) return;
      const retryAfterSeconds = Math.ceil(missed.msLeft / 1000);
      throw new ValiseError(
        'too_many_requests',
        `Too many links that lead nowhere. Try again in ${retryAfterSeconds} seconds.`,
        { retryAfterSeconds },
      );
    },
  };
}
