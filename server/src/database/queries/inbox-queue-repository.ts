import type { DispatchId, FileId, InboxToken, ReceiverId } from '../../domain/model/ids.ts';
import type { InboxItem } from '../../domain/model/inbox-item.ts';
import type {
  InboxQueueRepository,
  QueuedFile,
  QueuedItem,
  QueueQuery,
} from '../../domain/model/inbox-queue.ts';
import type { BoundRows } from './bound-rows.ts';
import type { ItemRow } from './inbox-item-repository.ts';
import { placeAll, soundItems } from './inbox-item-repository.ts';
import {
  acknowledge,
  byReceivers,
  filesOf,
  free,
  lastItem,
  lease,
  nextEnd,
  one,
  park,
  part,
  placeOf,
  release,
  renew,
  spent,
  unpark,
} from './inbox-queue-queries.ts';
import type { Session } from './prepared-query.ts';
import { bufferOf, filePlaceOf } from './rows.ts';

type QueuedRow = ItemRow & {
  request_id: string | null;
  request_title: string | null;
  reference: string | null;
  leases: number;
  lease_ends_at: number;
  lease_nonce: string;
  acknowledged_at: number | null;
  parked_at: number | null;
};

/** The ends of an inbox. */
const ends = {
  oldest: [0, Number.MAX_SAFE_INTEGER],
  newest: [Number.MAX_SAFE_INTEGER, 1],
} as const;

export function createInboxQueueRepository(
  session: Session,
  bound: BoundRows,
): InboxQueueRepository {
  async function itemsFrom(rows: readonly QueuedRow[]): Promise<QueuedItem[]> {
    const sound = await soundItems(session, bound, rows);
    return sound.map(({ row, item }) => ({ ...item, ...queuedOf(row) }));
  }

  /** Where a part begins, and, where the item before it was removed, the times between which it is. */
  async function findStart(email: string, { order, after, ...times }: QueueQuery) {
    const { createdFrom = 0, createdBefore = Number.MAX_SAFE_INTEGER } = times;
    const [begin] = ends[order];
    if (after === undefined) return { from: begin, createdFrom, createdBefore };
    const place = await session.first(placeOf, { email, id: after.id });
    if (place !== undefined) return { from: place.sequence, createdFrom, createdBefore };
    return order === 'oldest'
      ? { from: begin, createdFrom: Math.max(createdFrom, after.createdAt + 1), createdBefore }
      : { from: begin, createdFrom, createdBefore: Math.min(createdBefore, after.createdAt) };
  }

  return {
    async list(email, now, query) {
      await placeAll(session, email);
      const { order, limit, state = 'any', requestId = '' } = query;
      const start = await findStart(email, query);
      const scanned = lastItem[order][state === 'new' ? 'new' : 'any'];
      const last = await session.first(scanned, { email, from: start.from });
      const until = last?.sequence ?? ends[order][1];
      const wanted = { email, now, ...start, until, requestId, limit };
      const rows = await session.all(part[order][state], wanted);
      const items = await itemsFrom(rows);
      const end = rows.length === limit ? rows.at(-1) : undefined;
      const next = end === undefined ? last : { id: end.inbox_token, createdAt: end.created_at };
      return {
        items,
        next: next && { id: next.id as InboxToken, createdAt: next.createdAt },
      };
    },

    async find(email, token, now) {
      const [item] = await itemsFrom(await session.all(one, { email, token, now }));
      return item;
    },

    async listByReceivers(email, ids, now) {
      if (ids.length === 0) return [];
      const rows = await session.all(byReceivers, { ids, now });
      return await itemsFrom(rows.filter((row) => row.email === email));
    },

    async listFiles(ids) {
      const files = new Map<DispatchId, QueuedFile[]>(ids.map((id) => [id, []]));
      const rows = ids.length === 0 ? [] : await session.all(filesOf, { ids });
      for (const row of rows) {
        files.get(row.dispatch_id as DispatchId)?.push({
          id: row.id as FileId,
          ...filePlaceOf(row),
          mediaType: row.media_type,
          sizeBytes: row.size_bytes,
          sha256: bufferOf(row.sha256),
        });
      }
      return files;
    },

    async listFree(email, now, { codesSince, limit }) {
      await placeAll(session, email);
      const rows = await session.all(free, { email, now, codesSince, limit });
      return rows.map(({ id }) => id as ReceiverId);
    },

    async findNextEnd(email, now) {
      const end = (await session.first(nextEnd, { email, now }))?.end ?? undefined;
      return end === undefined ? undefined : Number(end);
    },

    async lease(ids, { limit, now, ...granted }) {
      if (ids.length === 0) return [];
      const rows = await session.all(lease, { ids, limit, now, ...granted });
      const taken = new Set(rows.map(({ id }) => id));
      return ids.filter((id) => taken.has(id));
    },

    async acknowledge(id, nonce, now) {
      return (await session.change(acknowledge, { id, nonce, now })) > 0;
    },

    async renew(id, { nonce, endsAt }, now) {
      return (await session.change(renew, { id, nonce, endsAt, now })) > 0;
    },

    async release(id, nonce, now) {
      return (await session.change(release, { id, nonce, now })) > 0;
    },

    async listSpent(now, limit) {
      return (await session.all(spent, { now, limit })).map((row) => ({
        receiverId: row.id as ReceiverId,
        email: row.email,
        token: row.inbox_token as InboxToken,
      }));
    },

    async park(id, now) {
      return (await session.change(park, { id, now })) > 0;
    },

    async unpark(id) {
      await session.change(unpark, { id });
    },
  };
}

function queuedOf(row: QueuedRow): Omit<QueuedItem, keyof InboxItem> {
  return {
    requestId: (row.request_id ?? undefined) as DispatchId | undefined,
    requestTitle: row.request_title ?? undefined,
    reference: row.reference ?? undefined,
    leases: row.leases,
    lease:
      row.lease_ends_at === 0 ? undefined : { nonce: row.lease_nonce, endsAt: row.lease_ends_at },
    acknowledgedAt: row.acknowledged_at ?? undefined,
    parkedAt: row.parked_at ?? undefined,
  };
}
