import type { Session } from './prepared-query.ts';
import { prepare } from './prepared-query.ts';
import type { ApiKeyNotesTable } from './account-schema.ts';

const notesOfAccount = prepare('apiKeys.notesOfAccount', (db, given: { accountId: string }) =>
  db
    .selectFrom('api_keys as key')
    .innerJoin('api_key_notes as note', 'note.key_id', 'key.id')
    .selectAll('note')
    .where('key.account_id', '=', given.accountId),
);

export const putKeyName = prepare('apiKeys.putName', (db, given: { id: string; name: string }) =>
  db
    .insertInto('api_key_notes')
    .values({ key_id: given.id, name: given.name, last_used_at: null, told_days: null })
    .onConflict((conflict) => conflict.column('key_id').doUpdateSet({ name: given.name })),
);

/** A key that is gone is selected no more, and nothing is inserted. */
export const putKeyUse = prepare('apiKeys.putUse', (db, given: { id: string; at: number }) =>
  db
    .insertInto('api_key_notes')
    .columns(['key_id', 'name', 'last_used_at'])
    .expression((eb) =>
      eb
        .selectFrom('api_keys')
        .select((row) => [
          row.ref('id').as('key_id'),
          row.val('').as('name'),
          row.val(given.at).as('at'),
        ])
        .where('id', '=', given.id),
    )
    .onConflict((conflict) =>
      conflict
        .column('key_id')
        .doUpdateSet({ last_used_at: given.at })
        .where((row) =>
          row.or([
            row('api_key_notes.last_used_at', 'is', null),
            row('api_key_notes.last_used_at', '<', given.at),
          ]),
        ),
    ),
);

/** Changes nothing where the same notice, or a later one, was noted. */
export const putKeyTold = prepare('apiKeys.putTold', (db, given: { id: string; days: number }) =>
  db
    .insertInto('api_key_notes')
    .columns(['key_id', 'name', 'told_days'])
    .expression((eb) =>
      eb
        .selectFrom('api_keys')
        .select((row) => [
          row.ref('id').as('key_id'),
          row.val('').as('name'),
          row.val(given.days).as('days'),
        ])
        .where('id', '=', given.id),
    )
    .onConflict((conflict) =>
      conflict
        .column('key_id')
        .doUpdateSet({ told_days: given.days })
        .where((row) =>
          row.or([
            row('api_key_notes.told_days', 'is', null),
            row('api_key_notes.told_days', '>', given.days),
          ]),
        ),
    ),
);

export const endingKeys = prepare(
  'apiKeys.ending',
  (db, given: { now: number; until: number; lastFrom: number; limit: number }) =>
    db
      .selectFrom('api_keys as key')
      .innerJoin('accounts as account', 'account.id', 'key.account_id')
      .leftJoin('api_key_notes as note', 'note.key_id', 'key.id')
      .select(['key.id', 'key.account_id', 'key.expires_at'])
      .where('key.expires_at', '>', given.now)
      .where('key.expires_at', '<=', given.until)
      .where('account.role', '<>', 'api')
      .where('account.disabled_at', 'is', null)
      .where((row) =>
        row.or([
          row('note.told_days', 'is', null),
          row.and([row('note.told_days', '>', 1), row('key.expires_at', '<=', given.lastFrom)]),
        ]),
      )
      .orderBy('key.expires_at')
      .limit(given.limit),
);

/** What is known of the keys of an account, by their ids. */
export async function readKeyNotes(
  session: Session,
  accountId: string,
): Promise<Map<string, ApiKeyNotesTable>> {
  const rows = await session.all(notesOfAccount, { accountId });
  return new Map(rows.map((row) => [row.key_id, row]));
}
