import type { Follower } from '../../domain/events/followers.ts';
import type { Taken } from '../../domain/dispatches/inbox-leases.ts';
import type { Instant } from '../../domain/model/clock.ts';
import type { Principal } from '../../domain/model/principal.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { Exchange } from '../routing/operation.ts';
import type { Services } from '../routing/route.ts';
import type { Claim } from './once.ts';

/** What comes is told by the feed. What comes back is not: it is looked for so often, where anything was committed. */
const lookMs = 2000;

interface Wanted {
  max: number;
  seconds: number;
  waitMs: number;
}

/** Leases items, or waits until there are some: no answer is empty before its time is over. */
export function createLeaseWaiting({
  inboxLeases,
  feed,
  followers,
  clock,
}: Pick<Services, 'inboxLeases' | 'feed' | 'followers' | 'clock'>) {
  /** What was there when it was last looked for items. */
  interface Seen {
    place: number;
    version: number | undefined;
    /** When the next lease ends. */
    nextEnd: Instant | undefined;
  }

  /** Resolves with whether to look again: there may be items, and the time is not over. */
  async function waitForNews(
    follower: Follower,
    { place, version, nextEnd = Infinity }: Seen,
    until: number,
  ): Promise<boolean> {
    for (;;) {
      const leftMs = until - performance.now();
      const ms = Math.min(leftMs, lookMs, nextEnd - clock.now());
      const woken = await follower.wait(place, Math.max(0, ms));
      if (woken === 'refused') {
        throw new ValiseError('unauthorized', 'The key is no longer valid.');
      }
      if (woken === 'stopped' || (woken === 'quiet' && ms === leftMs)) return false;
      const now = inboxLeases.version();
      const hasChanged = now === undefined || now !== version;
      if (woken === 'news' || hasChanged || clock.now() >= nextEnd) return true;
    }
  }

  return async (
    who: Principal,
    { waitMs, ...wanted }: Wanted,
    exchange: Exchange,
    claim: Claim,
  ): Promise<Taken> => {
    const first = await inboxLeases.lease(who, wanted, claim);
    if (first.receivers.length > 0 || waitMs === 0) return first;
    const until = performance.now() + waitMs;
    const follower = followers.follow(who);
    exchange.whenGone(() => {
      follower.end();
    });
    try {
      for (;;) {
        const { place } = await feed.findEnd(who.account.id);
        const version = inboxLeases.version();
        const leased = await inboxLeases.lease(who, wanted, claim);
        if (leased.receivers.length > 0) return leased;
        const seen = { place, version, nextEnd: await inboxLeases.findNextEnd(who) };
        if (!(await waitForNews(follower, seen, until))) return leased;
      }
    } finally {
      follower.end();
    }
  };
}
