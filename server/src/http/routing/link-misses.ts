import { hour } from '../../domain/model/clock.ts';
import type { Actor } from '../../domain/model/principal.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { createRateLimiter, networkOf } from '../../domain/ports/rate-limiter.ts';
import type { Services } from './route.ts';

/** Wrong links from one network in a minute. People open one; only an attacker needs more. */
export const maxMisses = 20;

/** Counts requests with unknown links for one kind of page. Valid links are never limited. */
export function createLinkMisses(
  { counters, auditOnce }: Pick<Services, 'counters' | 'auditOnce'>,
  page: 'download' | 'upload' | 'reminder' | 'no mail' | 'account',
) {
  const limiter = createRateLimiter(counters.links);
  return {
    /** Throws `too_many_requests` when there were too many from this network, and records that. */
    async count(stranger: Actor): Promise<void> {
      const network = networkOf(stranger.source);
      const verdict = await limiter.count({ [`${page} ${network}`]: maxMisses });
      if (verdict.kind === 'counted') return;
      await auditOnce.record(
        stranger,
        {
          ...{ action: 'links.guessed', account: undefined, object: network, outcome: 'refused' },
          details: { page },
        },
        { subject: network, periodMs: hour },
      );
      const { retryAfterSeconds } = verdict;
      throw new ValiseError(
        'too_many_requests',
        `Too many links that lead nowhere. Try again in ${retryAfterSeconds} seconds.`,
        { retryAfterSeconds },
      );
    },
  };
}
