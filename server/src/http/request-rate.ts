import type { Clock } from '../domain/clock.ts';
import { minute } from '../domain/clock.ts';
import type { AccountId } from '../domain/ids.ts';
import { ValiseError } from '../domain/valise-error.ts';

export type RequestRate = ReturnType<typeof createRequestRate>;

/** Counts the requests of each account in a minute, where the operator set a limit (0: none). */
export function createRequestRate(perMinute: number, clock: Clock) {
  let startedAt = clock.monotonic();
  const counts = new Map<AccountId, number>();

  return {
    /** Throws `too_many_requests` when the account is over the limit. */
    count(accountId: AccountId): void {
      if (perMinute === 0) return;
      const now = clock.monotonic();
      if (now - startedAt >= minute) {
        startedAt = now;
        counts.clear();
      }
      const count = (counts.get(accountId) ?? 0) + 1;
      counts.set(accountId, count);
      if (count <= perMinute) return;
      const retryAfterSeconds = Math.ceil((startedAt + minute - now) / 1000);
      throw new ValiseError(
        'too_many_requests',
        `This account may make ${perMinute} requests a minute. Try again in ${retryAfterSeconds} seconds.`,
        { retryAfterSeconds },
      );
    },
  };
}
