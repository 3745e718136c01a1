import type { Selectable } from 'kysely';
import type { DispatchFile } from '../../domain/model/dispatch.ts';
import type { AccountId, DispatchId, FileId, ReceiverId } from '../../domain/model/ids.ts';
import type {
  SentDrop,
  SentFilter,
  SentQuery,
  SentReceiver,
  SentRepository,
} from '../../domain/model/sent.ts';
import { dispatchOf, receiverOf } from './dispatch-repository.ts';
import type { Session } from './prepared-query.ts';
import type { Schema } from './schema.ts';
import {
  changesOf,
  completedByReceiver,
  dispatchAt,
  dropOf,
  endedDrops,
  endingDrops,
  failedMails,
  fileNames,
  fileSums,
  filesAfter,
  firstFiles,
  firstReceivers,
  liveDrops,
  matchingDrops,
  overdueDrops,
  placeOf,
  progressOf,
  receiverIn,
  receiverSums,
  receiversAfter,
  receiversOfSeveral,
  stretchOfAccount,
  undeliveredSums,
  unendedDrops,
} from './sent-queries.ts';

type DispatchRow = Selectable<Schema['dispatches']>;
type ReceiverRow = Selectable<Schema['dispatch_receivers']>;

/** How many receivers a drop is listed with by name. */
const namedReceivers = 3;

/** A job ends what has expired within a minute: there are never so many for long. */
const mostOverdue = 1000;

interface Place {
  accountId: AccountId;
  before: number;
  expiresAt: number;
  sequence: number;
}

export function createSentRepository(session: Session): SentRepository {
  /** Where a page begins; undefined where the account has no such dispatch. */
  async function findPlace(
    accountId: AccountId,
    after: DispatchId | undefined,
  ): Promise<Place | undefined> {
    if (after === undefined) {
      return { accountId, before: Number.MAX_SAFE_INTEGER, expiresAt: 0, sequence: 0 };
    }
    const row = await session.first(placeOf, { accountId, id: after });
    return (
      row && {
        accountId,
        before: row.sequence,
        expiresAt: row.expires_at,
        sequence: row.sequence,
      }
    );
  }

  const listings: Record<SentFilter, (place: Place, query: SentQuery) => Promise<DispatchRow[]>> = {
    async all({ accountId, before }, { limit }) {
      const ended = await session.all(endedDrops, { accountId, before, limit });
      const others = await session.all(unendedDrops, { accountId, before, limit });
      return newestOf(ended, others, limit);
    },

    async live({ accountId, before }, { limit, now }) {
      return await session.all(liveDrops, { accountId, before, limit, now });
    },

    async ending({ accountId, expiresAt, sequence }, { limit, now, endsBefore }) {
      // One that expires now has ended: the list begins with the next instant.
      const from = expiresAt > now ? { expiresAt, sequence } : { expiresAt: now + 1, sequence: 0 };
      return await session.all(endingDrops, { accountId, ...from, endsBefore, limit });
    },

    async ended({ accountId, before }, { limit, now }) {
      const ended = await session.all(endedDrops, { accountId, before, limit });
      const overdue = await session.all(overdueDrops, {
        accountId,
        before,
        limit: mostOverdue,
        now,
      });
      return newestOf(ended, overdue, limit);
    },
  };

  /** Adds up the files, receivers and mails of each, with one query for all. */
  async function dropsOf(rows: readonly DispatchRow[]): Promise<SentDrop[]> {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
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
    const undelivered = byDispatch(await session.all(undeliveredSums, { ids }));
    return rows.map((row) => {
      const [sum] = files.get(row.id) ?? [];
      const [counted] = counts.get(row.id) ?? [];
      const all = Number(counted?.count ?? 0);
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
        firstReceivers: (receivers.get(row.id) ?? [])
          .slice(0, namedReceivers)
          .map(({ email, nick }) => ({ email, nick })),
        receiverCount: all - Number(counted?.revoked ?? 0),
        allReceivers: all,
        fetchedCount: fetched.length,
        undeliveredCount: Number(undelivered.get(row.id)?.[0]?.count ?? 0),
      };
    });
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

  return {
    async list(accountId, query) {
      const place = await findPlace(accountId, query.after);
      return place === undefined ? [] : await dropsOf(await listings[query.filter](place, query));
    },

    async search(accountId, text, { after, limit }) {
      const place = await findPlace(accountId, after);
      const { before } = place ?? { before: 0 };
      const stretch = await session.all(stretchOfAccount, { accountId, before, limit });
      const oldest = stretch.at(-1)?.sequence;
      if (oldest === undefined) return { drops: [], reached: undefined };
      const [pattern, otherPattern] = patternsOf(text);
      const given = { accountId, oldest, before, pattern, otherPattern };
      const drops = await dropsOf(await session.all(matchingDrops, given));
      const last = await session.first(dispatchAt, { sequence: oldest });
      const reached = last && {
        id: last.id as DispatchId,
        createdAt: last.created_at,
        isLast: stretch.length < limit,
      };
      return { drops, reached };
    },

    async find(accountId, id) {
      const row = await session.first(dropOf, { accountId, id });
      return row && (await dropsOf([row]))[0];
    },

    async listReceivers(dispatchId, { after = -1, limit }) {
      return await receiversOf(await session.all(receiversAfter, { dispatchId, after, limit }));
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
      const row = await session.first(receiverIn, { dispatchId, id });
      return row && (await receiversOf([row]))[0];
    },

    async listFiles(dispatchId, { after, limit }) {
      const rows = await (after === undefined
        ? session.all(firstFiles, { dispatchId, limit })
        : session.all(filesAfter, { dispatchId, after, limit }));
      return rows.map((row): DispatchFile => ({
        id: row.id as FileId,
        name: row.name,
        sizeBytes: row.size_bytes,
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

function newestOf(
  some: readonly DispatchRow[],
  others: readonly DispatchRow[],
  limit: number,
): DispatchRow[] {
  return [...some, ...others].sort((a, b) => b.sequence - a.sequence).slice(0, limit);
}

function byDispatch<Row extends { dispatch_id: string | null }>(
  rows: readonly Row[],
): Map<string, Row[]> {
  return Map.groupBy(rows, ({ dispatch_id }) => dispatch_id ?? '');
}

/** What `lower` of ASCII makes of a text in small letters, and of one whose other letters are capitals. */
function patternsOf(text: string): [string, string] {
  const small = text.normalize('NFC').toLowerCase();
  const capital = small.toUpperCase().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return [patternOf(small), patternOf(capital)];
}

function patternOf(text: string): string {
  return `%${text.replace(/[!%_]/g, '!$&')}%`;
}
