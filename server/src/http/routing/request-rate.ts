import type { AccountId } from '../../domain/model/ids.ts';
import type { RequestsLeft } from '../../domain/model/principal.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { RateCounter } from '../../domain/ports/coordination.ts';
import { createRateLimiter } from '../../domain/ports/rate-limiter.ts';

export type RequestRate = ReturnType<typeof createRequestRate>;

/** Counts the requests of each account in a minute, where the operator set a limit (0: none). */
export function createRequestRate(perMinute: number, counter: RateCounter) {
  const limiter = createRateLimiter(counter);
  return {
    isLimited: perMinute > 0,

    /**
     * Throws `too_many_requests` when the account is over the limit. Returns how many are left in this minute;
     * undefined where there is no limit.
     */
    async count(accountId: AccountId): Promise<RequestsLeft | undefined> {
      if (perMinute === 0) return undefined;
      const verdict = await limiter.count({ [accountId]: perMinute });
      if (verdict.kind === 'counted') {
        return { perMinute, left: verdict.left, seconds: verdict.secondsLeft };
      }
      const { retryAfterSeconds: seconds } = verdict;
      throw new OverRequestRate({ perMinute, left: 0, seconds });
    },
  };
}

/** The account has made as many requests in this minute as it may. */
export class OverRequestRate extends ValiseError {
  readonly requests: RequestsLeft;

  constructor(requests: RequestsLeft) {
    super(
      'too_many_requests',
      `This account may make ${requests.perMinute} requests a minute. Try again in ${requests.seconds} seconds.`,
      { retryAfterSeconds: requests.seconds },
    );
    this.requests = requests;
  }
}
