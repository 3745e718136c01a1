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
    .values({ key_id: given.id, name: given.name, last_used_at: null })
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

/** What is known of the keys of an account, by their ids. */
export async function readKeyNotes(
  session: Session,
  accountId: string,
): Promise<Map<string, ApiKeyNotesTable>> {
  const rows = await session.all(notesOfAccount, { accountId });
  return new Map(rows.map((row) => [row.key_id, row]));
}
