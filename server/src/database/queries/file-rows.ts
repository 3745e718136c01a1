import type { Selectable } from 'kysely';
import type { SegmentList, StoredFile } from '../../domain/model/file.ts';
import type { AccountId, DispatchId, FileId } from '../../domain/model/ids.ts';
import { bufferOf, filePlaceOf } from './rows.ts';
import type { Schema } from './schema.ts';

export function rowOf(file: StoredFile) {
  return {
    id: file.id,
    account_id: file.accountId,
    dispatch_id: file.dispatchId ?? null,
    name: file.name,
    folder: file.folder,
    name_in_folder: file.nameInFolder ?? null,
    media_type: file.mediaType,
    size_bytes: file.sizeBytes,
    sha256: file.sha256,
    wrapped_key: file.wrappedKey,
    key_bucket: file.keyBucket,
    segments_mac: file.segments?.mac ?? null,
    store: file.store,
    content_id: file.contentId ?? null,
    created_at: file.createdAt,
  };
}

export function fileFrom(
  row: Selectable<Schema['files']>,
  segments: SegmentList | undefined,
): StoredFile {
  if (row.wrapped_key === null || row.key_bucket === null) {
    throw new Error(`File ${row.id} has no key although it is not shredded`);
  }
  return {
    id: row.id as FileId,
    accountId: row.account_id as AccountId,
    dispatchId: (row.dispatch_id as DispatchId | null) ?? undefined,
    ...filePlaceOf(row),
    mediaType: row.media_type,
    sizeBytes: row.size_bytes,
    sha256: bufferOf(row.sha256),
    wrappedKey: bufferOf(row.wrapped_key),
    keyBucket: row.key_bucket,
    store: row.store,
    segments,
    ...(row.content_id === null ? {} : { contentId: row.content_id as FileId }),
    createdAt: row.created_at,
  };
}
