import type { Selectable } from 'kysely';
import { isBareLink } from '../../domain/model/dispatch.ts';
import type { AccountId, DispatchId, FileId, ReceiverId } from '../../domain/model/ids.ts';
import type {
  AnyoneLink,
  DeliveryQuery,
  SentDrop,
  SentFile,
  SentFilter,
  SentQuery,
  SentReceiver,
  SentRepository,
} from '../../domain/model/sent.ts';
import type { AgedPlace } from './aged-place.ts';
import { byAge, findPlace } from './aged-place.ts';
import { dispatchOf, receiverOf } from './dispatch-rows.ts';
import type { Session } from './prepared-query.ts';
import { bufferOf, filePlaceOf } from './rows.ts';
import { patternsOf } from './patterns.ts';
import type { Schema } from './schema.ts';
import {
  anyoneLinksOf,
  changesOf,
  completedByReceiver,
  dispatchAt,
  dropOf,
  dropsOfIds,
  dropsByReference,
  endingDrops,
  expiredDrops,
  fileNames,
  fileSums,
  firstNamed,
  firstReceivers,
  holdersOf,
  liveCount,
  liveDrops,
  matchingDrops,
  overdueDrops,
  placeOf,
  progressOf,
  receiverIn,
  receiverSums,
  receiversAfter,
  receiversOfSeveral,
  revokedDrops,
  stretchOfAccount,
  unendedDrops,
} from './sent-queries.ts';
import { failedMails, troubleSums, unreachedReceivers } from './trouble-queries.ts';
import { countTroubled, listTroubled } from './troubled-drops.ts';
import { filesAfter, firstFiles, firstShredded, shreddedAfter } from './sent-file-queries.ts';

type DispatchRow = Selectable<Schema['dispatches']>;
type ReceiverRow = Selectable<Schema['dispatch_receivers']>;
type NamedReceiver = Pick<ReceiverRow, 'email' | 'nick'>;

/** How many receivers a drop is listed with by name. */
const namedReceivers = 3;

/** A job ends what has expired within a minute: there are never so many for long. */
const mostOverdue = 1000;

const last = Number.MAX_SAFE_INTEGER;

export function createSentRepository(session: Session): SentRepository {
  type Listing = (
    place: AgedPlace,
    query: Pick<SentQuery, 'limit' | 'now'>,
  ) => Promise<DispatchRow[]>;

  const expired: Listing = async (place, { limit, now }) => {
    const ended = await session.all(expiredDrops, { ...place, limit });
    const overdue = await session.all(overdueDrops, { ...place, limit: mostOverdue, now });
    return newestOf([ended, overdue], limit);
  };

  const listings: Record<
    SentFilter,
    (place: AgedPlace, query: SentQuery) => Promise<DispatchRow[]>
  > = {
    all: (place, { limit }) => listAll(place, limit),
    live: (place, { limit, now }) => session.all(liveDrops, { ...place, limit, now }),
    expired,
    revoked: (place, { limit }) => session.all(revokedDrops, { ...place, limit }),
    problems: (place, query) => listTroubled(session, place, query),

    async ending({ accountId, expiresAt, sequence }, { limit, now, endsBefore }) {
      // One that expires now has ended: the list begins with the next instant.
      const from = expiresAt > now ? { expiresAt, sequence } : { expiresAt: now + 1, sequence: 0 };
      return await session.all(endingDrops, { accountId, ...from, endsBefore, limit });
    },

    async ended(place, query) {
      const { limit } = query;
      const revoked = await session.all(revokedDrops, { ...place, limit });
      return newestOf([revoked, await expired(place, query)], limit);
    },
  };

  async function listAll(
    place: AgedPlace,
    limit: number,
    reference?: string,
  ): Promise<DispatchRow[]> {
    if (reference !== undefined) {
      return await session.all(dropsByReference, { ...place, limit, reference });
    }
    const lists = [];
    for (const query of [unendedDrops, expiredDrops, revokedDrops]) {
      lists.push(await session.all(query, { ...place, limit }));
    }
    return newestOf(lists, limit);
  }

  /** Adds up the files, receivers and mails of each, with one query for all. */
  async function dropsOf(rows: readonly DispatchRow[]): Promise<SentDrop[]> {
    if (rows.length === 0) return [];
    const ids = idsOf(rows);
    const files = byDispatch(await session.all(fileSums, { ids }));
    const sequences = [...files.values()].flatMap(([sum]) =>
      sum === undefined ? [] : [sum.first],
    );
    const names = new Map(
      (await session.all(fileNames, { sequences })).map(({ sequence, name }) => [sequence, name]),
    );
    const counts = byDispatch(await session.all(receiverSums, { ids }));
    const receivers = byDispatch(await session.all(firstReceivers, { ids }));
    const completed = byDispatch(await session.all(completedByReceiver, { ids }));
    const troubles = byDispatch(await session.all(troubleSums, { ids }));
    const links = Map.groupBy(await listLinks(ids), ({ dispatchId }) => dispatchId);
    const named = new Map<string, NamedReceiver[]>();
    for (const { dispatch_id: id, count, revoked } of [...counts.values()].flat()) {
      const first = receivers.get(id) ?? [];
      const wanted = Math.min(namedReceivers, Number(count) - Number(revoked));
      const enough = first.length >= wanted;
      named.set(
        id,
        enough ? first : await session.all(firstNamed, { dispatchId: id, limit: wanted }),
      );
    }
    return rows.map((row) => {
      const [sum] = files.get(row.id) ?? [];
      const [counted] = counts.get(row.id) ?? [];
      const all = Number(counted?.count ?? 0);
      const troubled = (what: string) =>
        Number(troubles.get(row.id)?.find(({ trouble }) => trouble === what)?.count ?? 0);
      const fileCount = Number(sum?.count ?? 0);
      const fetched = (completed.get(row.id) ?? []).filter(
        ({ count }) => fileCount > 0 && Number(count) >= fileCount,
      );
      return {
        dispatch: dispatchOf(row),
        endedAt: row.ended_at ?? undefined,
        fileCount,
        totalBytes: Number(sum?.bytes ?? 0),
        firstFile: sum && names.get(sum.first),
        firstReceivers: (named.get(row.id) ?? [])
          .slice(0, namedReceivers)
          .map(({ email, nick }) => ({ email, nick })),
        receiverCount: all - Number(counted?.revoked ?? 0),
        allReceivers: all,
        fetchedCount: fetched.length,
        openedCount: Number(counted?.opened ?? 0),
        undeliveredCount: troubled('failed'),
        delayedCount: troubled('delayed'),
        anyoneLinks: links.get(row.id as DispatchId) ?? [],
      };
    });
  }

  async function listLinks(ids: readonly string[]): Promise<AnyoneLink[]> {
    return (await session.all(anyoneLinksOf, { ids })).map((row) => ({
      ...receiverOf(row),
      dispatchId: row.dispatch_id as DispatchId,
      opened: row.opened_count,
      downloads: row.download_count,
      revokedAt: row.revoked_at ?? undefined,
    }));
  }

  async function receiversOf(rows: readonly ReceiverRow[]): Promise<SentReceiver[]> {
    if (rows.length === 0) return [];
    const progress = new Map(
      (await session.all(progressOf, { ids: rows.map(({ id }) => id) })).map((each) => [
        each.receiver_id,
        each,
      ]),
    );
    return rows.map((row) => {
      const done = progress.get(row.id);
      return {
        ...receiverOf(row),
        dispatchId: row.dispatch_id as DispatchId,
        position: row.position,
        openedAt: row.opened_at ?? undefined,
        revokedAt: row.revoked_at ?? undefined,
        completedFiles: Number(done?.count ?? 0),
        completedAt: done?.last ?? undefined,
      };
    });
  }

  /** The drop in which a page of deliveries begins, with the receivers that are left; undefined where none is. */
  async function readBegun(
    accountId: AccountId,
    { after: id, position: after, limit, reference }: DeliveryQuery,
  ): Promise<{ row: DispatchRow; receivers: SentReceiver[] } | undefined> {
    if (id === undefined || after === undefined) return undefined;
    const row = await session.first(dropOf, { accountId, id });
    if (row === undefined || (reference ?? row.reference) !== row.reference) return undefined;
    const page = { dispatchId: id, after, limit };
    const receivers = await receiversOf(await session.all(receiversAfter, page));
    return receivers.length === 0 ? undefined : { row, receivers };
  }

  return {
    async list(accountId, query) {
      const place = await findPlace(session, accountId, query);
      if (place === undefined) return [];
      const { filter, reference, limit } = query;
      const rows =
        reference === undefined
          ? await listings[filter](place, query)
          : await listAll(place, limit, reference);
      return await dropsOf(rows);
    },

    async count(accountId, { filter, now, endsBefore, atMost }) {
      if (filter !== 'problems') {
        const given = { accountId, now, endsBefore, atMost };
        return Number((await session.first(liveCount, given))?.count ?? 0);
      }
      const place = await findPlace(session, accountId, { limit: atMost });
      return place === undefined ? 0 : await countTroubled(session, place, { now, limit: atMost });
    },

    async search(accountId, text, { after, limit }) {
      const found = after && (await session.first(placeOf, { accountId, id: after }));
      const before = after === undefined ? last : (found?.sequence ?? 0);
      const stretch = await session.all(stretchOfAccount, { accountId, before, limit });
      const oldest = stretch.at(-1)?.sequence;
      if (oldest === undefined) return { drops: [], reached: undefined };
      const [pattern, otherPattern] = patternsOf(text);
      const given = { accountId, oldest, before, pattern, otherPattern };
      const drops = await dropsOf(await session.all(matchingDrops, given));
      const end = await session.first(dispatchAt, { sequence: oldest });
      const reached = end && {
        id: end.id as DispatchId,
        createdAt: end.created_at,
        isLast: stretch.length < limit,
      };
      return { drops, reached };
    },

    async find(accountId, id) {
      const row = await session.first(dropOf, { accountId, id });
      return row && (await dropsOf([row]))[0];
    },

    async listThese(accountId, ids) {
      return await dropsOf(await session.all(dropsOfIds, { accountId, ids }));
    },

    async findWhole(accountId, id) {
      const row = await session.first(dropOf, { accountId, id });
      if (row === undefined) return undefined;
      const receivers = await receiversOf(await session.all(receiversOfSeveral, { ids: [id] }));
      const files = await session.all(firstFiles, { dispatchId: id, limit: last });
      return {
        dispatch: dispatchOf(row),
        endedAt: row.ended_at ?? undefined,
        fileCount: files.length,
        receivers,
        anyoneLinks: await listLinks([id]),
        files: files.map(fileOf),
      };
    },

    async listDeliveries(accountId, query) {
      const { limit, reference } = query;
      const place = await findPlace(session, accountId, query);
      if (place === undefined) return [];
      const begun = await readBegun(accountId, query);
      const missing = limit - (begun?.receivers.length ?? 0);
      const rows = missing <= 0 ? [] : await listAll(place, missing, reference);
      const counts = byDispatch(await session.all(receiverSums, { ids: idsOf(rows) }));
      const wanted: DispatchRow[] = [];
      let left = missing;
      for (const row of rows) {
        if (left <= 0) break;
        wanted.push(row);
        left -= Number(counts.get(row.id)?.[0]?.count ?? 0);
      }
      const found = await session.all(receiversOfSeveral, { ids: idsOf(wanted) });
      const receivers = Map.groupBy(await receiversOf(found), ({ dispatchId }) => dispatchId);
      const all = begun === undefined ? wanted : [begun.row, ...wanted];
      const sums = byDispatch(await session.all(fileSums, { ids: idsOf(all) }));
      return all.map((row) => ({
        dispatch: dispatchOf(row),
        endedAt: row.ended_at ?? undefined,
        fileCount: Number(sums.get(row.id)?.[0]?.count ?? 0),
        receivers:
          (row === begun?.row ? begun.receivers : receivers.get(row.id as DispatchId)) ?? [],
      }));
    },

    async listReceivers(dispatchId, { after = -1, limit }) {
      return await receiversOf(await session.all(receiversAfter, { dispatchId, after, limit }));
    },

    async listUnreached(dispatchId, limit) {
      return await receiversOf(await session.all(unreachedReceivers, { dispatchId, limit }));
    },

    async listReceiversOf(ids) {
      return await receiversOf(await session.all(receiversOfSeveral, { ids }));
    },

    async listChanges(id) {
      return (await session.all(changesOf, { id })).map((row) =>
        row.receiver_id === ''
          ? { at: row.at, expiresAt: row.expires_at }
          : { at: row.at, receiverId: row.receiver_id as ReceiverId },
      );
    },

    async findReceiver(dispatchId, id: ReceiverId) {
      const row = await session.first(receiverIn, { dispatch_id: dispatchId, id });
      return row === undefined || isBareLink(row) ? undefined : (await receiversOf([row]))[0];
    },

    async listFiles(dispatchId, { after, limit }) {
      const rows = await (after === undefined
        ? session.all(firstFiles, { dispatchId, limit })
        : session.all(filesAfter, { dispatchId, after, limit }));
      return rows.map(fileOf);
    },

    async countHolders(dispatchId, ids) {
      const rows = await session.all(holdersOf, { dispatchId, ids });
      return new Map(rows.map(({ file_id: id, count }) => [id as FileId, Number(count)]));
    },

    async listShredded(dispatchId, { after, limit }) {
      const rows = await (after === undefined
        ? session.all(firstShredded, { dispatchId, limit })
        : session.all(shreddedAfter, { dispatchId, after, limit }));
      return rows.map((row) => ({
        id: row.id as FileId,
        contentId: (row.content_id ?? row.id) as FileId,
        ...filePlaceOf(row),
        sizeBytes: row.size_bytes,
        shreddedAt: row.shredded_at ?? 0,
        bucket: row.shredded_bucket ?? undefined,
        reclaimedAt: row.reclaimed_at ?? undefined,
      }));
    },

    async listUndelivered(accountId, { now, since, limit }) {
      const rows = await session.all(failedMails, { accountId, now, since, limit });
      const once = new Map(rows.map((row) => [row.id, row]));
      const drops = await dropsOf([...once.values()]);
      // Where a later mail has arrived, nothing is left to be done.
      return drops.filter(({ undeliveredCount }) => undeliveredCount > 0);
    },
  };
}

function idsOf(rows: readonly DispatchRow[]): string[] {
  return rows.map(({ id }) => id);
}

function newestOf(lists: readonly DispatchRow[][], limit: number): DispatchRow[] {
  return lists.flat().sort(byAge).slice(0, limit);
}

type FileRow = Pick<
  Selectable<Schema['files']>,
  'id' | 'name' | 'folder' | 'name_in_folder' | 'media_type' | 'size_bytes' | 'sha256'
>;

function fileOf(row: FileRow): SentFile {
  return {
    id: row.id as FileId,
    ...filePlaceOf(row),
    mediaType: row.media_type,
    sizeBytes: row.size_bytes,
    sha256: row.sha256.length === 0 ? undefined : bufferOf(row.sha256),
  };
}

function byDispatch<Row extends { dispatch_id: string | null }>(
  rows: readonly Row[],
): Map<string, Row[]> {
  return Map.groupBy(rows, ({ dispatch_id }) => dispatch_id ?? '');
}
