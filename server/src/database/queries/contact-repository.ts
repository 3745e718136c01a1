import {
  columnsOf,
  contactColumns,
  contactOf,
  receiverColumns,
  receiverColumnsOf,
  receiverOf,
} from './rows.ts';
import type { ContactRepository } from '../../domain/model/contact.ts';
import { prepare, prepareInsert } from './prepared-query.ts';
import type { Session } from './prepared-query.ts';

const local = {
  read: prepare('contacts.read', (db, given: { accountId: string }) =>
    db
      .selectFrom('contacts')
      .select(contactColumns)
      .where('account_id', '=', given.accountId)
      .orderBy('position'),
  ),
  clear: prepare('contacts.clear', (db, given: { accountId: string }) =>
    db.deleteFrom('contacts').where('account_id', '=', given.accountId),
  ),
  append: prepareInsert('contacts.append', 'contacts', [
    ...contactColumns,
    'account_id',
    'position',
  ]),
};

const chosen = {
  read: prepare('receivers.read', (db, given: { accountId: string }) =>
    db
      .selectFrom('receivers')
      .select(receiverColumns)
      .where('account_id', '=', given.accountId)
      .orderBy('position'),
  ),
  clear: prepare('receivers.clear', (db, given: { accountId: string }) =>
    db.deleteFrom('receivers').where('account_id', '=', given.accountId),
  ),
  append: prepareInsert('receivers.append', 'receivers', [
    ...receiverColumns,
    'account_id',
    'position',
  ]),
};

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

const any = prepare('contacts.any', (db, given: { accountId: string }) =>
  db
    .selectFrom('contacts')
    .select('email')
    .where('account_id', '=', given.accountId)
    .unionAll(db.selectFrom('global_contacts').select('email'))
    .limit(1),
);

export function createContactRepository(session: Session): ContactRepository {
  return {
    async listLocal(accountId) {
      return (await session.all(local.read, { accountId })).map(contactOf);
    },

    async replaceLocal(accountId, contacts) {
      await session.change(local.clear, { accountId });
      for (const [position, contact] of contacts.entries()) {
        const row = { ...columnsOf(contact), account_id: accountId, position };
        await session.change(local.append, row);
      }
    },

    async listGlobal() {
      return (await session.all(global.read, {})).map(contactOf);
    },

    async replaceGlobal(contacts) {
      await session.change(global.clear, {});
      for (const [position, contact] of contacts.entries()) {
        await session.change(global.append, { ...columnsOf(contact), position });
      }
    },

    async hasAny(accountId) {
      return (await session.first(any, { accountId })) !== undefined;
    },

    async listReceivers(accountId) {
      return (await session.all(chosen.read, { accountId })).map(receiverOf);
    },

    async replaceReceivers(accountId, receivers) {
      await session.change(chosen.clear, { accountId });
      for (const [position, receiver] of receivers.entries()) {
        const row = { ...receiverColumnsOf(receiver), account_id: accountId, position };
        await session.change(chosen.append, row);
      }
    },
  };
}
