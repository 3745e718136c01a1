import type { Kysely, Selectable } from 'kysely';
import type { FileRepository, Rewrapped, StoredFile } from '../../domain/file.ts';
import type { AccountId, DispatchId, FileId } from '../../domain/ids.ts';
import type { SegmentList } from '../../domain/segment.ts';
import { bufferOf } from '../bytes.ts';
import { inBatches } from '../in-batches.ts';
import type { Schema } from '../schema.ts';
import { createSegmentRepository } from './segment-repository.ts';

export function createFileRepository(db: Kysely<Schema>): FileRepository {
  const segments = createSegmentRepository(db);
  const readable = db.selectFrom('files').selectAll().where('shredded_at', 'is', null);

  function tray(accountId: AccountId) {
    return readable.where('account_id', '=', accountId).where('dispatch_id', 'is', null);
  }

  /** A shredded file never gets a key again. */
  function rekeying({ id, wrappedKey, keyBucket }: Rewrapped) {
    return db
      .updateTable('files')
      .set({ wrapped_key: wrappedKey, key_bucket: keyBucket })
      .where('id', '=', id)
      .where('shredded_at', 'is', null);
  }

  function shredding(at: number) {
    return db
      .updateTable('files')
      .set({ wrapped_key: null, key_bucket: null, shredded_at: at })
      .where('shredded_at', 'is', null);
  }

  async function fileOf(row: Selectable<Schema['files']>): Promise<StoredFile> {
    const mac = row.segments_mac;
    const parts = mac === null ? [] : await segments.list(row.id as FileId);
    return fileFrom(row, mac === null ? undefined : { parts, mac: bufferOf(mac) });
  }

  async function filesOf(rows: readonly Selectable<Schema['files']>[]): Promise<StoredFile[]> {
    return await Promise.all(rows.map(fileOf));
  }

  return {
    async addToTray(file) {
      await db.insertInto('files').values(rowOf(file)).execute();
    },

    async addToDispatch(file) {
      await db.insertInto('files').values(rowOf(file)).execute();
    },

    async listTray(accountId) {
      const rows = await tray(accountId).orderBy('sequence').execute();
      return await filesOf(rows);
    },

    async findInTray(accountId, name) {
      const row = await tray(accountId).where('name', '=', name).executeTakeFirst();
      return row && (await fileOf(row));
    },

    async trayBytes(accountId) {
      const { bytes } = await db
        .selectFrom('files')
        .select(({ fn }) => fn.sum<number | string | null>('size_bytes').as('bytes'))
        .where('account_id', '=', accountId)
        .where('dispatch_id', 'is', null)
        .where('shredded_at', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(bytes ?? 0);
    },

    async moveToDispatch(files, dispatchId) {
      for (const file of files) {
        await rekeying(file).set({ dispatch_id: dispatchId }).execute();
      }
    },

    async rewrap(files) {
      for (const file of files) await rekeying(file).execute();
    },

    async listInDispatch(dispatchId) {
      const rows = await readable
        .where('dispatch_id', '=', dispatchId)
        .orderBy('sequence')
        .execute();
      return await filesOf(rows);
    },

    async findInDispatch(dispatchId, name) {
      const row = await readable
        .where('dispatch_id', '=', dispatchId)
        .where('name', '=', name)
        .executeTakeFirst();
      return row && (await fileOf(row));
    },

    async shred(id, at) {
      await shredding(at).where('id', '=', id).execute();
    },

    async shredDispatch(dispatchId, at) {
      const { numUpdatedRows } = await shredding(at)
        .where('dispatch_id', '=', dispatchId)
        .executeTakeFirstOrThrow();
      return Number(numUpdatedRows);
    },

    async shredAccount(accountId, at) {
      const { numUpdatedRows } = await shredding(at)
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow();
      return Number(numUpdatedRows);
    },

    async listGarbage(limit) {
      const rows = await db
        .selectFrom('files')
        .select('id')
        .where('shredded_at', 'is not', null)
        .where('reclaimed_at', 'is', null)
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id as FileId);
    },

    async markReclaimed(ids, at) {
      await inBatches(ids, async (batch) => {
        await db
          .deleteFrom('files')
          .where('id', 'in', batch)
          .where('dispatch_id', 'is', null)
          .execute();
        await db.updateTable('files').set({ reclaimed_at: at }).where('id', 'in', batch).execute();
      });
    },

    async known(ids) {
      const known = new Set<FileId>();
      await inBatches(ids, async (batch) => {
        const rows = await db.selectFrom('files').select('id').where('id', 'in', batch).execute();
        for (const { id } of rows) known.add(id as FileId);
      });
      return known;
    },

    async listInBucket(bucket) {
      const rows = await readable.where('key_bucket', '=', bucket).execute();
      return await filesOf(rows);
    },

    async listUsedBuckets() {
      const rows = await db
        .selectFrom('files')
        .select('key_bucket')
        .distinct()
        .where('shredded_at', 'is', null)
        .execute();
      return rows.flatMap(({ key_bucket }) => (key_bucket === null ? [] : [key_bucket]));
    },
  };
}

function rowOf(file: StoredFile) {
  return {
    id: file.id,
    account_id: file.accountId,
    dispatch_id: file.dispatchId ?? null,
    name: file.name,
    media_type: file.mediaType,
    size_bytes: file.sizeBytes,
    sha256: file.sha256,
    wrapped_key: file.wrappedKey,
    key_bucket: file.keyBucket,
    segments_mac: file.segments?.mac ?? null,
    created_at: file.createdAt,
    shredded_at: null,
    reclaimed_at: null,
  };
}

function fileFrom(row: Selectable<Schema['files']>, segments: SegmentList | undefined): StoredFile {
  if (row.wrapped_key === null || row.key_bucket === null) {
    throw new Error(`File ${row.id} has no key although it is not shredded`);
  }
  return {
    id: row.id as FileId,
    accountId: row.account_id as AccountId,
    dispatchId: (row.dispatch_id as DispatchId | null) ?? undefined,
    name: row.name,
    mediaType: row.media_type,
    sizeBytes: row.size_bytes,
    sha256: bufferOf(row.sha256),
    wrappedKey: bufferOf(row.wrapped_key),
    keyBucket: row.key_bucket,
    segments,
    createdAt: row.created_at,
  };
}
