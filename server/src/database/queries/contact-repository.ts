import { foldText, searchWordsOf } from '../../domain/model/contact-book.ts';
import type { WordPatterns } from './rows.ts';
import {
  afterPrefix,
  columnsOf,
  contactColumns,
  contactKeyColumns,
  contactOf,
  keysOf,
  receiverColumns,
  receiverColumnsOf,
  receiverOf,
  wordPatternsOf,
} from './rows.ts';
import type { ContactRepository } from '../../domain/model/contact.ts';
import { changeEach, prepare, prepareInsert } from './prepared-query.ts';
import { prepareUpdate } from './rows-by-column.ts';
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
    ...contactKeyColumns,
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
  count: prepare('globalContacts.count', (db) =>
    db.selectFrom('global_contacts').select(({ fn }) => fn.countAll<number | string>().as('count')),
  ),
  clear: prepare('globalContacts.clear', (db) => db.deleteFrom('global_contacts')),
  append: prepareInsert('globalContacts.append', 'global_contacts', [
    ...contactColumns,
    'search_words',
    'position',
  ]),
};

interface NameRange {
  from: string;
  to: string;
  limit: number;
}

const found = {
  local: prepare(
    'contacts.byEmails',
    (db, given: { accountId: string; emails: readonly string[] }, words) =>
      db
        .selectFrom('contacts')
        .select(contactColumns)
        .where('account_id', '=', given.accountId)
        .where('email', 'in', words.elementsOf(given.emails)),
  ),
  global: prepare('globalContacts.byEmails', (db, given: { emails: readonly string[] }, words) =>
    db
      .selectFrom('global_contacts')
      .select(contactColumns)
      .where('email', 'in', words.elementsOf(given.emails)),
  ),
};

const startingWith = {
  email: prepare('globalContacts.withEmail', (db, given: NameRange) =>
    db
      .selectFrom('global_contacts')
      .select(contactColumns)
      .where('email', '>=', given.from)
      .where('email', '<', given.to)
      .orderBy('email')
      .limit(given.limit),
  ),
  nick: prepare('globalContacts.withNick', (db, given: NameRange) =>
    db
      .selectFrom('global_contacts')
      .select(contactColumns)
      .where('nick', '>=', given.from)
      .where('nick', '<', given.to)
      .orderBy('nick')
      .limit(given.limit),
  ),
};

const withWords = prepare(
  'globalContacts.withWords',
  (db, given: WordPatterns & { limit: number }) =>
    db
      .selectFrom('global_contacts')
      .select(contactColumns)
      .where('search_words', 'like', given.first)
      .where('search_words', 'like', given.second)
      .where('search_words', 'like', given.third)
      .where('search_words', 'like', given.fourth)
      .orderBy('position')
      .limit(given.limit),
);

const withoutWords = prepare('globalContacts.withoutWords', (db, given: { limit: number }) =>
  db
    .selectFrom('global_contacts')
    .select(contactColumns)
    .where('search_words', 'is', null)
    .limit(given.limit),
);

const addWords = prepareUpdate(
  'globalContacts.addWords',
  'global_contacts',
  'email',
  'search_words',
);

const everyRow = 2_000_000;

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
      const rows = contacts.map((contact, position) => ({
        ...columnsOf(contact),
        ...keysOf(contact),
        account_id: accountId,
        position,
      }));
      await changeEach(session, local.append, rows);
    },

    async listGlobal() {
      return (await session.all(global.read, {})).map(contactOf);
    },

    async countGlobal() {
      return Number((await session.first(global.count, {}))?.count ?? 0);
    },

    async replaceGlobal(contacts) {
      await session.change(global.clear, {});
      const rows = contacts.map((contact, position) => ({
        ...columnsOf(contact),
        search_words: searchWordsOf(contact),
        position,
      }));
      await changeEach(session, global.append, rows);
    },

    async hasAny(accountId) {
      return (await session.first(any, { accountId })) !== undefined;
    },

    async findMany(accountId, emails) {
      const rows = [
        ...(await session.all(found.global, { emails })),
        ...(await session.all(found.local, { accountId, emails })),
      ];
      return [...new Map(rows.map((row) => [row.email, contactOf(row)])).values()];
    },

    async searchGlobal(prefix, limit) {
      const small = prefix.toLowerCase();
      const rows = await session.all(startingWith.email, {
        from: small,
        to: afterPrefix(small),
        limit,
      });
      for (const from of new Set([prefix, small, small.charAt(0).toUpperCase() + small.slice(1)])) {
        rows.push(
          ...(await session.all(startingWith.nick, { from, to: afterPrefix(from), limit })),
        );
      }
      const patterns = wordPatternsOf(foldText(prefix));
      if (patterns !== undefined)
        rows.push(...(await session.all(withWords, { ...patterns, limit })));
      const contacts = new Map(rows.map((row) => [row.email, row]));
      return [...contacts.values()].slice(0, limit).map(contactOf);
    },

    async hasGlobalWithoutKeys() {
      return (await session.first(withoutWords, { limit: 1 })) !== undefined;
    },

    async addGlobalKeys() {
      const rows = await session.all(withoutWords, { limit: everyRow });
      const words = rows.map((row) => ({ email: row.email, search_words: searchWordsOf(row) }));
      await changeEach(session, addWords, words);
    },

    async listReceivers(accountId) {
      return (await session.all(chosen.read, { accountId })).map(receiverOf);
    },

    async replaceReceivers(accountId, receivers) {
      await session.change(chosen.clear, { accountId });
      const rows = receivers.map((receiver, position) => ({
        ...receiverColumnsOf(receiver),
        account_id: accountId,
        position,
      }));
      await changeEach(session, chosen.append, rows);
    },
  };
}
