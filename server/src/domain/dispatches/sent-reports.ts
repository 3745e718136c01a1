import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Account } from '../model/account.ts';
import type { Clock, Instant } from '../model/clock.ts';
import type { Database } from '../model/database.ts';
import { endReasonOf } from '../model/dispatch.ts';
import type { DispatchId, FileId } from '../model/ids.ts';
import { idPattern } from '../model/ids.ts';
import type {
  DeliveredDrop,
  MadeBetween,
  ReceiverState,
  SentDrop,
  SentFile,
  SentFilter,
  WholeDrop,
} from '../model/sent.ts';
import { receiverStateOf } from '../model/sent.ts';
import type { FollowedReceiver } from './follow-receivers.ts';
import { createFollow } from './follow-receivers.ts';
import { nothingHere } from '../model/valise-error.ts';
import { createVersionedCache } from '../ports/versioned-cache.ts';

interface Dependencies {
  database: Pick<Database, 'look' | 'outbox' | 'sent' | 'version'>;
  clock: Clock;
}

/** A drop of a list, after which the list goes on. In deliveries, `position` is that of the last receiver. */
export interface DropPlace {
  id: DispatchId;
  createdAt: Instant;
  position?: number | undefined;
}

/** A part of a list, and where the next one begins; undefined on the last one. */
export interface Part<Item, Place> {
  items: Item[];
  next: Place | undefined;
}

export interface DropsWanted extends MadeBetween {
  state: 'live' | 'expired' | 'revoked' | undefined;
  reference: string | undefined;
  after: DropPlace | undefined;
  limit: number;
}

export interface DeliveriesWanted extends MadeBetween {
  state: ReceiverState | undefined;
  reference: string | undefined;
  after: DropPlace | undefined;
}

/** One receiver of one drop. */
export interface SentDelivery {
  drop: Omit<DeliveredDrop, 'receivers'>;
  receiver: FollowedReceiver;
}

export interface FollowedWhole extends WholeDrop {
  receivers: FollowedReceiver[];
}

/** How many drops are cached, for as long as nothing changes, and of how many receivers and files each. */
const maxCached = 500;
const mostOfCached = 50;

/** Deliveries are read in parts of so many where many are left out, or all are wanted. */
const readAtOnce = 250;
/** So many are looked through for a page of one state. Few may fit, but each page costs about the same. */
const mostLookedThrough = 1000;

export type SentReports = ReturnType<typeof createSentReports>;

/** What an account has sent, for programs. Reading changes nothing, and a part of a list costs the same at any size. */
export function createSentReports({ database, clock }: Dependencies) {
  const { sent } = database;
  const followAll = createFollow({ database, clock });
  const cache = createVersionedCache<FollowedWhole>(database, {
    maxEntries: maxCached,
    isKept: ({ receivers, files }) => receivers.length + files.length <= mostOfCached,
  });

  /** Undefined for one of another account. */
  async function readWhole(
    accountId: Account['id'],
    id: DispatchId,
  ): Promise<FollowedWhole | undefined> {
    const whole = await sent.findWhole(accountId, id);
    return whole && { ...whole, receivers: await followAll([whole], whole.receivers) };
  }

  /** The next deliveries, and the last drop that was read for them; undefined at the end of the list. */
  async function readDeliveries(
    accountId: Account['id'],
    { reference, after, createdFrom, createdBefore }: DeliveriesWanted,
    limit: number,
  ): Promise<{ deliveries: SentDelivery[]; reached: DropPlace } | undefined> {
    const { id, createdAt, position } = after ?? {};
    const place = { after: id, afterCreatedAt: createdAt, position };
    const of = { reference, createdFrom, createdBefore };
    const drops = await sent.listDeliveries(accountId, { ...place, ...of, limit });
    const last = drops.at(-1);
    if (last === undefined) return undefined;
    const followed = await followAll(
      drops,
      drops.flatMap(({ receivers }) => receivers),
    );
    const byId = new Map(drops.map((drop) => [drop.dispatch.id, drop]));
    const deliveries = followed.flatMap((receiver) => {
      const drop = byId.get(receiver.dispatchId);
      return drop === undefined ? [] : [{ drop, receiver }];
    });
    const end = { id: last.dispatch.id, createdAt: last.dispatch.createdAt };
    const reached = { ...end, position: last.receivers.at(-1)?.position };
    return { deliveries, reached };
  }

  async function readDrops(
    accountId: Account['id'],
    { reference, after, createdFrom, createdBefore }: DropsWanted,
    filter: SentFilter,
    limit: number,
  ): Promise<SentDrop[]> {
    const now = clock.now();
    return await sent.list(accountId, {
      ...{ filter, reference, now, endsBefore: now, createdFrom, createdBefore, limit },
      ...{ after: after?.id, afterCreatedAt: after?.createdAt },
    });
  }

  function fits({ drop, receiver }: SentDelivery, { state }: DeliveriesWanted): boolean {
    return state === undefined || receiverStateOf(drop, receiver, clock.now()) === state;
  }

  return {
    /** Newest first. A part of one reference and one state may hold fewer than `limit`, as with deliveries. */
    async list(
      { id }: Pick<Account, 'id'>,
      wanted: DropsWanted,
    ): Promise<Part<SentDrop, DropPlace>> {
      const { state, reference, limit } = wanted;
      if (state === undefined || reference === undefined) {
        const drops = await readDrops(id, wanted, state ?? 'all', limit + 1);
        return partOf(drops, limit, ({ dispatch }) => dispatch);
      }
      const drops = await readDrops(id, wanted, 'all', readAtOnce);
      const now = clock.now();
      const fitting = drops.filter((drop) => (endReasonOf(drop, now) ?? 'live') === state);
      const { items, next } = partOf(fitting, limit, ({ dispatch }) => dispatch);
      const lookedThrough = drops.length < readAtOnce ? undefined : drops.at(-1)?.dispatch;
      return { items, next: next ?? lookedThrough };
    },

    /** One drop with all of its receivers and files. Throws `not_found` for one of another account. */
    async get({ id: accountId }: Pick<Account, 'id'>, id: string): Promise<FollowedWhole> {
      if (!idPattern.test(id)) throw nothingHere();
      const whole = await cache.lookAndLoad(`${accountId} ${id}`, () =>
        readWhole(accountId, id as DispatchId),
      );
      if (whole === undefined) throw nothingHere();
      // Its time may be over since it was read, though nothing was committed.
      if (endReasonOf(whole, clock.now()) === undefined) return whole;
      return { ...whole, receivers: whole.receivers.map((each) => ({ ...each, hasLink: false })) };
    },

    /** The receivers of a drop that `sent.get` returned, in order, after one of them. */
    async listReceivers(
      drop: SentDrop,
      { after, limit }: { after: number | undefined; limit: number },
    ): Promise<Part<FollowedReceiver, number>> {
      const page = { after, limit: limit + 1 };
      const { items, next } = partOf(
        await sent.listReceivers(drop.dispatch.id, page),
        limit,
        ({ position }) => position,
      );
      return { items: await followAll([drop], items), next };
    },

    /** The files of a drop that `sent.get` returned, in order, after one of them. */
    async listFiles(
      { dispatch }: SentDrop,
      { after, limit }: { after: FileId | undefined; limit: number },
    ): Promise<Part<SentFile, FileId>> {
      const files = await sent.listFiles(dispatch.id, { after, limit: limit + 1 });
      return partOf(files, limit, ({ id }) => id);
    },

    /**
     * Deliveries, those of the newest drop first. A part of one state may hold fewer than `limit`, or none, and be
     * followed by others.
     */
    async listDeliveries(
      { id }: Pick<Account, 'id'>,
      wanted: DeliveriesWanted,
      limit: number,
    ): Promise<Part<SentDelivery, DropPlace>> {
      const items: SentDelivery[] = [];
      let { after } = wanted;
      const atOnce = wanted.state === undefined ? limit + 1 : readAtOnce;
      for (let lookedThrough = 0; lookedThrough < mostLookedThrough; lookedThrough += atOnce) {
        const read = await readDeliveries(id, { ...wanted, after }, atOnce);
        if (read === undefined) return { items, next: undefined };
        for (const delivery of read.deliveries) {
          if (items.length === limit) return { items, next: after };
          after = placeOf(delivery);
          if (fits(delivery, wanted)) items.push(delivery);
        }
        after = read.reached;
        await nextTurn();
      }
      return { items, next: after };
    },

    /** All deliveries, some at a time: memory does not grow with the history. */
    async *exportDeliveries(
      { id }: Pick<Account, 'id'>,
      wanted: DeliveriesWanted,
    ): AsyncGenerator<SentDelivery[]> {
      let { after } = wanted;
      for (;;) {
        const read = await readDeliveries(id, { ...wanted, after }, readAtOnce);
        if (read === undefined) return;
        yield read.deliveries.filter((delivery) => fits(delivery, wanted));
        after = read.reached;
        await nextTurn();
      }
    },
  };
}

function placeOf({ drop: { dispatch }, receiver }: SentDelivery): DropPlace {
  return { id: dispatch.id, createdAt: dispatch.createdAt, position: receiver.position };
}

/** A part of `limit`, of which one more was read where there is one. */
export function partOf<Item, Place>(
  read: readonly Item[],
  limit: number,
  placeIn: (item: Item) => Place,
): Part<Item, Place> {
  const items = read.slice(0, limit);
  const last = items.at(-1);
  return { items, next: read.length > limit && last !== undefined ? placeIn(last) : undefined };
}
