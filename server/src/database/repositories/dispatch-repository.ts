import type { Kysely, Selectable } from 'kysely';
import type {
  Dispatch,
  DispatchKind,
  DispatchRepository,
  HistoryEntry,
  InboxEntry,
} from '../../domain/dispatch.ts';
import type { AccountId, DispatchId, InboxToken } from '../../domain/ids.ts';
import { bufferOf } from '../bytes.ts';
import { inBatches } from '../in-batches.ts';
import type { Schema } from '../schema.ts';
import { columnsOf, contactOf } from './contact-repository.ts';

export function createDispatchRepository(db: Kysely<Schema>): DispatchRepository {
  function liveInbox(email: string, now: number) {
    return db
      .selectFrom('dispatch_receivers as receiver')
      .innerJoin('dispatches as dispatch', 'dispatch.id', 'receiver.dispatch_id')
      .where('receiver.email', '=', email)
      .where('dispatch.kind', '=', 'drop')
      .where('dispatch.ended_at', 'is', null)
      .where('dispatch.expires_at', '>', now);
  }

  return {
    async add(dispatch, receivers) {
      await db.insertInto('dispatches').values(rowOf(dispatch)).execute();
      const rows = receivers.map((receiver, position) => ({
        ...columnsOf(receiver),
        id: receiver.id,
        dispatch_id: dispatch.id,
        position,
        link_hash: receiver.linkHash,
        inbox_token: receiver.inboxToken,
      }));
      await inBatches(rows, (batch) => db.insertInto('dispatch_receivers').values(batch).execute());
    },

    async listHistory(accountId, limit) {
      const dispatches = await db
        .selectFrom('dispatches')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('sequence', 'desc')
        .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
        .execute();
      const oldest = dispatches.at(-1);
      if (oldest === undefined) return [];
      // What was added since the first query is left out, and pushes nothing out of the list.
      const listed = db
        .selectFrom('dispatches')
        .select('id')
        .where('account_id', '=', accountId)
        .where('sequence', '>=', oldest.sequence);
      const entries = new Map<string, HistoryEntry>(
        dispatches.map((row) => [row.id, { dispatch: dispatchOf(row), receivers: [], files: [] }]),
      );
      const receivers = await db
        .selectFrom('dispatch_receivers')
        .selectAll()
        .where('dispatch_id', 'in', listed)
        .orderBy('dispatch_id')
        .orderBy('position')
        .execute();
      for (const row of receivers) entries.get(row.dispatch_id)?.receivers.push(contactOf(row));
      const files = await db
        .selectFrom('files')
        .select(['dispatch_id', 'name'])
        .where('dispatch_id', 'in', listed)
        .orderBy('sequence')
        .execute();
      for (const row of files) entries.get(row.dispatch_id ?? '')?.files.push({ name: row.name });
      return [...entries.values()];
    },

    async countHistory(accountId) {
      const { count } = await db
        .selectFrom('dispatches')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    async countLiveDrops(accountId, now) {
      const { count } = await db
        .selectFrom('dispatches')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('account_id', '=', accountId)
        .where('kind', '=', 'drop')
        .where('expires_at', '>', now)
        .where('ended_at', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    async listInbox(email, now) {
      const drops = await liveInbox(email, now)
        .innerJoin('accounts as sender', 'sender.id', 'dispatch.account_id')
        .select([
          'dispatch.id',
          'receiver.inbox_token',
          'sender.email as sender_email',
          'dispatch.created_at',
          'dispatch.expires_at',
          'dispatch.ttl',
        ])
        .orderBy('dispatch.sequence', 'desc')
        .execute();
      const entries = new Map<string, InboxEntry>(
        drops.map((row) => [
          row.id,
          {
            token: row.inbox_token as InboxToken,
            senderEmail: row.sender_email,
            createdAt: row.created_at,
            expiresAt: row.expires_at,
            ttl: row.ttl,
            files: [],
          },
        ]),
      );
      const files = await db
        .selectFrom('files')
        .select(['dispatch_id', 'name', 'media_type', 'size_bytes', 'sha256'])
        .where('dispatch_id', 'in', liveInbox(email, now).select('dispatch.id'))
        .orderBy('sequence')
        .execute();
      for (const row of files) {
        entries.get(row.dispatch_id ?? '')?.files.push({
          name: row.name,
          mediaType: row.media_type,
          sizeBytes: row.size_bytes,
          sha256: bufferOf(row.sha256),
        });
      }
      return [...entries.values()];
    },

    async findInInbox(email, token, now) {
      const row = await liveInbox(email, now)
        .selectAll('dispatch')
        .where('receiver.inbox_token', '=', token)
        .executeTakeFirst();
      return row && dispatchOf(row);
    },

    async listDue(now, limit) {
      const rows = await db
        .selectFrom('dispatches')
        .selectAll()
        .where('expires_at', '<=', now)
        .where('ended_at', 'is', null)
        .orderBy('expires_at')
        .limit(limit)
        .execute();
      return rows.map(dispatchOf);
    },

    async end(id, at) {
      await db.updateTable('dispatches').set({ ended_at: at }).where('id', '=', id).execute();
      await db
        .updateTable('dispatch_receivers')
        .set({ link_hash: null })
        .where('dispatch_id', '=', id)
        .execute();
    },

    async removeAll(accountId) {
      await db.deleteFrom('dispatches').where('account_id', '=', accountId).execute();
    },
  };
}

function rowOf(dispatch: Dispatch) {
  return {
    id: dispatch.id,
    account_id: dispatch.accountId,
    kind: dispatch.kind,
    created_at: dispatch.createdAt,
    expires_at: dispatch.expiresAt,
    ttl: dispatch.ttl,
    message: dispatch.message ?? null,
    ended_at: null,
  };
}

function dispatchOf(row: Selectable<Schema['dispatches']>): Dispatch {
  return {
    id: row.id as DispatchId,
    accountId: row.account_id as AccountId,
    kind: row.kind as DispatchKind,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    ttl: row.ttl,
    message: row.message ?? undefined,
  };
}
