import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';
import type { BoundDispatch } from './bound-rows.ts';

/** Receivers, each with what it is bound to: its dispatch and the sender of that. */
export function selectReceiversWithSender(db: Kysely<Schema>) {
  return db
    .selectFrom('dispatch_receivers as receiver')
    .innerJoin('dispatches as dispatch', 'dispatch.id', 'receiver.dispatch_id')
    .innerJoin('accounts as sender', 'sender.id', 'dispatch.account_id')
    .selectAll('receiver')
    .select([
      'dispatch.account_id',
      'dispatch.kind',
      'dispatch.second_factor',
      'sender.email as sender_email',
    ]);
}

/** The dispatch of such a row. */
export function dispatchOf({
  dispatch_id: id,
  account_id,
  kind,
  second_factor,
}: Omit<BoundDispatch, 'id'> & { dispatch_id: string }): BoundDispatch {
  return { id, account_id, kind, second_factor };
}
