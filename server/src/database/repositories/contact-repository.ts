import type { Contact, ContactRepository } from '../../domain/contact.ts';
import type { AccountId } from '../../domain/ids.ts';
import { prepare, prepareInsert } from '../prepared-query.ts';
import type { ContactColumns } from '../schema.ts';
import type { Session } from '../session.ts';

export const contactColumns = ['email', 'number', 'language', 'groups', 'nick'] as const;

/** The contacts of an account and the receivers it chose are the same kind of list. */
function listOf(table: 'contacts' | 'receivers') {
  return {
    read: prepare(`${table}.read`, (db, given: { accountId: string }) =>
      db
        .selectFrom(table)
        .select(contactColumns)
        .where('account_id', '=', given.accountId)
        .orderBy('position'),
    ),
    clear: prepare(`${table}.clear`, (db, given: { accountId: string }) =>
      db.deleteFrom(table).where('account_id', '=', given.accountId),
    ),
    append: prepareInsert(`${table}.append`, table, [...contactColumns, 'account_id', 'position']),
  };
}

const local = listOf('contacts');
const chosen = listOf('receivers');

const global = {
  read: prepare('globalContacts.read', (db) =>
    db.selectFrom('global_contacts').select(contactColumns).orderBy('position'),
  ),
  clear: prepare('globalContacts.clear', (db) => db.deleteFrom('global_contacts')),
  append: prepareInsert('globalContacts.append', 'global_contacts', [
    ...contactColumns,
    'position',
  ]),
};

export function createContactRepository(session: Session): ContactRepository {
  async function list({ read }: typeof local, accountId: AccountId): Promise<Contact[]> {
    return (await session.all(read, { accountId })).map(contactOf);
  }

  async function replace(
    { clear, append }: typeof local,
    accountId: AccountId,
    contacts: readonly Contact[],
  ): Promise<void> {
    await session.change(clear, { accountId });
    for (const [position, contact] of contacts.entries()) {
      await session.change(append, { ...columnsOf(contact), account_id: accountId, position });
    }
  }

  return {
    listLocal: (accountId) => list(local, accountId),
    replaceLocal: (accountId, contacts) => replace(local, accountId, contacts),

    async listGlobal() {
      return (await session.all(global.read, {})).map(contactOf);
    },

    async replaceGlobal(contacts) {
      await session.change(global.clear, {});
      for (const [position, contact] of contacts.entries()) {
        await session.change(global.append, { ...columnsOf(contact), position });
      }
    },

    listReceivers: (accountId) => list(chosen, accountId),
    replaceReceivers: (accountId, receivers) => replace(chosen, accountId, receivers),
  };
}

export function columnsOf({ email, number, language, groups, nick }: Contact): ContactColumns {
  return { email, number, language, groups: JSON.stringify(groups), nick };
}

export function contactOf(row: ContactColumns): Contact {
  return {
    email: row.email,
    number: row.number,
    language: row.language,
    groups: JSON.parse(row.groups) as string[],
    nick: row.nick,
  };
}
