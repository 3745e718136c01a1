import { prepare, prepareInsert } from './prepared-query.ts';
import { prepareSelect } from './rows-by-column.ts';
import { receiverColumns } from './rows.ts';

export const insertReceiver = prepareInsert('dispatches.insertReceiver', 'dispatch_receivers', [
  ...receiverColumns,
  'id',
  'dispatch_id',
  'position',
  'link_hash',
  'link_generation',
  'inbox_token',
  'inbox_sequence',
  'mac',
  'link_mac',
]);

export const receiverById = prepareSelect('dispatches.receiverById', 'dispatch_receivers', 'id');

export const receiversOf = prepare('dispatches.receiversOf', (db, given: { dispatchId: string }) =>
  db
    .selectFrom('dispatch_receivers')
    .selectAll()
    .where('dispatch_id', '=', given.dispatchId)
    .orderBy('position'),
);

/** Whatever ends has ended once: the time stays. */
export const endDispatch = prepare(
  'dispatches.endDispatch',
  (db, given: { id: string; at: number }) =>
    db
      .updateTable('dispatches')
      .set({ ended_at: given.at })
      .where('id', '=', given.id)
      .where('ended_at', 'is', null),
);

export const endLinks = prepare('dispatches.endLinks', (db, given: { dispatchId: string }) =>
  db
    .updateTable('dispatch_receivers')
    .set({ link_hash: null, inbox_sequence: null })
    .where('dispatch_id', '=', given.dispatchId),
);

export const endLink = prepare('dispatches.endLink', (db, given: { id: string; at: number }) =>
  db
    .updateTable('dispatch_receivers')
    .set((eb) => ({
      link_hash: null,
      inbox_sequence: null,
      revoked_at: eb.fn.coalesce('revoked_at', eb.val(given.at)),
    }))
    .where('id', '=', given.id),
);

export const setLink = prepare(
  'dispatches.setLink',
  (db, given: { id: string; hash: Uint8Array; generation: number; mac: Uint8Array }) =>
    db
      .updateTable('dispatch_receivers')
      .set((eb) => ({
        inbox_sequence: eb
          .selectFrom('dispatches')
          .select('dispatches.sequence')
          .whereRef('dispatches.id', '=', 'dispatch_receivers.dispatch_id')
          .where('dispatches.kind', '=', 'drop'),
        link_hash: given.hash,
        link_generation: given.generation,
        link_mac: given.mac,
        revoked_at: null,
      }))
      .where('id', '=', given.id),
);

export const markOpened = prepare(
  'dispatches.markOpened',
  (db, given: { id: string; at: number }) =>
    db
      .updateTable('dispatch_receivers')
      .set({ opened_at: given.at })
      .where('id', '=', given.id)
      .where('opened_at', 'is', null),
);

export const lastPosition = prepare(
  'dispatches.lastPosition',
  (db, given: { dispatchId: string }) =>
    db
      .selectFrom('dispatch_receivers')
      .select('position')
      .where('dispatch_id', '=', given.dispatchId)
      .orderBy('position', 'desc')
      .limit(1),
);

export const countRefusedCode = prepare(
  'dispatches.countRefusedCode',
  (db, given: { id: string }) =>
    db
      .updateTable('dispatch_receivers')
      .set(({ eb }) => ({ refused_codes: eb('refused_codes', '+', 1) }))
      .where('id', '=', given.id)
      .returning('refused_codes'),
);

/** One that was sent without a password stays so: its receivers are bound to that. */
export const setPassword = prepare(
  'dispatches.setPassword',
  (db, given: { id: string; passwordHash: string }) =>
    db
      .updateTable('dispatches')
      .set({ password_hash: given.passwordHash })
      .where('id', '=', given.id)
      .where('password_hash', 'is not', null),
);

/** As `liveInbox` has it: a return has no link, and a drop without one is revoked. */
export function isForInbox(kind: string, { link_hash }: { link_hash: Uint8Array | null }): boolean {
  return kind === 'return' || (kind === 'drop' && link_hash !== null);
}
