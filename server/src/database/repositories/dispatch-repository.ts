import type { Kysely, Selectable } from 'kysely';
import type {
  Delivery,
  Dispatch,
  DispatchKind,
  DispatchOverview,
  DispatchReceiver,
  DispatchRepository,
  HistoryEntry,
  InboxEntry,
  ReturnOrigin,
} from '../../domain/dispatch.ts';
import type { AccountId, DispatchId, FileId, InboxToken, ReceiverId } from '../../domain/ids.ts';
import { bufferOf } from '../bytes.ts';
import { inBatches } from '../in-batches.ts';
import type { Schema } from '../schema.ts';
import { accountOf } from './account-repository.ts';
import { columnsOf, contactOf } from './contact-repository.ts';

export function createDispatchRepository(db: Kysely<Schema>): DispatchRepository {
  function liveInbox(email: string, now: number) {
    return db
      .selectFrom('dispatch_receivers as receiver')
      .innerJoin('dispatches as dispatch', 'dispatch.id', 'receiver.dispatch_id')
      .where('receiver.email', '=', email)
      .where((eb) =>
        // A return has no link; a drop without one was taken from this receiver.
        eb.or([
          eb('dispatch.kind', '=', 'return'),
          eb.and([eb('dispatch.kind', '=', 'drop'), eb('receiver.link_hash', 'is not', null)]),
        ]),
      )
      .where('dispatch.ended_at', 'is', null)
      .where('dispatch.expires_at', '>', now);
  }

  function deliveries() {
    return db
      .selectFrom('dispatch_receivers as receiver')
      .innerJoin('dispatches as dispatch', 'dispatch.id', 'receiver.dispatch_id')
      .select(['receiver.id as receiver_id', 'dispatch.id as dispatch_id']);
  }

  async function deliveryOf(ids: { receiver_id: string; dispatch_id: string }): Promise<Delivery> {
    const dispatch = await db
      .selectFrom('dispatches')
      .selectAll()
      .where('id', '=', ids.dispatch_id)
      .executeTakeFirstOrThrow();
    const receiver = await db
      .selectFrom('dispatch_receivers')
      .selectAll()
      .where('id', '=', ids.receiver_id)
      .executeTakeFirstOrThrow();
    const sender = await db
      .selectFrom('accounts')
      .selectAll()
      .where('id', '=', dispatch.account_id)
      .executeTakeFirstOrThrow();
    return {
      dispatch: dispatchOf(dispatch),
      receiver: receiverOf(receiver),
      sender: accountOf(sender),
    };
  }

  async function overviewOf(row: Selectable<Schema['dispatches']>): Promise<DispatchOverview> {
    const receivers = await db
      .selectFrom('dispatch_receivers')
      .selectAll()
      .where('dispatch_id', '=', row.id)
      .orderBy('position')
      .execute();
    const files = await db
      .selectFrom('files')
      .select(['id', 'name', 'size_bytes'])
      .where('dispatch_id', '=', row.id)
      .orderBy('sequence')
      .execute();
    const { email } = await db
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', row.account_id)
      .executeTakeFirstOrThrow();
    return {
      dispatch: dispatchOf(row),
      endedAt: row.ended_at ?? undefined,
      senderEmail: row.sender_email ?? email,
      receivers: receivers.map(receiverOf),
      files: files.map((file) => ({
        id: file.id as FileId,
        name: file.name,
        sizeBytes: file.size_bytes,
      })),
    };
  }

  return {
    async add(dispatch, receivers) {
      await db.insertInto('dispatches').values(rowOf(dispatch)).execute();
      const rows = receivers.map((receiver, position) => ({
        ...columnsOf(receiver),
        id: receiver.id,
        dispatch_id: dispatch.id,
        position,
        link_hash: receiver.linkHash ?? null,
        link_generation: receiver.linkGeneration,
        inbox_token: receiver.inboxToken,
      }));
      await inBatches(rows, (batch) => db.insertInto('dispatch_receivers').values(batch).execute());
    },

    async listHistory(accountId, limit) {
      const dispatches = await db
        .selectFrom('dispatches')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('kind', 'in', ['drop', 'grant'])
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
      for (const row of receivers) {
        const receiver = { ...contactOf(row), id: row.id as ReceiverId };
        entries.get(row.dispatch_id)?.receivers.push(receiver);
      }
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
        .where('kind', 'in', ['drop', 'grant'])
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
          'dispatch.sender_email as origin_email',
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
            senderEmail: row.origin_email ?? row.sender_email,
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

    async findByLink(linkHash, now) {
      const row = await deliveries()
        .where('receiver.link_hash', '=', linkHash)
        .where('dispatch.ended_at', 'is', null)
        .where('dispatch.expires_at', '>', now)
        .executeTakeFirst();
      return row && (await deliveryOf(row));
    },

    async findByReceiver(id) {
      const row = await deliveries().where('receiver.id', '=', id).executeTakeFirst();
      return row && (await deliveryOf(row));
    },

    async find(id) {
      const row = await db
        .selectFrom('dispatches')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      return row && (await overviewOf(row));
    },

    async list({ accountId, limit }) {
      const rows = await db
        .selectFrom('dispatches')
        .selectAll()
        .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
        .orderBy('sequence', 'desc')
        .limit(limit)
        .execute();
      return await Promise.all(rows.map(overviewOf));
    },

    async listEnding(now, before) {
      const rows = await db
        .selectFrom('dispatches')
        .select('id')
        .where('kind', '=', 'drop')
        .where('expires_at', '>', now)
        .where('expires_at', '<', before)
        .where('ended_at', 'is', null)
        .orderBy('expires_at')
        .execute();
      return rows.map(({ id }) => id as DispatchId);
    },

    async setLink(id, link) {
      await db
        .updateTable('dispatch_receivers')
        .set(
          link === undefined
            ? { link_hash: null }
            : { link_hash: link.hash, link_generation: link.generation },
        )
        .where('id', '=', id)
        .execute();
    },

    async extend(id, expiresAt) {
      await db
        .updateTable('dispatches')
        .set({ expires_at: expiresAt })
        .where('id', '=', id)
        .execute();
    },

    async listReturns(grantReceiverId) {
      const rows = await db
        .selectFrom('dispatches')
        .selectAll()
        .where('grant_receiver_id', '=', grantReceiverId)
        .orderBy('sequence', 'desc')
        .execute();
      return await Promise.all(rows.map(overviewOf));
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
    sender_email: dispatch.origin?.email ?? null,
    sender_nick: dispatch.origin?.nick ?? null,
    grant_receiver_id: dispatch.origin?.grantReceiverId ?? null,
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
    origin: originOf(row),
  };
}

function originOf(row: Selectable<Schema['dispatches']>): ReturnOrigin | undefined {
  if (row.grant_receiver_id === null) return undefined;
  return {
    email: row.sender_email ?? '',
    nick: row.sender_nick ?? '',
    grantReceiverId: row.grant_receiver_id as ReceiverId,
  };
}

function receiverOf(row: Selectable<Schema['dispatch_receivers']>): DispatchReceiver {
  return {
    ...contactOf(row),
    id: row.id as ReceiverId,
    linkHash: row.link_hash === null ? undefined : bufferOf(row.link_hash),
    linkGeneration: row.link_generation,
    inboxToken: row.inbox_token as InboxToken,
  };
}
