import type { EventKind } from '#protocol/event-kinds.ts';
import { eventKinds } from '#protocol/event-kinds.ts';
import type { FeedPlace } from '../../domain/events/feed-cursor.ts';
import { readCursor, writeCursor } from '../../domain/events/feed-cursor.ts';
import type { FeedPage } from '../../domain/events/feed.ts';
import type { Woken } from '../../domain/events/followers.ts';
import type { PlacedEvent } from '../../domain/model/feed.ts';
import type { AccountId } from '../../domain/model/ids.ts';
import type { Principal } from '../../domain/model/principal.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { badHeader } from '../connection/bad-request.ts';
import { operations } from '../generated/operations.js';
import type { Exchange } from '../routing/operation.ts';
import { EventStream, route } from '../routing/operation.ts';
import { badQuery } from '../routing/read-input.ts';
import type { Route, Services } from '../routing/route.ts';
import { createEventPump } from './event-pump.ts';

const usualLimit = 50;

/** Names the cursor before the oldest event, where the one that came is too old. */
const oldestHeader = 'oldest-cursor';

/** The feed of an account: as pages, which can wait for events, or as a stream. */
export function eventRoutes({ feed, followers }: Pick<Services, 'feed' | 'followers'>): Route[] {
  const pump = createEventPump({ feed, followers }, messageOf);

  /** Where to begin. Throws `bad_request` and `cursor_expired`. */
  async function findPlace(
    accountId: AccountId,
    { after, isResumed = false }: { after?: string | undefined; isResumed?: boolean },
    exchange: Exchange,
  ): Promise<FeedPlace> {
    if (after === undefined) return feed.findStart();
    if (after === 'now') return await feed.findEnd(accountId);
    const place = readCursor(accountId, after);
    if (place === undefined) {
      const problem = 'must be a cursor of the events of this account.';
      throw isResumed
        ? badHeader('last-event-id', `The header Last-Event-Id ${problem}`, problem)
        : badQuery({ name: 'after' }, problem);
    }
    if (!feed.isOutdated(place)) return place;
    exchange.setHeader(oldestHeader, writeCursor(accountId, feed.findStart()));
    throw new ValiseError(
      'cursor_expired',
      'Events behind this cursor are no longer kept. Go on from the oldest, or from now.',
    );
  }

  /** The first page with an event, or an empty one when the time is over. */
  async function readWaiting(
    who: Principal,
    { waitMs, ...wanted }: Wanted & { waitMs: number },
    begin: FeedPlace,
    exchange: Exchange,
  ): Promise<FeedPage> {
    const { id } = who.account;
    let page = await feed.read(id, begin, wanted);
    if (waitMs === 0 || !isEmptyEnd(page)) return page;
    const until = performance.now() + waitMs;
    const follower = followers.follow(who);
    exchange.whenGone(() => {
      follower.end();
    });
    try {
      while (isEmptyEnd(page)) {
        const woken = await follower.wait(page.next.place, Math.max(0, until - performance.now()));
        refuseEnded(woken);
        if (woken !== 'news') break;
        page = await feed.read(id, page.next, wanted);
      }
    } finally {
      follower.end();
    }
    return page;
  }

  return [
    route(operations.api.events, async (who, { query, headers }, exchange) => {
      const { id } = who.account;
      const { limit = usualLimit, wait = 0 } = query;
      const wanted = { limit, ...kindsOf(query.types) };
      if (isStream(headers.accept)) {
        const { 'last-event-id': resumed } = headers;
        const from = { after: resumed ?? query.after, isResumed: resumed !== undefined };
        const begin = await findPlace(id, from, exchange);
        return new EventStream(pump(who, begin, wanted));
      }
      const begin = await findPlace(id, query, exchange);
      const page = await readWaiting(who, { ...wanted, waitMs: wait * 1000 }, begin, exchange);
      return { items: page.events.map(itemOf), next: writeCursor(id, page.next) };
    }),
  ];
}

interface Wanted {
  limit: number;
  kinds?: ReadonlySet<EventKind>;
}

function isEmptyEnd({ events, isAtEnd }: FeedPage): boolean {
  return events.length === 0 && isAtEnd;
}

function refuseEnded(woken: Woken): void {
  if (woken !== 'refused') return;
  throw new ValiseError('unauthorized', 'The key is no longer valid.');
}

function isStream(accept = ''): boolean {
  return /\btext\/event-stream\b/i.test(accept);
}

/** Throws `bad_request` for a word that is no kind of events. */
function kindsOf(types: string | undefined): Pick<Wanted, 'kinds'> {
  if (types === undefined) return {};
  const words = types.split(',');
  const kinds = eventKinds.filter((kind) => words.includes(kind));
  const unknown = words.find((word) => !kinds.some((kind) => kind === word));
  if (unknown === undefined) return { kinds: new Set(kinds) };
  throw badQuery(
    { name: 'types' },
    `names ${JSON.stringify(unknown)}, which is no kind of events.`,
  );
}

function itemOf({ id, kind, at, about, reference }: PlacedEvent) {
  const named = reference === undefined ? {} : { reference };
  return { id, kind, at: new Date(at).toISOString(), ...about, ...named };
}

function messageOf(accountId: AccountId, event: PlacedEvent): string {
  const { place, at, kind } = event;
  const cursor = writeCursor(accountId, { place, at });
  return `id: ${cursor}\nevent: ${kind}\ndata: ${JSON.stringify(itemOf(event))}\n\n`;
}
