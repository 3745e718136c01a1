import type { Kysely } from 'kysely';
import type { Contact, ContactRepository } from '../../domain/contact.ts';
import type { AccountId } from '../../domain/ids.ts';
import { inBatches } from '../in-batches.ts';
import type { ContactColumns, Schema } from '../schema.ts';

const contactColumns = ['email', 'number', 'language', 'groups', 'nick'] as const;

export function createContactRepository(db: Kysely<Schema>): ContactRepository {
  async function list(table: 'contacts' | 'receivers', accountId: AccountId): Promise<Contact[]> {
    const rows = await db
      .selectFrom(table)
      .select(contactColumns)
      .where('account_id', '=', accountId)
      .orderBy('position')
      .execute();
    return rows.map(contactOf);
  }

  async function replace(
    table: 'contacts' | 'receivers',
    accountId: AccountId,
    contacts: readonly Contact[],
  ): Promise<void> {
    await db.deleteFrom(table).where('account_id', '=', accountId).execute();
    const rows = contacts.map((contact, position) => ({
      ...columnsOf(contact),
      account_id: accountId,
      position,
    }));
    await inBatches(rows, (batch) => db.insertInto(table).values(batch).execute());
  }

  return {
    listLocal: (accountId) => list('contacts', accountId),
    replaceLocal: (accountId, contacts) => replace('contacts', accountId, contacts),

    async listGlobal() {
      const rows = await db
        .selectFrom('global_contacts')
        .select(contactColumns)
        .orderBy('position')
        .execute();
      return rows.map(contactOf);
    },

    async replaceGlobal(contacts) {
      await db.deleteFrom('global_contacts').execute();
      const rows = contacts.map((contact, position) => ({ ...columnsOf(contact), position }));
      await inBatches(rows, (batch) => db.insertInto('global_contacts').values(batch).execute());
    },

    listReceivers: (accountId) => list('receivers', accountId),
    replaceReceivers: (accountId, receivers) => replace('receivers', accountId, receivers),
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
