import type { Selectable } from 'kysely';
import type { Account, AccountRepository, Role } from '../../domain/account.ts';
import type { AccountId } from '../../domain/ids.ts';
import type { SecondFactorMode } from '../../domain/second-factor-mode.ts';
import { ValiseError } from '../../domain/valise-error.ts';
import { prepare } from '../prepared-query.ts';
import type { Schema } from '../schema.ts';
import type { Session } from '../session.ts';

const byEmail = prepare((db, given: { email: string }) =>
  db.selectFrom('accounts').selectAll().where('email', '=', given.email),
);

const byId = prepare((db, given: { id: string }) =>
  db.selectFrom('accounts').selectAll().where('id', '=', given.id),
);

const mark = prepare((db, given: { id: string; at: number }) =>
  db
    .updateTable('accounts')
    .set({ files_listed_at: given.at })
    .where('id', '=', given.id)
    .where('files_listed_at', 'is', null),
);

export function createAccountRepository(session: Session): AccountRepository {
  const { db } = session;

  return {
    async add(account) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('accounts')
        .values(rowOf(account))
        .onConflict((conflict) => conflict.column('email').doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows === 0n) {
        throw new ValiseError('account_exists', `There is already an account ${account.email}.`);
      }
    },

    async findByEmail(email) {
      const row = await session.first(byEmail, { email });
      return row && accountOf(row);
    },

    async list() {
      const rows = await db.selectFrom('accounts').selectAll().orderBy('email').execute();
      return rows.map(accountOf);
    },

    // SQLite has one writer at a time, so being in a transaction is lock enough.
    async lock(id) {
      const row = await session.first(byId, { id });
      return row && accountOf(row);
    },

    async setDisabled(id, at) {
      await db
        .updateTable('accounts')
        .set({ disabled_at: at ?? null })
        .where('id', '=', id)
        .execute();
    },

    async setNotices(id, { receipts, reminders }) {
      await db
        .updateTable('accounts')
        .set({ receipts: Number(receipts), reminders: Number(reminders) })
        .where('id', '=', id)
        .execute();
    },

    async setSecondFactor(id, mode) {
      await db.updateTable('accounts').set({ second_factor: mode }).where('id', '=', id).execute();
    },

    async markFilesListed(id, at) {
      await session.change(mark, { id, at });
    },

    async remove(id) {
      await db.deleteFrom('accounts').where('id', '=', id).execute();
    },
  };
}

function rowOf(account: Account): Schema['accounts'] {
  const { visibility } = account;
  return {
    id: account.id,
    email: account.email,
    number: account.number,
    language: account.language,
    role: account.role,
    show_number: Number(visibility.number),
    show_email: Number(visibility.email),
    show_language: Number(visibility.language),
    show_nick: Number(visibility.nick),
    receipts: Number(account.notices.receipts),
    reminders: Number(account.notices.reminders),
    second_factor: account.secondFactor,
    created_at: account.createdAt,
    disabled_at: account.disabledAt ?? null,
    files_listed_at: account.filesListedAt ?? null,
  };
}

export function accountOf(row: Selectable<Schema['accounts']>): Account {
  return {
    id: row.id as AccountId,
    email: row.email,
    number: row.number,
    language: row.language,
    role: row.role as Role,
    visibility: {
      number: row.show_number === 1,
      email: row.show_email === 1,
      language: row.show_language === 1,
      nick: row.show_nick === 1,
    },
    notices: { receipts: row.receipts === 1, reminders: row.reminders === 1 },
    secondFactor: row.second_factor as SecondFactorMode,
    createdAt: row.created_at,
    disabledAt: row.disabled_at ?? undefined,
    filesListedAt: row.files_listed_at ?? undefined,
  };
}
