import { prepare } from './prepared-query.ts';

/** What uploads that are not sent yet were said to hold. */
export const sumOfOwner = prepare('uploads.sumOfOwner', (db, given: { ownerId: string }) =>
  db
    .selectFrom('incoming_uploads')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('files'),
      fn.sum<number | string | null>('size_bytes').as('bytes'),
    ])
    .where('receiver_id', '=', given.ownerId)
    .where('shredded_at', 'is', null),
);

export const sumInDrafts = prepare(
  'uploads.sumInDrafts',
  (db, given: { accountId: string; except: string }) =>
    db
      .selectFrom('drafts as draft')
      .innerJoin('incoming_uploads as upload', 'upload.receiver_id', 'draft.id')
      .select(({ fn }) => fn.sum<number | string | null>('upload.size_bytes').as('bytes'))
      .where('draft.account_id', '=', given.accountId)
      .where('draft.id', '!=', given.except)
      .where('upload.shredded_at', 'is', null),
);
