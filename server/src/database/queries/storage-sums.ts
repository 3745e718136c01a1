import { prepare } from './prepared-query.ts';

/** What has arrived of files that were not sent. A content that is shared counts with its file. */
export const uploadSum = prepare('administration.uploadSum', (db) =>
  db
    .selectFrom('incoming_uploads')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('files'),
      fn.sum<number | string | null>('received_bytes').as('bytes'),
    ])
    .where('shredded_at', 'is', null)
    .where('content_id', 'is', null),
);

/**
 * The files of dispatches whose end was changed, by the bucket of their keys, which stays until its day is over, and by
 * the end that counts. A content that is shared stays with its bucket.
 */
export const movedSums = prepare('administration.movedSums', (db, given: { now: number }) =>
  db
    .selectFrom('dispatches as dispatch')
    .innerJoin('files as file', 'file.dispatch_id', 'dispatch.id')
    .select(({ fn }) => [
      'file.key_bucket',
      'dispatch.expires_at',
      fn.countAll<number | string>().as('files'),
      fn.sum<number | string | null>('file.size_bytes').as('bytes'),
    ])
    .where('dispatch.id', 'in', (changed) =>
      changed
        .selectFrom('dispatch_changes')
        .select('dispatch_changes.dispatch_id')
        .where('dispatch_changes.expires_at', '>', given.now),
    )
    .where('dispatch.ended_at', 'is', null)
    .where('file.shredded_at', 'is', null)
    .where('file.content_id', 'is', null)
    .groupBy(['file.key_bucket', 'dispatch.expires_at']),
);
