import type { ServerResponse } from 'node:http';
import type { FeedPlace } from '../../domain/events/feed-cursor.ts';
import { writeCursor } from '../../domain/events/feed-cursor.ts';
import type { Feed } from '../../domain/events/feed.ts';
import type { Follower, Followers } from '../../domain/events/followers.ts';
import type { PlacedEvent } from '../../domain/model/feed.ts';
import type { AccountId } from '../../domain/model/ids.ts';
import type { Principal } from '../../domain/model/principal.ts';
import { isUnavailable } from '../../domain/model/valise-error.ts';
import type { EventSource } from '../routing/operation.ts';

interface Dependencies {
  feed: Feed;
  followers: Followers;
}

type Wanted = Parameters<Feed['read']>[2];

/** A silent connection is taken for dead by what stands between. */
const heartbeatMs = 15_000;
/** After so many the feed is read, though nobody was woken: then the cursor is of that time. */
const beatsPerRead = 240;
/** How long a client may take nothing: it comes back with the last cursor that it has. */
const patienceMs = 30_000;
/** How long to wait for a database that is away before the feed is read again. */
const awayMs = 2000;

/**
 * Writes events to a client as they come, for as long as it takes them and its key lets it in. No more than one page is
 * in memory: the next is read when the client has taken it.
 */
export function createEventPump(
  { feed, followers }: Dependencies,
  messageOf: (accountId: AccountId, event: PlacedEvent) => string,
) {
  return (who: Principal, begin: FeedPlace, wanted: Wanted): EventSource => {
    const { id } = who.account;
    const follower = followers.follow(who);

    /** Undefined while the database is away. */
    async function readPatiently(place: FeedPlace) {
      try {
        return await feed.read(id, place, wanted);
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        return undefined;
      }
    }

    async function run(response: ServerResponse): Promise<void> {
      let place = begin;
      while (!follower.isOver()) {
        const page = await readPatiently(place);
        place = page?.next ?? place;
        const messages = page?.events.map((event) => messageOf(id, event)) ?? [];
        if (messages.length > 0 && !(await write(response, messages.join(''), follower))) return;
        if (page?.isAtEnd === false) continue;
        if (page === undefined) await follower.wait(place.place, awayMs);
        else if (!(await waitForNews(response, place))) return;
      }
    }

    /** Resolves with false when the stream is to end, and with true at least once an hour. */
    async function waitForNews(response: ServerResponse, place: FeedPlace): Promise<boolean> {
      // The cursor stays young, and goes past events that are not wanted.
      const heartbeat = `:\nid: ${writeCursor(id, place)}\n\n`;
      for (let beats = 0; beats < beatsPerRead; beats += 1) {
        const woken = await follower.wait(place.place, heartbeatMs);
        if (woken === 'news') return true;
        if (woken !== 'quiet' || !(await write(response, heartbeat, follower))) return false;
      }
      return true;
    }

    return {
      end() {
        follower.end();
      },

      async writeTo(response) {
        response.once('close', () => {
          follower.end();
        });
        try {
          await run(response);
          response.end();
        } finally {
          follower.end();
        }
      },
    };
  };
}

/** Resolves with whether the client can take more. Cuts one that takes nothing for long, or is no longer let in. */
async function write(
  response: ServerResponse,
  text: string,
  { whenOver }: Pick<Follower, 'whenOver'>,
): Promise<boolean> {
  if (response.destroyed) return false;
  if (response.write(text)) return true;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const cut = (): void => {
    response.destroy();
  };
  const slow = setTimeout(cut, patienceMs).unref();
  const goOn = (): void => {
    resolve(undefined);
  };
  response.once('drain', goOn).once('close', goOn);
  await Promise.race([promise, whenOver.then(cut)]);
  clearTimeout(slow);
  response.off('drain', goOn).off('close', goOn);
  return !response.destroyed;
}
