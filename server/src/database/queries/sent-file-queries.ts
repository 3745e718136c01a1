import type { Kysely } from 'kysely';
import { prepare } from './prepared-query.ts';
import type { Schema } from './schema.ts';

interface FilesPage {
  dispatchId: string;
  limit: number;
}

function filesOf(db: Kysely<Schema>, { dispatchId, limit }: FilesPage) {
  return db
    .selectFrom('files')
    .where('dispatch_id', '=', dispatchId)
    .orderBy('sequence')
    .limit(limit);
}

function filesBehind(db: Kysely<Schema>, given: FilesPage & { after: string }) {
  return filesOf(db, given).where('sequence', '>', (eb) =>
    eb
      .selectFrom('files as before')
      .select('before.sequence')
      .where('before.id', '=', given.after)
      .where('before.dispatch_id', '=', given.dispatchId),
  );
}

const placeColumns = ['name', 'folder', 'name_in_folder'] as const;
const fileColumns = ['id', ...placeColumns, 'media_type', 'size_bytes', 'sha256'] as const;

export const filesAfter = prepare('sent.filesAfter', (db, given: FilesPage & { after: string }) =>
  filesBehind(db, given).select(fileColumns),
);

export const firstFiles = prepare('sent.firstFiles', (db, given: FilesPage) =>
  filesOf(db, given).select(fileColumns),
);

const shreddedColumns = [
  'id',
  ...placeColumns,
  'size_bytes',
  'content_id',
  'shredded_at',
  'shredded_bucket',
  'reclaimed_at',
] as const;

export const shreddedAfter = prepare(
  'sent.shreddedAfter',
  (db, given: FilesPage & { after: string }) =>
    filesBehind(db, given).select(shreddedColumns).where('shredded_at', 'is not', null),
);

export const firstShredded = prepare('sent.firstShredded', (db, given: FilesPage) =>
  filesOf(db, given).select(shreddedColumns).where('shredded_at', 'is not', null),
);
