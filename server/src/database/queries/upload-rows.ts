import type { Selectable } from 'kysely';
import type { AccountId, FileId } from '../../domain/model/ids.ts';
import type { IncomingUpload, UploadOwnerId } from '../../domain/model/incoming-upload.ts';
import { bufferOf } from './rows.ts';
import type { Schema } from './schema.ts';

export function rowOf(upload: IncomingUpload) {
  return {
    id: upload.id,
    receiver_id: upload.ownerId,
    account_id: upload.accountId,
    name: upload.name,
    folder: upload.folder,
    media_type: upload.mediaType,
    fingerprint: upload.fingerprint,
    metadata: upload.metadata,
    size_bytes: upload.sizeBytes ?? upload.receivedBytes + 1,
    length_deferred: upload.sizeBytes === undefined ? 1 : 0,
    received_bytes: upload.receivedBytes,
    wrapped_key: upload.wrappedKey,
    key_bucket: upload.keyBucket,
    sha256: upload.completion?.sha256 ?? null,
    segments_mac: upload.completion?.segmentsMac ?? null,
    hash_state: upload.hashState ?? null,
    content_id: upload.contentId ?? null,
    visitor_hash: upload.visitorHash ?? null,
    created_at: upload.createdAt,
    expires_at: upload.expiresAt,
  };
}

export function uploadOf(row: Selectable<Schema['incoming_uploads']>): IncomingUpload {
  if (row.wrapped_key === null || row.key_bucket === null) {
    throw new Error(`Upload ${row.id} has no key although it is not shredded`);
  }
  return {
    id: row.id as FileId,
    ownerId: row.receiver_id as UploadOwnerId,
    accountId: row.account_id as AccountId,
    name: row.name,
    folder: row.folder,
    mediaType: row.media_type,
    fingerprint: row.fingerprint,
    metadata: row.metadata,
    sizeBytes: row.length_deferred === 1 ? undefined : row.size_bytes,
    receivedBytes: row.received_bytes,
    wrappedKey: bufferOf(row.wrapped_key),
    keyBucket: row.key_bucket,
    completion:
      row.length_deferred === 1 || row.sha256 === null || row.segments_mac === null
        ? undefined
        : { sha256: bufferOf(row.sha256), segmentsMac: bufferOf(row.segments_mac) },
    hashState: row.hash_state === null ? undefined : bufferOf(row.hash_state),
    ...(row.content_id === null ? {} : { contentId: row.content_id as FileId }),
    ...(row.visitor_hash === null ? {} : { visitorHash: bufferOf(row.visitor_hash) }),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
