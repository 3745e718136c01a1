import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseWholeNumber } from '#protocol/whole-number.ts';
import { inFileOrder } from '../files/file-order.ts';
import type { Account } from '../model/account.ts';
import type { Clock, Instant } from '../model/clock.ts';
import { day } from '../model/clock.ts';
import type { Repositories } from '../model/database.ts';
import type { DispatchChange, DispatchFile } from '../model/dispatch.ts';
import { endReasonOf } from '../model/dispatch.ts';
import type { DispatchId, FileId, ReceiverId } from '../model/ids.ts';
import { idPattern } from '../model/ids.ts';
import type { SentDrop, SentFilter, SentQuery, SentReceiver } from '../model/sent.ts';
import { nothingHere } from '../model/valise-error.ts';
import type { FollowedReceiver } from './follow-receivers.ts';
import { createFollow } from './follow-receivers.ts';
import { mostCounted } from './inbox-items.ts';

interface Dependencies {
  database: Pick<Repositories, 'outbox' | 'sent'>;
  clock: Clock;
}

/** Whoever has not fetched a drop by then should be told, or the drop extended. */
export const endingSoonMs = 3 * day;

export const dropsPerPage = 25;
const receiversPerPage = 20;
const filesPerPage = 50;

/** A search looks through so many dispatches at once: other requests are served in between. */
const searchedAtOnce = 250;
/** A search that takes longer stops, and says how far it came. */
const longestSearchMs = 50;

/** Drops are exported in parts of so many, with all their receivers. */
const exportedAtOnce = 50;

/** Mails that failed before this are no news. */
const failureNewsMs = 30 * day;
const mostNews = 5;
/** Receivers who were not reached, that the page of a drop begins with. */
const mostUnreached = 5;

/** What is live can be listed by its end, the soonest first. */
export type SentOrder = 'newest' | 'ending';

interface ListedSent {
  filter: SentFilter;
  /** Only without a text. */
  order?: SentOrder | undefined;
  text: string;
  after: string | undefined;
}

export interface SentPage {
  drops: SentDrop[];
  /** Where the next page begins; undefined on the last one. */
  more: DispatchId | undefined;
  /** How far back a search came before it stopped; undefined where it saw everything, or found enough. */
  searchedTo: Instant | undefined;
}

export type SentCounts = Record<'live' | 'ending' | 'problems', number>;

/** Something that happened to a drop, as far as it is stored. */
export interface SentEvent {
  at: Instant;
  what:
    | 'sent'
    | 'mailed'
    | 'refused'
    | 'opened'
    | 'fetched'
    | 'revoked'
    | 'added'
    | 'extended'
    | 'expired'
    | 'ended';
  receiver: SentReceiver | undefined;
  /** The end that the drop was given; undefined for everything else. */
  expiresAt?: Instant;
}

export interface FollowedDrop {
  drop: SentDrop;
  receivers: FollowedReceiver[];
  /** Where the next page of receivers begins; undefined on the last one. */
  more: string | undefined;
  /** The first receivers whose mail did not arrive, whatever page they are on. None where the drop has ended. */
  unreached: FollowedReceiver[];
  /** What happened to the drop and to these receivers, newest first. */
  events: SentEvent[];
}

export type Sent = ReturnType<typeof createSent>;

/** What an account has sent, and what became of it. Reading changes nothing. */
export function createSent({ database, clock }: Dependencies) {
  const { sent } = database;
  const followAll = createFollow({ database, clock });

  async function get({ id: accountId }: Pick<Account, 'id'>, id: string): Promise<SentDrop> {
    const drop = idPattern.test(id) ? await sent.find(accountId, id as DispatchId) : undefined;
    if (drop === undefined) throw nothingHere();
    return drop;
  }

  async function listPage(
    accountId: Account['id'],
    {
      filter,
      order,
      after,
    }: { filter: SentFilter; order: SentOrder; after: DispatchId | undefined },
  ): Promise<SentPage> {
    const now = clock.now();
    const limit = dropsPerPage + 1;
    // What lives in the order of its ends is what ends before the end of time.
    const query: SentQuery =
      filter === 'live' && order === 'ending'
        ? { filter: 'ending', after, limit, now, endsBefore: Number.MAX_SAFE_INTEGER }
        : { filter, after, limit, now, endsBefore: now + endingSoonMs };
    const drops = await sent.list(accountId, query);
    return { ...pageOf(drops), searchedTo: undefined };
  }

  /** Looks through the account's dispatches, newest first, until a page is full or the time is over. */
  async function search(
    accountId: Account['id'],
    filter: SentFilter,
    text: string,
    after: DispatchId | undefined,
  ): Promise<SentPage> {
    const stopAt = clock.monotonic() + longestSearchMs;
    const now = clock.now();
    const found: SentDrop[] = [];
    let from = after;
    for (;;) {
      const page = { after: from, limit: searchedAtOnce };
      const { drops, reached } = await sent.search(accountId, text, page);
      found.push(...drops.filter((drop) => fits(drop, filter, now)));
      if (found.length > dropsPerPage) return { ...pageOf(found), searchedTo: undefined };
      if (reached === undefined || reached.isLast) {
        return { drops: found, more: undefined, searchedTo: undefined };
      }
      if (clock.monotonic() >= stopAt) {
        return { drops: found, more: reached.id, searchedTo: reached.createdAt };
      }
      from = reached.id;
      await nextTurn();
    }
  }

  return {
    get,

    /** Those of the drops with these ids that are the account's, the newest first; at most a page of them. */
    async listThese(
      { id: accountId }: Pick<Account, 'id'>,
      ids: readonly string[],
    ): Promise<SentDrop[]> {
      const known = [...new Set(ids)].filter((id) => idPattern.test(id)) as DispatchId[];
      return await sent.listThese(accountId, known.slice(0, dropsPerPage));
    },

    /** The drops of an account, by their state and by a text in them; a page at a time. */
    async list(
      { id }: Pick<Account, 'id'>,
      { filter, order = 'newest', text, after }: ListedSent,
    ): Promise<SentPage> {
      const from = after !== undefined && idPattern.test(after) ? (after as DispatchId) : undefined;
      const wanted = text.trim();
      return await (wanted === ''
        ? listPage(id, { filter, order, after: from })
        : search(id, filter, wanted, from));
    },

    /** How many drops some filters show, at most `mostCounted` each: a count must not grow with what was sent. */
    async countFiltered({ id }: Pick<Account, 'id'>): Promise<SentCounts> {
      const now = clock.now();
      const count = async (filter: 'live' | 'problems', endsBefore: Instant) =>
        await sent.count(id, { filter, now, endsBefore, atMost: mostCounted });
      return {
        live: await count('live', Number.MAX_SAFE_INTEGER),
        ending: await count('live', now + endingSoonMs),
        problems: await count('problems', now),
      };
    },

    /** What the sender should look at first: what ends soon, what was not delivered, and the newest. */
    async readNews({ id }: Pick<Account, 'id'>) {
      const now = clock.now();
      const limit = mostNews;
      const query = { limit, now, endsBefore: now + endingSoonMs };
      const ending = await sent.list(id, { ...query, filter: 'ending', limit: 4 * mostNews });
      return {
        ending: ending.filter((drop) => drop.fetchedCount < drop.receiverCount).slice(0, limit),
        undelivered: await sent.listUndelivered(id, { now, since: now - failureNewsMs, limit }),
        newest: await sent.list(id, { ...query, filter: 'all' }),
      };
    },

    /** One drop with a page of its receivers. Throws `not_found` for one of another account. */
    async follow(
      account: Pick<Account, 'id'>,
      id: string,
      after: string | undefined,
    ): Promise<FollowedDrop> {
      const drop = await get(account, id);
      const limit = receiversPerPage;
      const some = await sent.listReceivers(drop.dispatch.id, {
        after: positionIn(after),
        limit: limit + 1,
      });
      const receivers = await followAll([drop], some.slice(0, limit));
      const more = some.length > limit ? receivers.at(-1)?.position.toString() : undefined;
      const isTroubled = drop.undeliveredCount > 0 && endReasonOf(drop, clock.now()) === undefined;
      return {
        drop,
        receivers,
        more,
        unreached: isTroubled
          ? await followAll([drop], await sent.listUnreached(drop.dispatch.id, mostUnreached))
          : [],
        events: eventsOf(drop, receivers, await sent.listChanges(drop.dispatch.id), clock.now()),
      };
    },

    /** One receiver of one drop. Throws `not_found` for those of other accounts. */
    async getReceiver(
      account: Pick<Account, 'id'>,
      id: string,
      receiverId: string,
    ): Promise<{ drop: SentDrop; receiver: FollowedReceiver }> {
      const drop = await get(account, id);
      const found = idPattern.test(receiverId)
        ? await sent.findReceiver(drop.dispatch.id, receiverId as ReceiverId)
        : undefined;
      const [receiver] = found === undefined ? [] : await followAll([drop], [found]);
      if (receiver === undefined) throw nothingHere();
      return { drop, receiver };
    },

    /** A page of the files of a drop that `get` or `follow` returned, in the order of people. */
    async listFiles(
      { dispatch }: SentDrop,
      after: string | undefined,
    ): Promise<{
      files: DispatchFile[];
      more: FileId | undefined;
      /** How many receivers have each of them, where it is any. */
      holders: ReadonlyMap<FileId, number>;
    }> {
      const all = inFileOrder(
        await sent.listFiles(dispatch.id, { limit: Number.MAX_SAFE_INTEGER }),
      );
      const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
      const files = all.slice(from, from + filesPerPage);
      const more = from + files.length < all.length ? files.at(-1)?.id : undefined;
      const ids = files.map(({ id }) => id);
      return { files, more, holders: await sent.countHolders(dispatch.id, ids) };
    },

    /** Every drop of the account with its receivers, newest first, a few at a time. */
    async *exportAll({
      id,
    }: Pick<Account, 'id'>): AsyncGenerator<{ drop: SentDrop; receivers: FollowedReceiver[] }[]> {
      const now = clock.now();
      const query = { filter: 'all', limit: exportedAtOnce, now, endsBefore: now } as const;
      for (let after: DispatchId | undefined; ;) {
        const drops = await sent.list(id, { ...query, after });
        if (drops.length === 0) return;
        const ids = drops.map(({ dispatch }) => dispatch.id);
        const receivers = Map.groupBy(
          await followAll(drops, await sent.listReceiversOf(ids)),
          ({ dispatchId }) => dispatchId,
        );
        yield drops.map((drop) => ({ drop, receivers: receivers.get(drop.dispatch.id) ?? [] }));
        after = ids.at(-1);
      }
    },
  };
}

/** Beyond every list of receivers, and within what databases count. */
const lastPosition = 9_999_999;

/** The position after which a page of receivers begins; undefined for a text that says none. */
function positionIn(cursor: string | undefined): number | undefined {
  const position = parseWholeNumber(cursor ?? '');
  return position === undefined || position > lastPosition ? undefined : position;
}

function pageOf(drops: readonly SentDrop[]): Pick<SentPage, 'drops' | 'more'> {
  const shown = drops.slice(0, dropsPerPage);
  return {
    drops: shown,
    more: drops.length > dropsPerPage ? shown.at(-1)?.dispatch.id : undefined,
  };
}

function fits(drop: SentDrop, filter: SentFilter, now: Instant): boolean {
  if (filter === 'all') return true;
  const isLive = endReasonOf(drop, now) === undefined;
  if (filter === 'ended') return !isLive;
  if (!isLive || filter === 'live') return isLive;
  return filter === 'problems'
    ? drop.undeliveredCount + drop.delayedCount > 0
    : drop.dispatch.expiresAt < now + endingSoonMs;
}

function eventsOf(
  drop: SentDrop,
  receivers: readonly FollowedReceiver[],
  changes: readonly DispatchChange[],
  now: Instant,
): SentEvent[] {
  const { dispatch, endedAt } = drop;
  const reason = endReasonOf(drop, now);
  const events: SentEvent[] = [{ at: dispatch.createdAt, what: 'sent', receiver: undefined }];
  for (const change of changes) {
    const { at } = change;
    if ('expiresAt' in change) {
      events.push({ at, what: 'extended', receiver: undefined, expiresAt: change.expiresAt });
      continue;
    }
    // Those of another page are in its history.
    const receiver = receivers.find(({ id }) => id === change.receiverId);
    if (receiver !== undefined) events.push({ at, what: 'added', receiver });
  }
  for (const receiver of receivers) {
    const { mail, openedAt, completedAt, revokedAt } = receiver;
    if (mail?.state === 'sent') events.push({ at: mail.at, what: 'mailed', receiver });
    if (mail?.state === 'refused' || mail?.state === 'unwanted') {
      events.push({ at: mail.at, what: 'refused', receiver });
    }
    if (openedAt !== undefined) events.push({ at: openedAt, what: 'opened', receiver });
    if (completedAt !== undefined) events.push({ at: completedAt, what: 'fetched', receiver });
    if (revokedAt !== undefined) events.push({ at: revokedAt, what: 'revoked', receiver });
  }
  if (reason !== undefined) {
    const at = reason === 'expired' ? dispatch.expiresAt : (endedAt ?? now);
    events.push({ at, what: reason === 'expired' ? 'expired' : 'ended', receiver: undefined });
  }
  // Of what happened in the same instant, the later step comes first.
  return events.reverse().sort((a, b) => b.at - a.at);
}
