import type { AccountId } from '../../domain/model/ids.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { RateCounter } from '../../domain/ports/coordination.ts';
import { createRateLimiter } from '../../domain/ports/rate-limiter.ts';

export type RequestRate = ReturnType<typeof createRequestRate>;

/** Counts the requests of each account in a minute, where the operator set a limit (0: none). */
export function createRequestRate(perMinute: number, counter: RateCounter) {
  const limiter = createRateLimiter(counter);
  return {
    isLimited: perMinute > 0,

    /** Throws `too_many_requests` when the account is over the limit. */
    async count(accountId: AccountId): Promise<void> {
      if (perMinute === 0) return;
      const verdict = await limiter.count({ [accountId]: perMinute });
      if (verdict.kind === 'counted') return;
      const { retryAfterSeconds } = verdict;
      throw new ValiseError(
        'too_many_requests',
        `This account may make ${perMinute} requests a minute. Try again in ${retryAfterSeconds} seconds.`,
        { retryAfterSeconds },
      );
    },
  };
}
