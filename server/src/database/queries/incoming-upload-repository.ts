import type { Kysely } from 'kysely';
import type { Rewrapped } from '../../domain/model/file.ts';
import type { AccountId, DraftId, FileId } from '../../domain/model/ids.ts';
import type {
  IncomingUploadRepository,
  UploadOwnerId,
} from '../../domain/model/incoming-upload.ts';
import { changeEach, prepare, prepareInsert } from './prepared-query.ts';
import type { Schema } from './schema.ts';
import type { Session } from './prepared-query.ts';
import { rowOf, uploadOf } from './upload-rows.ts';
import { sumInDrafts, sumOfOwner } from './upload-sums.ts';

const insertUpload = prepareInsert('uploads.insert', 'incoming_uploads', [
  'id',
  'receiver_id',
  'account_id',
  'name',
  'folder',
  'media_type',
  'fingerprint',
  'metadata',
  'size_bytes',
  'length_deferred',
  'received_bytes',
  'wrapped_key',
  'key_bucket',
  'sha256',
  'segments_mac',
  'hash_state',
  'content_id',
  'visitor_hash',
  'created_at',
  'expires_at',
]);

function alive(db: Kysely<Schema>) {
  return db.selectFrom('incoming_uploads').selectAll().where('shredded_at', 'is', null);
}

const byId = prepare('uploads.byId', (db, given: { id: string }) =>
  alive(db).where('id', '=', given.id),
);

function aliveOf(db: Kysely<Schema>, ownerId: string) {
  return alive(db).where('receiver_id', '=', ownerId).orderBy('sequence');
}

const ofOwner = prepare('uploads.ofOwner', (db, given: { ownerId: string }) =>
  aliveOf(db, given.ownerId),
);

const pageOfOwner = prepare(
  'uploads.pageOfOwner',
  (db, given: { ownerId: string; now: number; createdAt: number; id: string; limit: number }) =>
    alive(db)
      .where('receiver_id', '=', given.ownerId)
      .where('expires_at', '>', given.now)
      .where((eb) =>
        eb.or([
          eb('created_at', '>', given.createdAt),
          eb.and([eb('created_at', '=', given.createdAt), eb('id', '>', given.id)]),
        ]),
      )
      .orderBy('created_at')
      .orderBy('id')
      .limit(given.limit),
);

const sameOfOwner = prepare(
  'uploads.sameOfOwner',
  (db, given: { ownerId: string; metadata: string; sizeBytes: number; now: number }) =>
    aliveOf(db, given.ownerId)
      .where('metadata', '=', given.metadata)
      .where('size_bytes', '=', given.sizeBytes)
      .where('length_deferred', '=', 0)
      .where('expires_at', '>', given.now)
      .limit(1),
);

const sameOfAnySize = prepare(
  'uploads.sameOfAnySize',
  (db, given: { ownerId: string; metadata: string; now: number }) =>
    aliveOf(db, given.ownerId)
      .where('metadata', '=', given.metadata)
      .where('expires_at', '>', given.now)
      .limit(1),
);

const rename = prepare('uploads.rename', (db, given: { id: string; name: string }) =>
  db
    .updateTable('incoming_uploads')
    .set({ name: given.name })
    .where('id', '=', given.id)
    .where('shredded_at', 'is', null),
);

const advance = prepare(
  'uploads.advance',
  (db, given: { id: string; fromBytes: number; toBytes: number; expiresAt: number }) =>
    db
      .updateTable('incoming_uploads')
      .set((eb) => ({
        received_bytes: given.toBytes,
        expires_at: given.expiresAt,
        size_bytes: eb
          .case()
          .when('length_deferred', '=', 0)
          .then(eb.ref('size_bytes'))
          .else(eb('length_deferred', '+', given.toBytes))
          .end(),
      }))
      .where('id', '=', given.id)
      .where('received_bytes', '=', given.fromBytes)
      .where('shredded_at', 'is', null),
);

const declareSize = prepare('uploads.declareSize', (db, given: { id: string; sizeBytes: number }) =>
  db
    .updateTable('incoming_uploads')
    .set({ size_bytes: given.sizeBytes, length_deferred: 0 })
    .where('id', '=', given.id)
    .where('length_deferred', '=', 1)
    .where('shredded_at', 'is', null),
);

const noteCompletion = prepare(
  'uploads.noteCompletion',
  (db, given: { id: string; sha256: Uint8Array; segmentsMac: Uint8Array }) =>
    db
      .updateTable('incoming_uploads')
      .set({ sha256: given.sha256, segments_mac: given.segmentsMac, hash_state: null })
      .where('id', '=', given.id)
      .where('shredded_at', 'is', null),
);

const keepHashState = prepare(
  'uploads.keepHashState',
  (db, given: { id: string; hashState: Uint8Array }) =>
    db
      .updateTable('incoming_uploads')
      .set({ hash_state: given.hashState })
      .where('id', '=', given.id)
      .where('shredded_at', 'is', null),
);

const remove = prepare('uploads.remove', (db, given: { ids: readonly string[] }, words) =>
  db.deleteFrom('incoming_uploads').where('id', 'in', words.elementsOf(given.ids)),
);

function shredding(db: Kysely<Schema>, at: number) {
  return (
    db
      .updateTable('incoming_uploads')
      // The contents could be found from the SHA-256 by trial.
      .set({
        wrapped_key: null,
        key_bucket: null,
        sha256: null,
        hash_state: null,
        shredded_at: at,
      })
      .where('shredded_at', 'is', null)
  );
}

const shred = prepare('uploads.shred', (db, given: { id: string; at: number }) =>
  shredding(db, given.at).where('id', '=', given.id),
);

const shredOfOwners = prepare(
  'uploads.shredOfOwners',
  (db, given: { ownerIds: readonly string[]; at: number }, words) =>
    shredding(db, given.at).where('receiver_id', 'in', words.elementsOf(given.ownerIds)),
);

const shredOfAccount = prepare(
  'uploads.shredOfAccount',
  (db, given: { accountId: string; at: number }) =>
    shredding(db, given.at).where('account_id', '=', given.accountId),
);

const abandoned = prepare('uploads.abandoned', (db, given: { now: number; limit: number }) =>
  db
    .selectFrom('incoming_uploads as upload')
    .leftJoin('dispatch_receivers as receiver', 'receiver.id', 'upload.receiver_id')
    .leftJoin('dispatches as grant', 'grant.id', 'receiver.dispatch_id')
    .leftJoin('drafts as draft', 'draft.id', 'upload.receiver_id')
    .select(['upload.id', 'upload.receiver_id', 'upload.account_id'])
    .where('upload.shredded_at', 'is', null)
    .where('draft.id', 'is', null)
    .where((eb) =>
      eb.or([
        eb('upload.expires_at', '<=', given.now),
        // A grant that is gone has no link either. The uploads of an account need none.
        eb.and([
          eb('receiver.link_hash', 'is', null),
          eb('upload.receiver_id', '!=', eb.ref('upload.account_id')),
        ]),
        eb('grant.ended_at', 'is not', null),
      ]),
    )
    .limit(given.limit),
);

const garbage = prepare('uploads.garbage', (db, given: { limit: number }) =>
  db
    .selectFrom('incoming_uploads')
    .select('id')
    .where('shredded_at', 'is not', null)
    .limit(given.limit),
);

const inBucket = prepare(
  'uploads.inBucket',
  (db, given: { bucket: string; limit: number; after: string }) =>
    alive(db)
      .where('key_bucket', '=', given.bucket)
      .where((eb) => {
        const last = eb
          .selectFrom('incoming_uploads as last')
          .select('last.sequence')
          .where('last.id', '=', given.after);
        return eb('sequence', '>', eb.fn.coalesce(last, eb.val(0)));
      })
      .orderBy('sequence')
      .limit(given.limit),
);

const rekey = prepare('uploads.rekey', (db, given: Rewrapped) =>
  db
    .updateTable('incoming_uploads')
    .set({ wrapped_key: given.wrappedKey, key_bucket: given.keyBucket })
    .where('id', '=', given.id)
    .where('shredded_at', 'is', null),
);

const usedBuckets = prepare('uploads.usedBuckets', (db) =>
  db
    .selectFrom('incoming_uploads')
    .select('key_bucket')
    .distinct()
    .where('shredded_at', 'is', null),
);

export function createIncomingUploadRepository(session: Session): IncomingUploadRepository {
  return {
    async add(upload) {
      await session.change(insertUpload, rowOf(upload));
    },

    async find(id) {
      const row = await session.first(byId, { id });
      return row && uploadOf(row);
    },

    async listFor(ownerId) {
      return (await session.all(ofOwner, { ownerId })).map(uploadOf);
    },

    async listPage(ownerId, { limit, now, after = { createdAt: 0, id: '' } }) {
      const { createdAt, id } = after;
      return (await session.all(pageOfOwner, { ownerId, now, createdAt, id, limit })).map(uploadOf);
    },

    async sumFor(ownerId) {
      const sum = await session.first(sumOfOwner, { ownerId });
      return { files: Number(sum?.files ?? 0), bytes: Number(sum?.bytes ?? 0) };
    },

    async findSame(ownerId, { metadata, sizeBytes }, now) {
      const row =
        sizeBytes === undefined
          ? await session.first(sameOfAnySize, { ownerId, metadata, now })
          : await session.first(sameOfOwner, { ownerId, metadata, sizeBytes, now });
      return row && uploadOf(row);
    },

    async sumInDrafts(accountId, except = '' as DraftId) {
      return Number((await session.first(sumInDrafts, { accountId, except }))?.bytes ?? 0);
    },

    async rename(id, name) {
      await session.change(rename, { id, name });
    },

    async grow(id, growth) {
      return (await session.change(advance, { id, ...growth })) === 1;
    },

    async declareSize(id, sizeBytes) {
      return (await session.change(declareSize, { id, sizeBytes })) === 1;
    },

    async keepHashState(id, hashState) {
      await session.change(keepHashState, { id, hashState });
    },

    async noteCompletion(id, { sha256, segmentsMac }) {
      await session.change(noteCompletion, { id, sha256, segmentsMac });
    },

    async remove(ids) {
      await session.change(remove, { ids });
    },

    async shred(id, at) {
      await session.change(shred, { id, at });
    },

    async shredFor(ownerIds, at) {
      return await session.change(shredOfOwners, { ownerIds, at });
    },

    async shredAccount(accountId, at) {
      return await session.change(shredOfAccount, { accountId, at });
    },

    async listAbandoned(now, limit) {
      const rows = await session.all(abandoned, { now, limit });
      return rows.map((row) => ({
        id: row.id as FileId,
        ownerId: row.receiver_id as UploadOwnerId,
        accountId: row.account_id as AccountId,
      }));
    },

    async listGarbage(limit) {
      const rows = await session.all(garbage, { limit });
      return rows.map(({ id }) => id as FileId);
    },

    async listInBucket(bucket, limit, after = '' as FileId) {
      return (await session.all(inBucket, { bucket, limit, after })).map(uploadOf);
    },

    async rewrap(uploads) {
      await changeEach(session, rekey, uploads);
    },

    async listUsedBuckets() {
      const rows = await session.all(usedBuckets, {});
      return rows.flatMap(({ key_bucket }) => (key_bucket === null ? [] : [key_bucket]));
    },
  };
}
