import type { Database } from '../model/database.ts';
import type { AccountId } from '../model/ids.ts';
import type { SignedIn } from '../model/principal.ts';
import { ValiseError, isUnavailable } from '../model/valise-error.ts';

interface Dependencies {
  database: Pick<Database, 'accessVersion' | 'feed' | 'look' | 'placeEvents' | 'version'>;
  /** Whether what let somebody in still does. */
  isAllowed: (who: SignedIn) => Promise<boolean>;
  /** Called with a fault that is not the database's absence; the next look is made all the same. */
  onFault: (error: unknown) => void;
  /** How often this process looks while somebody waits. */
  lookMs?: number;
  /** How often it asks whether they still may, where rights may have changed. */
  rightsMs?: number;
}

/** `refused`: the key or its account is no longer let in. `stopped`: the server stops, or the follower has ended. */
export type Woken = 'news' | 'quiet' | 'refused' | 'stopped';

/** Somebody who waits for events of an account. Must be ended. */
export interface Follower {
  /** Resolves when the feed has an event behind the place; with `quiet` after so long without one. */
  wait(place: number, ms: number): Promise<Woken>;
  /** Whether it is refused or stopped. */
  isOver(): boolean;
  /** Resolves once it is. */
  whenOver: Promise<undefined>;
  end(): void;
}

interface Following {
  who: SignedIn;
  /** Set while it waits. */
  place: number | undefined;
  wake: ((woken: Woken) => void) | undefined;
  /** The place behind which nothing was, when something had last been committed. */
  lookedAt: number | undefined;
  /** Why it will not be woken again. */
  over: 'refused' | 'stopped' | undefined;
  tellOver: (_: undefined) => void;
}

/** How many follow one account at a time, and how many in all, in one process. */
export const followersOfAccount = 50;
const followersInAll = 2000;
const retryAfterSeconds = 10;

const usualLookMs = 250;
const usualRightsMs = 2000;

export type Followers = ReturnType<typeof createFollowers>;

/**
 * Those who wait for events, in this process. It looks four times a second whether anything was committed, in any
 * process and by any command, and reads the ends of the followed feeds only where something was (decision 0090).
 * Nobody who writes knows of those who wait.
 */
export function createFollowers(dependencies: Dependencies) {
  const { database, isAllowed, onFault } = dependencies;
  const { lookMs = usualLookMs, rightsMs = usualRightsMs } = dependencies;
  const followings = new Set<Following>();
  const counts = new Map<AccountId, number>();
  let timer: NodeJS.Timeout | undefined;
  let seen: number | undefined;
  let rights: { version: number | undefined; at: number } = { version: undefined, at: -Infinity };
  let isStopped = false;

  function wake(following: Following, woken: Woken): void {
    if (woken === 'refused' || woken === 'stopped') {
      following.over ??= woken;
      following.tellOver(undefined);
    }
    following.place = undefined;
    following.wake?.(woken);
  }

  /** Whether somebody is still let in: asks once for each key, and where the answer may be another than before. */
  function openQuestion(version: number | undefined): (who: SignedIn) => Promise<boolean> {
    const hasChanged = version === undefined || version !== rights.version;
    const byKey = new Map<string, Promise<boolean>>();
    return async (who) => {
      // The end of a key is no change.
      if (!hasChanged && who.keyEndsAt === undefined) return true;
      const allowed = byKey.get(who.keyId) ?? isAllowed(who);
      byKey.set(who.keyId, allowed);
      return await allowed;
    };
  }

  /** Wakes those whose feeds go on behind their places. What happened since their key ended is not for them. */
  async function lookAtFeeds(): Promise<void> {
    await database.look?.();
    const version = database.version();
    const hasChanged = version === undefined || version !== seen;
    const asked: Following[] = [];
    for (const following of followings) {
      const { place } = following;
      // Also of one that does not wait right now, and does so again soon.
      if (hasChanged) following.lookedAt = undefined;
      if (place !== undefined && following.lookedAt !== place) asked.push(following);
    }
    if (asked.length > 0) {
      const accountIds = [...new Set(asked.map(({ who }) => who.account.id))];
      await database.placeEvents?.(accountIds);
      const ends = await database.feed.listEnds(accountIds);
      const mayFollow = openQuestion(database.accessVersion());
      for (const following of asked) {
        const { who, place } = following;
        if (place === undefined) continue;
        if ((ends.get(who.account.id) ?? 0) <= place) following.lookedAt = place;
        else wake(following, (await mayFollow(who)) ? 'news' : 'refused');
      }
    }
    seen = version;
  }

  /** Ends those who are no longer let in. */
  async function lookAtRights(): Promise<void> {
    const now = performance.now();
    if (now - rights.at < rightsMs) return;
    const version = database.accessVersion();
    const mayFollow = openQuestion(version);
    for (const following of [...followings]) {
      if (!(await mayFollow(following.who))) wake(following, 'refused');
    }
    rights = { version, at: now };
  }

  async function look(): Promise<void> {
    try {
      await lookAtFeeds();
      await lookAtRights();
    } catch (error) {
      if (!isUnavailable(error)) onFault(error);
    } finally {
      timer = undefined;
      schedule();
    }
  }

  function schedule(): void {
    if (followings.size > 0 && !isStopped) timer ??= setTimeout(() => void look(), lookMs).unref();
  }

  function refuseTooMany({ id }: { id: AccountId }): void {
    if ((counts.get(id) ?? 0) >= followersOfAccount) {
      throw new ValiseError(
        'too_many_requests',
        `${followersOfAccount} requests wait for events of this account already.`,
        { retryAfterSeconds },
      );
    }
    if (followings.size >= followersInAll) {
      const message = 'Too many requests wait for events. Try again soon.';
      throw new ValiseError('unavailable', message, { retryAfterSeconds });
    }
  }

  function remove(following: Following): void {
    if (!followings.delete(following)) return;
    const { id } = following.who.account;
    const left = (counts.get(id) ?? 0) - 1;
    if (left > 0) counts.set(id, left);
    else counts.delete(id);
  }

  return {
    /** Throws `too_many_requests` where too many follow the account. */
    follow(who: SignedIn): Follower {
      const { account } = who;
      refuseTooMany(account);
      const over = isStopped ? 'stopped' : undefined;
      const { promise: whenOver, resolve: tellOver } = Promise.withResolvers<undefined>();
      if (isStopped) tellOver(undefined);
      const following: Following = {
        ...{ who, place: undefined, wake: undefined, lookedAt: undefined, over, tellOver },
      };
      followings.add(following);
      counts.set(account.id, (counts.get(account.id) ?? 0) + 1);
      schedule();
      return {
        async wait(place, ms) {
          if (following.over !== undefined) return following.over;
          following.place = place;
          const { promise, resolve } = Promise.withResolvers<Woken>();
          following.wake = resolve;
          const quiet = setTimeout(() => {
            wake(following, 'quiet');
          }, ms).unref();
          const woken = await promise;
          clearTimeout(quiet);
          following.wake = undefined;
          return woken;
        },

        isOver: () => following.over !== undefined,
        whenOver,

        end() {
          remove(following);
          wake(following, 'stopped');
        },
      };
    },

    /** Ends all who wait, and who come later. */
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
      for (const following of [...followings]) wake(following, 'stopped');
    },
  };
}
