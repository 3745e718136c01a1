import type { Kysely, Selectable } from 'kysely';
import type { FileRepository, Rewrapped, StoredFile } from '../../domain/model/file.ts';
import type { AccountId, FileId } from '../../domain/model/ids.ts';
import { fileFrom, rowOf } from './file-rows.ts';
import { bufferOf } from './rows.ts';
import { changeEach, prepare, prepareInsert } from './prepared-query.ts';
import type { Schema } from './schema.ts';
import type { Session } from './prepared-query.ts';
import { createSegmentRepository } from './segment-repository.ts';
import { newest, readableOf } from './newest-files.ts';
import { share, unusedContents } from './shared-contents.ts';

const insert = prepareInsert('files.insert', 'files', [
  'id',
  'account_id',
  'dispatch_id',
  'name',
  'folder',
  'name_in_folder',
  'media_type',
  'size_bytes',
  'sha256',
  'wrapped_key',
  'key_bucket',
  'segments_mac',
  'store',
  'content_id',
  'created_at',
]);

function readable(db: Kysely<Schema>) {
  return db.selectFrom('files').selectAll().where('shredded_at', 'is', null);
}

function tray(db: Kysely<Schema>, accountId: string) {
  return readable(db).where('account_id', '=', accountId).where('dispatch_id', 'is', null);
}

const inTray = prepare('files.inTray', (db, given: { accountId: string }) =>
  tray(db, given.accountId).orderBy('sequence'),
);

const inTrayByName = prepare(
  'files.inTrayByName',
  (db, given: { accountId: string; name: string }) =>
    tray(db, given.accountId).where('name', '=', given.name),
);

const trayBytes = prepare('files.trayBytes', (db, given: { accountId: string }) =>
  db
    .selectFrom('files')
    .select(({ fn }) => fn.sum<number | string | null>('size_bytes').as('bytes'))
    .where('account_id', '=', given.accountId)
    .where('dispatch_id', 'is', null)
    .where('shredded_at', 'is', null),
);

const forgotten = prepare('files.forgotten', (db, given: { before: number; limit: number }) =>
  db
    .selectFrom('files')
    .select(['id', 'account_id', 'name', 'created_at'])
    .where('dispatch_id', 'is', null)
    .where('shredded_at', 'is', null)
    .where('created_at', '<', given.before)
    .orderBy('created_at')
    .limit(given.limit),
);

/** Only files of the account that sent them: write access to rows cannot add those of another account. */
function sent(db: Kysely<Schema>, dispatchId: string) {
  return readable(db)
    .where('dispatch_id', '=', dispatchId)
    .where('account_id', '=', (eb) =>
      eb
        .selectFrom('dispatches')
        .select('dispatches.account_id')
        .where('dispatches.id', '=', dispatchId),
    );
}

const inDispatch = prepare('files.inDispatch', (db, given: { dispatchId: string }) =>
  sent(db, given.dispatchId).orderBy('sequence'),
);

const inDispatchByName = prepare(
  'files.inDispatchByName',
  (db, given: { dispatchId: string; name: string }) =>
    sent(db, given.dispatchId).where('name', '=', given.name),
);

const inDispatchById = prepare(
  'files.inDispatchById',
  (db, given: { dispatchId: string; id: string }) =>
    sent(db, given.dispatchId).where('id', '=', given.id),
);

/** A shredded file never gets a key again. */
function rekeying(db: Kysely<Schema>, { id, wrappedKey, keyBucket }: Rewrapped) {
  return db
    .updateTable('files')
    .set({ wrapped_key: wrappedKey, key_bucket: keyBucket })
    .where('id', '=', id)
    .where('shredded_at', 'is', null);
}

const rekey = prepare('files.rekey', (db, given: Rewrapped) => rekeying(db, given));

const move = prepare('files.move', (db, given: Rewrapped & { dispatchId: string }) =>
  rekeying(db, given).set({ dispatch_id: given.dispatchId }),
);

interface Shredding {
  at: number;
  /** Replaces the SHA-256, from which contents could be found by trial. */
  erasedHash: Uint8Array;
}

const erasedHash = Buffer.alloc(0);

function shredding(db: Kysely<Schema>, given: Shredding) {
  return db
    .updateTable('files')
    .set((eb) => ({
      wrapped_key: null,
      key_bucket: null,
      shredded_bucket: eb.ref('key_bucket'),
      sha256: given.erasedHash,
      shredded_at: given.at,
    }))
    .where('shredded_at', 'is', null);
}

const shredOne = prepare('files.shredOne', (db, given: Shredding & { id: string }) =>
  shredding(db, given).where('id', '=', given.id),
);

const shredInDispatch = prepare(
  'files.shredInDispatch',
  (db, given: Shredding & { dispatchId: string }) =>
    shredding(db, given).where('dispatch_id', '=', given.dispatchId),
);

const shredOfAccount = prepare(
  'files.shredOfAccount',
  (db, given: Shredding & { accountId: string }) =>
    shredding(db, given).where('account_id', '=', given.accountId),
);

const garbage = prepare('files.garbage', (db, given: { store: string; limit: number }) =>
  db
    .selectFrom('files')
    .select('id')
    .where('shredded_at', 'is not', null)
    .where('reclaimed_at', 'is', null)
    .where('store', '=', given.store)
    .limit(given.limit),
);

const removeFromTrays = prepare(
  'files.removeFromTrays',
  (db, given: { ids: readonly string[] }, words) =>
    db
      .deleteFrom('files')
      .where('id', 'in', words.elementsOf(given.ids))
      .where('dispatch_id', 'is', null),
);

const reclaim = prepare(
  'files.reclaim',
  (db, given: { ids: readonly string[]; at: number }, words) =>
    db
      .updateTable('files')
      .set({ reclaimed_at: given.at })
      .where('id', 'in', words.elementsOf(given.ids)),
);

const known = prepare('files.known', (db, given: { ids: readonly string[] }, words) =>
  db.selectFrom('files').select('id').where('id', 'in', words.elementsOf(given.ids)),
);

const inBucket = prepare(
  'files.inBucket',
  (db, given: { bucket: string; limit: number; after: string }) =>
    readable(db)
      .where('key_bucket', '=', given.bucket)
      .where((eb) => {
        const last = eb
          .selectFrom('files as last')
          .select('last.sequence')
          .where('last.id', '=', given.after);
        return eb('sequence', '>', eb.fn.coalesce(last, eb.val(0)));
      })
      .orderBy('sequence')
      .limit(given.limit),
);

const readableCount = prepare('files.readableCount', (db) =>
  db
    .selectFrom('files')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('files'),
      fn.sum<number | string | null>('size_bytes').as('bytes'),
    ])
    .where('shredded_at', 'is', null),
);

const readableAfter = prepare(
  'files.readableAfter',
  (db, given: { after: string; limit: number }) =>
    readable(db).where('id', '>', given.after).orderBy('id').limit(given.limit),
);

const usedBuckets = prepare('files.usedBuckets', (db) =>
  db.selectFrom('files').select('key_bucket').distinct().where('shredded_at', 'is', null),
);

export function createFileRepository(session: Session): FileRepository {
  const segments = createSegmentRepository(session);

  async function fileOf(row: Selectable<Schema['files']>): Promise<StoredFile> {
    const mac = row.segments_mac;
    const parts = mac === null ? [] : await segments.list((row.content_id ?? row.id) as FileId);
    return fileFrom(row, mac === null ? undefined : { parts, mac: bufferOf(mac) });
  }

  async function filesOf(rows: readonly Selectable<Schema['files']>[]): Promise<StoredFile[]> {
    return await Promise.all(rows.map(fileOf));
  }

  return {
    async addToTray(file) {
      await session.change(insert, rowOf(file));
    },

    async addToDispatch(file) {
      await session.change(insert, rowOf(file));
    },

    async listTray(accountId) {
      return await filesOf(await session.all(inTray, { accountId }));
    },

    async findInTray(accountId, name) {
      const row = await session.first(inTrayByName, { accountId, name });
      return row && (await fileOf(row));
    },

    async trayBytes(accountId) {
      const row = await session.first(trayBytes, { accountId });
      return Number(row?.bytes ?? 0);
    },

    async listForgotten(before, limit) {
      const rows = await session.all(forgotten, { before, limit });
      return rows.map((row) => ({
        id: row.id as FileId,
        accountId: row.account_id as AccountId,
        name: row.name,
        createdAt: row.created_at,
      }));
    },

    async moveToDispatch(files, dispatchId) {
      const moved = files.map((file) => ({ ...file, dispatchId }));
      await changeEach(session, move, moved);
    },

    async rewrap(files) {
      await changeEach(session, rekey, files);
    },

    async listInDispatch(dispatchId) {
      return await filesOf(await session.all(inDispatch, { dispatchId }));
    },

    async findInDispatch(dispatchId, name) {
      const row = await session.first(inDispatchByName, { dispatchId, name });
      return row && (await fileOf(row));
    },

    async findInDispatchById(dispatchId, id) {
      const row = await session.first(inDispatchById, { dispatchId, id });
      return row && (await fileOf(row));
    },

    async shred(id, at) {
      await session.change(shredOne, { id, at, erasedHash });
    },

    async shredDispatch(dispatchId, at) {
      return await session.change(shredInDispatch, { dispatchId, at, erasedHash });
    },

    async shredAccount(accountId, at) {
      return await session.change(shredOfAccount, { accountId, at, erasedHash });
    },

    async share(ids) {
      return await session.change(share, { ids });
    },

    async listUnusedContents(ids) {
      const rows = await session.all(unusedContents, { ids });
      return rows.map(({ content_id }) => content_id as FileId);
    },

    async listGarbage(store, limit) {
      const rows = await session.all(garbage, { store, limit });
      return rows.map(({ id }) => id as FileId);
    },

    async markReclaimed(ids, at) {
      await session.change(removeFromTrays, { ids });
      await session.change(reclaim, { ids, at });
    },

    async known(ids) {
      const rows = await session.all(known, { ids });
      return new Set(rows.map(({ id }) => id as FileId));
    },

    async listInBucket(bucket, limit, after = '' as FileId) {
      return await filesOf(await session.all(inBucket, { bucket, limit, after }));
    },

    async countReadable() {
      const row = await session.first(readableCount, {});
      return { files: Number(row?.files), bytes: Number(row?.bytes ?? 0) };
    },

    async listReadable(after, limit) {
      return await filesOf(await session.all(readableAfter, { after: after ?? '', limit }));
    },

    async listNewest(limit) {
      const rows = await session.all(newest, { limit });
      return rows.map((row) => ({
        id: row.id as FileId,
        ...(row.content_id === null ? {} : { contentId: row.content_id as FileId }),
        store: row.store,
        isInSegments: row.segments_mac !== null,
      }));
    },

    async readable(ids) {
      const rows = await session.all(readableOf, { ids });
      return new Set(rows.map(({ id }) => id as FileId));
    },

    async listUsedBuckets() {
      const rows = await session.all(usedBuckets, {});
      return rows.flatMap(({ key_bucket }) => (key_bucket === null ? [] : [key_bucket]));
    },
  };
}
