import type { Selectable } from 'kysely';
import type { AccountId, FileId, ReceiverId } from '../../domain/ids.ts';
import type { IncomingUpload, IncomingUploadRepository } from '../../domain/incoming-upload.ts';
import { bufferOf } from '../bytes.ts';
import { inBatches } from '../in-batches.ts';
import { prepare } from '../prepared-query.ts';
import type { Schema } from '../schema.ts';
import type { Session } from '../session.ts';

const byId = prepare((db, given: { id: string }) =>
  db
    .selectFrom('incoming_uploads')
    .selectAll()
    .where('id', '=', given.id)
    .where('shredded_at', 'is', null),
);

const advance = prepare(
  (db, given: { id: string; fromBytes: number; toBytes: number; expiresAt: number }) =>
    db
      .updateTable('incoming_uploads')
      .set({ received_bytes: given.toBytes, expires_at: given.expiresAt })
      .where('id', '=', given.id)
      .where('received_bytes', '=', given.fromBytes)
      .where('shredded_at', 'is', null),
);

export function createIncomingUploadRepository(session: Session): IncomingUploadRepository {
  const { db } = session;
  const alive = db.selectFrom('incoming_uploads').selectAll().where('shredded_at', 'is', null);

  return {
    async add(upload) {
      await db.insertInto('incoming_uploads').values(rowOf(upload)).execute();
    },

    async find(id) {
      const row = await session.first(byId, { id });
      return row && uploadOf(row);
    },

    async listFor(receiverId) {
      const rows = await alive.where('receiver_id', '=', receiverId).orderBy('sequence').execute();
      return rows.map(uploadOf);
    },

    async grow(id, growth) {
      return (await session.change(advance, { id, ...growth })) === 1;
    },

    async noteReadBack(id, { sha256, segmentsMac }) {
      await db
        .updateTable('incoming_uploads')
        .set({ sha256, segments_mac: segmentsMac })
        .where('id', '=', id)
        .execute();
    },

    async remove(ids) {
      await inBatches(ids, async (batch) => {
        await db.deleteFrom('incoming_uploads').where('id', 'in', batch).execute();
      });
    },

    async shred(id, at) {
      await db
        .updateTable('incoming_uploads')
        .set({ wrapped_key: null, key_bucket: null, shredded_at: at })
        .where('id', '=', id)
        .where('shredded_at', 'is', null)
        .execute();
    },

    async listAbandoned(now, limit) {
      const rows = await db
        .selectFrom('incoming_uploads as upload')
        .leftJoin('dispatch_receivers as receiver', 'receiver.id', 'upload.receiver_id')
        .leftJoin('dispatches as grant', 'grant.id', 'receiver.dispatch_id')
        .select('upload.id')
        .where('upload.shredded_at', 'is', null)
        .where((eb) =>
          eb.or([
            eb('upload.expires_at', '<=', now),
            // A grant that is gone has no link either.
            eb('receiver.link_hash', 'is', null),
            eb('grant.ended_at', 'is not', null),
          ]),
        )
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id as FileId);
    },

    async listGarbage(limit) {
      const rows = await db
        .selectFrom('incoming_uploads')
        .select('id')
        .where('shredded_at', 'is not', null)
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id as FileId);
    },

    async listUsedBuckets() {
      const rows = await db
        .selectFrom('incoming_uploads')
        .select('key_bucket')
        .distinct()
        .where('shredded_at', 'is', null)
        .execute();
      return rows.flatMap(({ key_bucket }) => (key_bucket === null ? [] : [key_bucket]));
    },
  };
}

function rowOf(upload: IncomingUpload) {
  return {
    id: upload.id,
    receiver_id: upload.receiverId,
    account_id: upload.accountId,
    name: upload.name,
    media_type: upload.mediaType,
    fingerprint: upload.fingerprint,
    size_bytes: upload.sizeBytes,
    received_bytes: upload.receivedBytes,
    wrapped_key: upload.wrappedKey,
    key_bucket: upload.keyBucket,
    sha256: upload.readBack?.sha256 ?? null,
    segments_mac: upload.readBack?.segmentsMac ?? null,
    created_at: upload.createdAt,
    expires_at: upload.expiresAt,
    shredded_at: null,
  };
}

function uploadOf(row: Selectable<Schema['incoming_uploads']>): IncomingUpload {
  if (row.wrapped_key === null || row.key_bucket === null) {
    throw new Error(`Upload ${row.id} has no key although it is not shredded`);
  }
  return {
    id: row.id as FileId,
    receiverId: row.receiver_id as ReceiverId,
    accountId: row.account_id as AccountId,
    name: row.name,
    mediaType: row.media_type,
    fingerprint: row.fingerprint,
    sizeBytes: row.size_bytes,
    receivedBytes: row.received_bytes,
    wrappedKey: bufferOf(row.wrapped_key),
    keyBucket: row.key_bucket,
    readBack:
      row.sha256 === null || row.segments_mac === null
        ? undefined
        : { sha256: bufferOf(row.sha256), segmentsMac: bufferOf(row.segments_mac) },
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
