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

export const keyName = prepare('apiKeys.name', (db, given: { id: string }) =>
  db.selectFrom('api_key_notes').select('name').where('key_id', '=', given.id),
);

export const putKeyName = prepare('apiKeys.putName', (db, given: { id: string; name: string }) =>
  db
    .insertInto('api_key_notes')
    .values({ key_id: given.id, name: given.name, last_used_at: null, told_days: null })
    .onConflict((conflict) => conflict.column('key_id').doUpdateSet({ name: given.name })),
);

type Noted = 'last_used_at' | 'told_days';

/**
 * Notes a value of a key where there is none, or one that `isOlder`. A key that is gone is selected no more, and
 * nothing is inserted.
 */
function prepareNote(name: string, column: Noted, isOlder: '<' | '>') {
  return prepare(name, (db, given: { id: string; value: number }) =>
    db
      .insertInto('api_key_notes')
      .columns(['key_id', 'name', column])
      .expression((eb) =>
        eb
          .selectFrom('api_keys')
          .select((row) => [
            row.ref('id').as('key_id'),
            row.val('').as('name'),
            row.val(given.value).as('value'),
          ])
          .where('id', '=', given.id),
      )
      .onConflict((conflict) =>
        conflict
          .column('key_id')
          .doUpdateSet({ [column]: given.value })
          .where((row) =>
            row.or([
              row(`api_key_notes.${column}`, 'is', null),
              row(`api_key_notes.${column}`, isOlder, given.value),
            ]),
          ),
      ),
  );
}

export const putKeyUse = prepareNote('apiKeys.putUse', 'last_used_at', '<');
/** How many days before its end the owner is told: there are fewer and fewer. */
export const putKeyTold = prepareNote('apiKeys.putTold', 'told_days', '>');

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
