import type { Selectable } from 'kysely';
import type { Account, AccountRepository, Role } from '../../domain/model/account.ts';
import type { TtlUnit } from '../../domain/model/ttl.ts';
import type { AccountId } from '../../domain/model/ids.ts';
import type { SecondFactorMode } from '../../domain/model/second-factor-mode.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { columnsFrom, prepare } from './prepared-query.ts';
import type { Schema } from './schema.ts';
import type { Session } from './session.ts';

const accountColumns = [
  'id',
  'email',
  'number',
  'language',
  'role',
  'show_number',
  'show_email',
  'show_language',
  'show_nick',
  'receipts',
  'reminders',
  'second_factor',
  'desttime_unit',
  'created_at',
  'disabled_at',
  'files_listed_at',
] as const;

const insert = prepare('accounts.insert', (db, given: Schema['accounts']) =>
  db
    .insertInto('accounts')
    .values(columnsFrom(given, accountColumns))
    .onConflict((conflict) => conflict.column('email').doNothing()),
);

const byEmail = prepare('accounts.byEmail', (db, given: { email: string }) =>
  db.selectFrom('accounts').selectAll().where('email', '=', given.email),
);

const inOrder = prepare('accounts.inOrder', (db) =>
  db.selectFrom('accounts').selectAll().orderBy('email'),
);

const byId = prepare('accounts.byId', (db, given: { id: string }) =>
  db.selectFrom('accounts').selectAll().where('id', '=', given.id),
);

const disable = prepare('accounts.disable', (db, given: { id: string; at: number | null }) =>
  db.updateTable('accounts').set({ disabled_at: given.at }).where('id', '=', given.id),
);

const setNotices = prepare(
  'accounts.setNotices',
  (db, given: { id: string; receipts: number; reminders: number }) =>
    db
      .updateTable('accounts')
      .set({ receipts: given.receipts, reminders: given.reminders })
      .where('id', '=', given.id),
);

const setSecondFactor = prepare(
  'accounts.setSecondFactor',
  (db, given: { id: string; mode: string }) =>
    db.updateTable('accounts').set({ second_factor: given.mode }).where('id', '=', given.id),
);

const setTtlUnit = prepare(
  'accounts.setTtlUnit',
  (db, given: { id: string; unit: string | null }) =>
    db.updateTable('accounts').set({ desttime_unit: given.unit }).where('id', '=', given.id),
);

const mark = prepare('accounts.mark', (db, given: { id: string; at: number }) =>
  db
    .updateTable('accounts')
    .set({ files_listed_at: given.at })
    .where('id', '=', given.id)
    .where('files_listed_at', 'is', null),
);

const remove = prepare('accounts.remove', (db, given: { id: string }) =>
  db.deleteFrom('accounts').where('id', '=', given.id),
);

export function createAccountRepository(session: Session): AccountRepository {
  return {
    async add(account) {
      if ((await session.change(insert, rowOf(account))) === 0) {
        throw new ValiseError('account_exists', `There is already an account ${account.email}.`);
      }
    },

    async findByEmail(email) {
      const row = await session.first(byEmail, { email });
      return row && accountOf(row);
    },

    async list() {
      return (await session.all(inOrder, {})).map(accountOf);
    },

    // SQLite has one writer at a time: `begin immediate` has locked every row already.
    async lock(id) {
      const row = await session.first(byId, { id });
      return row && accountOf(row);
    },

    async setDisabled(id, at) {
      await session.change(disable, { id, at: at ?? null });
    },

    async setNotices(id, { receipts, reminders }) {
      const flags = { receipts: Number(receipts), reminders: Number(reminders) };
      await session.change(setNotices, { id, ...flags });
    },

    async setSecondFactor(id, mode) {
      await session.change(setSecondFactor, { id, mode });
    },

    async setTtlUnit(id, unit) {
      await session.change(setTtlUnit, { id, unit: unit ?? null });
    },

    async markFilesListed(id, at) {
      await session.change(mark, { id, at });
    },

    async remove(id) {
      await session.change(remove, { id });
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
    desttime_unit: account.ttlUnit ?? null,
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
    ttlUnit: (row.desttime_unit ?? undefined) as TtlUnit | undefined,
    createdAt: row.created_at,
    disabledAt: row.disabled_at ?? undefined,
    filesListedAt: row.files_listed_at ?? undefined,
  };
}
