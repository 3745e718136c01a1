import type { Actor } from '../../domain/model/actor.ts';
import { hour } from '../../domain/model/clock.ts';
import { networkOf } from '../../domain/ports/rate-limiter.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { Services } from './services.ts';

/** Wrong links from one network in a minute. People open one; only a guesser needs more. */
export const maxMisses = 20;

export type LinkMisses = ReturnType<typeof createLinkMisses>;

/** Counts requests for one kind of page with links that lead nowhere. Good links are never held up. */
export function createLinkMisses(
  { counters, auditOnce }: Pick<Services, 'counters' | 'auditOnce'>,
  page: 'download' | 'upload' | 'reminder' | 'no mail',
) {
  return {
    /** Throws `too_many_requests` when there were too many from this network, and records that. */
    async count(stranger: Actor): Promise<void> {
      const network = networkOf(stranger.source);
      const [missed] = await counters.links.count([`${page} ${network}`]);
      if (missed === undefined || missed.count <= maxMisses) return;
      await auditOnce.record(
        stranger,
        { action: 'links.guessed', object: network, outcome: 'refused', details: { page } },
        { subject: network, periodMs: hour },
      );
      const retryAfterSeconds = Math.ceil(missed.msLeft / 1000);
      throw new ValiseError(
        'too_many_requests',
        `Too many links that lead nowhere. Try again in ${retryAfterSeconds} seconds.`,
        { retryAfterSeconds },
      );
    },
  };
}
