import type { Insertable, Selectable } from 'kysely';
import type { Account, AccountRepository, ApiKeyRepository } from '../../domain/model/account.ts';
import type { AccountId, ApiKeyId } from '../../domain/model/ids.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { BoundRows } from './bound-rows.ts';
import { findByHash, readAccess } from './access-read.ts';
import { endingKeys, putKeyName, putKeyTold, putKeyUse, readKeyNotes } from './api-key-notes.ts';
import { accountOf, apiKeyOf } from './rows.ts';
import { changeBound, selectAccounts } from './bound-accounts.ts';
import type { BoundAccount } from './bound-people.ts';
import { columnsFrom, prepare, prepareInsert } from './prepared-query.ts';
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

const insertAccount = prepare('accounts.insert', (db, given: Insertable<Schema['accounts']>) =>
  db
    .insertInto('accounts')
    .values(columnsFrom(given, accountColumns))
    .onConflict((conflict) => conflict.column('email').doNothing()),
);

const byEmail = prepare('accounts.byEmail', (db, given: { email: string }) =>
  selectAccounts(db).where('account.email', '=', given.email),
);

const inOrder = prepare('accounts.inOrder', (db) =>
  db.selectFrom('accounts').selectAll().orderBy('email'),
);

const byId = prepare('accounts.byId', (db, given: { id: string }) =>
  selectAccounts(db).where('account.id', '=', given.id),
);

const anyBound = prepare('accounts.anyBound', (db) =>
  db.selectFrom('accounts').select('id').where('mac', 'is not', null).limit(1),
);

const lockById = prepare('accounts.lockById', (db, given: { id: string }, words) =>
  words.locked(selectAccounts(db).where('account.id', '=', given.id)),
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

const setQuota = prepare(
  'accounts.setQuota',
  (db, given: { id: string; quotaBytes: number | null }) =>
    db.updateTable('accounts').set({ quota_bytes: given.quotaBytes }).where('id', '=', given.id),
);

const setMailsPerDay = prepare(
  'accounts.setMailsPerDay',
  (db, given: { id: string; mailsPerDay: number | null }) =>
    db.updateTable('accounts').set({ mails_per_day: given.mailsPerDay }).where('id', '=', given.id),
);

const setDisplayName = prepare(
  'accounts.setDisplayName',
  (db, given: { id: string; name: string }) =>
    db.updateTable('accounts').set({ display_name: given.name }).where('id', '=', given.id),
);

const setDefaultDays = prepare(
  'accounts.setDefaultDays',
  (db, given: { id: string; days: number | null }) =>
    db.updateTable('accounts').set({ default_days: given.days }).where('id', '=', given.id),
);

const setLocale = prepare(
  'accounts.setLocale',
  (db, given: { id: string; language: string; timeZone: string | null }) =>
    db
      .updateTable('accounts')
      .set({ language: given.language, time_zone: given.timeZone })
      .where('id', '=', given.id),
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
      return soundOf(await session.first(byId, { id }));
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
      await changeBound(session, bound, id, () => session.change(disable, { id, at: at ?? null }));
    },

    async setNotices(id, { receipts, reminders }) {
      const flags = { receipts: Number(receipts), reminders: Number(reminders) };
      await session.change(setNotices, { id, ...flags });
    },

    async setSecondFactor(id, mode) {
      await changeBound(session, bound, id, () => session.change(setSecondFactor, { id, mode }));
    },

    async setTtlUnit(id, unit) {
      await session.change(setTtlUnit, { id, unit: unit ?? null });
    },

    async setQuota(id, quotaBytes) {
      await session.change(setQuota, { id, quotaBytes: quotaBytes ?? null });
    },

    async setMailsPerDay(id, mailsPerDay) {
      await session.change(setMailsPerDay, { id, mailsPerDay: mailsPerDay ?? null });
    },

    async setDisplayName(id, name) {
      await session.change(setDisplayName, { id, name });
    },

    async setDefaultDays(id, days) {
      await session.change(setDefaultDays, { id, days: days ?? null });
    },

    async setLocale(id, { language, timeZone }) {
      await session.change(setLocale, { id, language, timeZone: timeZone ?? null });
    },

    async markFilesListed(id, at) {
      await session.change(mark, { id, at });
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

const insertKey = prepareInsert('apiKeys.insert', 'api_keys', [
  'id',
  'account_id',
  'hash',
  'salt',
  'created_at',
  'expires_at',
  'mac',
  'contacts_mac',
]);

const emailOfAccount = prepare('apiKeys.emailOfAccount', (db, given: { accountId: string }) =>
  db.selectFrom('accounts').select('email').where('id', '=', given.accountId),
);

const ofAccount = prepare('apiKeys.ofAccount', (db, given: { accountId: string }) =>
  db
    .selectFrom('api_keys as key')
    .innerJoin('accounts as account', 'account.id', 'key.account_id')
    .selectAll('key')
    .select('account.email as account_email')
    .where('key.account_id', '=', given.accountId)
    .orderBy('key.created_at'),
);

const anyUnbound = prepare('apiKeys.anyUnbound', (db) =>
  db.selectFrom('api_keys').select('id').where('mac', 'is', null).limit(1),
);

const setEnd = prepare('apiKeys.setEnd', (db, given: { id: string; at: number; mac: Uint8Array }) =>
  db
    .updateTable('api_keys')
    .set({ expires_at: given.at, mac: given.mac })
    .where('id', '=', given.id),
);

const deleteExpired = prepare('apiKeys.deleteExpired', (db, given: { now: number }) =>
  db.deleteFrom('api_keys').where('expires_at', '<=', given.now),
);

export function createApiKeyRepository(session: Session, bound: BoundRows): ApiKeyRepository {
  async function soundKeys(accountId: string) {
    const rows = await session.all(ofAccount, { accountId });
    return rows.filter((row) => bound.isSoundKey(row, row.account_email));
  }

  /** False where it ends before. */
  async function endKey(
    row: Awaited<ReturnType<typeof soundKeys>>[number],
    at: number,
  ): Promise<boolean> {
    if (row.expires_at !== null && row.expires_at <= at) return false;
    const mac = bound.codeOfKey({ ...row, expires_at: at }, row.account_email);
    await session.change(setEnd, { id: row.id, at, mac });
    return true;
  }

  return {
    async add(key) {
      const account = await session.first(emailOfAccount, { accountId: key.accountId });
      const row = {
        id: key.id,
        account_id: key.accountId,
        hash: key.hash,
        salt: key.salt ?? null,
        created_at: key.createdAt,
        expires_at: key.expiresAt ?? null,
      };
      await session.change(insertKey, {
        ...row,
        mac: bound.codeOfKey(row, account?.email ?? ''),
        contacts_mac: key.replacesContacts === true ? bound.codeOfContactsRight(row) : null,
      });
    },

    async listFor(accountId) {
      return (await soundKeys(accountId)).map((row) => apiKeyOf(row, bound));
    },

    async listNamed(accountId) {
      const notes = await readKeyNotes(session, accountId);
      return (await soundKeys(accountId)).map((row) => ({
        ...apiKeyOf(row, bound),
        name: notes.get(row.id)?.name ?? '',
        lastUsedAt: notes.get(row.id)?.last_used_at ?? undefined,
      }));
    },

    async setName(id, name) {
      await session.change(putKeyName, { id, name });
    },

    async listEnding(span, limit) {
      const rows = await session.all(endingKeys, { ...span, limit });
      return rows.map((row) => ({
        id: row.id as ApiKeyId,
        accountId: row.account_id as AccountId,
        expiresAt: row.expires_at ?? 0,
      }));
    },

    async noteTold(id, days) {
      return (await session.change(putKeyTold, { id, days })) > 0;
    },

    async noteUse(id, at) {
      await session.change(putKeyUse, { id, at });
    },

    readAccess: (email, tokenHash) => readAccess(session, bound, email, tokenHash),

    findByHash: (hash) => findByHash(session, bound, hash),

    async hasUnbound() {
      return (await session.first(anyUnbound, {})) !== undefined;
    },

    async end(accountId, id, at) {
      const row = (await soundKeys(accountId)).find((key) => key.id === id);
      return row !== undefined && (await endKey(row, at));
    },

    async endAll(accountId, at) {
      for (const row of await soundKeys(accountId)) await endKey(row, at);
    },

    async deleteExpired(now) {
      return await session.change(deleteExpired, { now });
    },
  };
}
