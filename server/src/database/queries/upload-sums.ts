import type { ExpressionBuilder } from 'kysely';
import { prepare } from './prepared-query.ts';
import type { Schema } from './schema.ts';

/** How many bytes uploads were said to hold; of those whose size is not declared yet, what has come. */
export function bytesOfUploads(eb: ExpressionBuilder<Schema, 'incoming_uploads'>) {
  return eb.fn.sum<number | string | null>(eb('size_bytes', '-', eb.ref('length_deferred')));
}

/** What uploads that are not sent yet count. */
export const sumOfOwner = prepare('uploads.sumOfOwner', (db, given: { ownerId: string }) =>
  db
    .selectFrom('incoming_uploads')
    .select((eb) => [eb.fn.countAll<number | string>().as('files'), bytesOfUploads(eb).as('bytes')])
    .where('receiver_id', '=', given.ownerId)
    .where('shredded_at', 'is', null),
);

export const sumInDrafts = prepare(
  'uploads.sumInDrafts',
  (db, given: { accountId: string; except: string }) =>
    db
      .selectFrom('drafts as draft')
      .innerJoin('incoming_uploads', 'incoming_uploads.receiver_id', 'draft.id')
      .select((eb) => bytesOfUploads(eb).as('bytes'))
      .where('draft.account_id', '=', given.accountId)
      .where('draft.id', '!=', given.except)
      .where('incoming_uploads.shredded_at', 'is', null),
);
