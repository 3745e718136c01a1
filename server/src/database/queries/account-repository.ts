import type { Selectable } from 'kysely';
import type { Account, AccountRepository } from '../../domain/model/account.ts';
import type { AccountId } from '../../domain/model/ids.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { BoundRows } from './bound-rows.ts';
import { accountOf } from './rows.ts';
import { accountById, changeBound, selectAccounts } from './bound-accounts.ts';
import type { BoundAccount } from './bound-people.ts';
import { prepare, prepareInsert } from './prepared-query.ts';
import { prepareDelete, prepareUpdate } from './rows-by-column.ts';
import type { Schema } from './schema.ts';
import type { Session } from './prepared-query.ts';

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
  'quota_bytes',
  'mails_per_day',
  'display_name',
  'time_zone',
  'default_days',
  'mac',
] as const;

const insertAccount = prepareInsert('accounts.insert', 'accounts', accountColumns, ['email']);

const byEmail = prepare('accounts.byEmail', (db, given: { email: string }) =>
  selectAccounts(db).where('account.email', '=', given.email),
);

const inOrder = prepare('accounts.inOrder', (db) =>
  db.selectFrom('accounts').selectAll().orderBy('email'),
);

const anyBound = prepare('accounts.anyBound', (db) =>
  db.selectFrom('accounts').select('id').where('mac', 'is not', null).limit(1),
);

const lockById = prepare('accounts.lockById', (db, given: { id: string }, words) =>
  words.locked(selectAccounts(db).where('account.id', '=', given.id)),
);

const disable = prepareUpdate('accounts.disable', 'accounts', 'id', 'disabled_at');
const setNotices = prepareUpdate('accounts.setNotices', 'accounts', 'id', 'receipts', 'reminders');

const setSecondFactor = prepareUpdate(
  'accounts.setSecondFactor',
  'accounts',
  'id',
  'second_factor',
);

const setTtlUnit = prepareUpdate('accounts.setTtlUnit', 'accounts', 'id', 'desttime_unit');
const setRole = prepareUpdate('accounts.setRole', 'accounts', 'id', 'role');
const setQuota = prepareUpdate('accounts.setQuota', 'accounts', 'id', 'quota_bytes');
const setMailsPerDay = prepareUpdate('accounts.setMailsPerDay', 'accounts', 'id', 'mails_per_day');
const setDisplayName = prepareUpdate('accounts.setDisplayName', 'accounts', 'id', 'display_name');
const setDefaultDays = prepareUpdate('accounts.setDefaultDays', 'accounts', 'id', 'default_days');
const setLocale = prepareUpdate('accounts.setLocale', 'accounts', 'id', 'language', 'time_zone');

const mark = prepare('accounts.mark', (db, given: { id: string; at: number }) =>
  db
    .updateTable('accounts')
    .set({ files_listed_at: given.at })
    .where('id', '=', given.id)
    .where('files_listed_at', 'is', null),
);

const idsByEmails = prepare(
  'accounts.idsByEmails',
  (db, given: { emails: readonly string[] }, words) =>
    db
      .selectFrom('accounts')
      .select(['id', 'email'])
      .where('email', 'in', words.elementsOf(given.emails)),
);

const remove = prepareDelete('accounts.remove', 'accounts', 'id');

/** `canLock` inside a transaction alone. */
export function createAccountRepository(
  session: Session,
  bound: BoundRows,
  canLock: boolean,
): AccountRepository {
  /** Undefined where its MAC is wrong. */
  function soundOf(row: (BoundAccount & Selectable<Schema['accounts']>) | undefined) {
    return row && bound.isSoundAccount(row) ? accountOf(row) : undefined;
  }

  return {
    async find(id) {
      return soundOf(await session.first(accountById, { id }));
    },

    async add(account) {
      const row = rowOf(account);
      const mac = bound.codeOfAccount({
        ...row,
        ...{ authenticator: null, authenticator_since: null, password_reset_at: null },
      });
      if ((await session.change(insertAccount, { ...row, mac })) === 0) {
        throw new ValiseError('account_exists', `There is already an account ${account.email}.`);
      }
    },

    async findByEmail(email) {
      return soundOf(await session.first(byEmail, { email }));
    },

    async list() {
      return (await session.all(inOrder, {})).map(accountOf);
    },

    async hasBound() {
      return (await session.first(anyBound, {})) !== undefined;
    },

    async lock(id) {
      if (!canLock) throw new Error('An account can be locked only inside a transaction');
      return soundOf(await session.first(lockById, { id }));
    },

    async setDisabled(id, at) {
      await changeBound(session, bound, id, () =>
        session.change(disable, { id, disabled_at: at ?? null }),
      );
    },

    async setRole(id, role) {
      await changeBound(session, bound, id, () => session.change(setRole, { id, role }));
    },

    async setNotices(id, { receipts, reminders }) {
      const flags = { receipts: Number(receipts), reminders: Number(reminders) };
      await session.change(setNotices, { id, ...flags });
    },

    async setSecondFactor(id, mode) {
      await changeBound(session, bound, id, () =>
        session.change(setSecondFactor, { id, second_factor: mode }),
      );
    },

    async setTtlUnit(id, unit) {
      await session.change(setTtlUnit, { id, desttime_unit: unit ?? null });
    },

    async setQuota(id, quotaBytes) {
      await session.change(setQuota, { id, quota_bytes: quotaBytes ?? null });
    },

    async setMailsPerDay(id, mailsPerDay) {
      await session.change(setMailsPerDay, { id, mails_per_day: mailsPerDay ?? null });
    },

    async setDisplayName(id, name) {
      await session.change(setDisplayName, { id, display_name: name });
    },

    async setDefaultDays(id, days) {
      await session.change(setDefaultDays, { id, default_days: days ?? null });
    },

    async setLocale(id, { language, timeZone }) {
      await session.change(setLocale, { id, language, time_zone: timeZone ?? null });
    },

    async markFilesListed(id, at) {
      await session.change(mark, { id, at });
    },

    async findIds(emails) {
      const rows = await session.all(idsByEmails, { emails });
      return new Map(rows.map(({ id, email }) => [email, id as AccountId]));
    },

    async remove(id) {
      await session.change(remove, { id });
    },
  };
}

function rowOf(account: Account) {
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
    quota_bytes: account.quotaBytes ?? null,
    mails_per_day: account.mailsPerDay ?? null,
    display_name: account.displayName,
    time_zone: account.timeZone ?? null,
    default_days: account.defaultDays ?? null,
  };
}
