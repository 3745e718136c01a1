import type { Contact } from '../../domain/model/contact.ts';
import type { ContactBookRepository } from '../../domain/model/contact-book.ts';
import { sortKeyOf } from '../../domain/model/contact-book.ts';
import type { ContactImportId } from '../../domain/model/ids.ts';
import { changeEach, columnsFrom, prepare, prepareInsert } from './prepared-query.ts';
import { prepareDelete, prepareEnd, preparePut } from './rows-by-column.ts';
import type { Session } from './prepared-query.ts';
import type { WordPatterns } from './rows.ts';
import {
  columnsOf,
  contactColumns,
  contactKeyColumns,
  contactOf,
  keysOf,
  wordPatternsOf,
} from './rows.ts';
import type { ContactColumns, ContactKeyColumns } from './contact-tables.ts';

interface OfAccount {
  accountId: string;
}

type Range = OfAccount & { from: string; to: string; limit: number };
type Change = OfAccount & { was: string } & ContactColumns & ContactKeyColumns;

const count = prepare('contactBook.count', (db, given: OfAccount) =>
  db
    .selectFrom('contacts')
    .select((eb) => eb.fn.countAll<number>().as('contacts'))
    .where('account_id', '=', given.accountId),
);

const byEmail = prepare('contactBook.byEmail', (db, given: OfAccount & { email: string }) =>
  db
    .selectFrom('contacts')
    .select(contactColumns)
    .where('account_id', '=', given.accountId)
    .where('email', '=', given.email),
);

const page = prepare(
  'contactBook.page',
  (db, given: OfAccount & { sortKey: string; email: string; limit: number }) =>
    db
      .selectFrom('contacts')
      .select(contactColumns)
      .where('account_id', '=', given.accountId)
      .where((eb) =>
        eb(eb.refTuple('sort_key', 'email'), '>', eb.tuple(given.sortKey, given.email)),
      )
      .orderBy('sort_key')
      .orderBy('email')
      .limit(given.limit),
);

/** The first contacts by one column whose value begins with a text. An index has each in this order. */
const ranges = (['sort_key', 'last_key', 'email', 'number'] as const).map((column) => ({
  column,
  query: prepare(`contactBook.by_${column}`, (db, given: Range) =>
    db
      .selectFrom('contacts')
      .select(contactColumns)
      .where('account_id', '=', given.accountId)
      .where(column, '>=', given.from)
      .where(column, '<', given.to)
      .$if(column !== 'email' && column !== 'sort_key', (query) => query.where(column, '<>', ''))
      .orderBy(column)
      .limit(given.limit),
  ),
}));

/** The first contacts that have words which begin so. It reads no contacts but those of the account. */
const withWords = prepare(
  'contactBook.withWords',
  (db, given: OfAccount & WordPatterns & { limit: number }) =>
    db
      .selectFrom('contacts')
      .select(contactColumns)
      .where('account_id', '=', given.accountId)
      .where('search_words', 'like', given.first)
      .where('search_words', 'like', given.second)
      .where('search_words', 'like', given.third)
      .where('search_words', 'like', given.fourth)
      .orderBy('sort_key')
      .orderBy('email')
      .limit(given.limit),
);

const lastPosition = prepare('contactBook.lastPosition', (db, given: OfAccount) =>
  db
    .selectFrom('contacts')
    .select((eb) => eb.fn.max('position').as('position'))
    .where('account_id', '=', given.accountId),
);

const insert = prepareInsert('contactBook.insert', 'contacts', [
  ...contactColumns,
  ...contactKeyColumns,
  'account_id',
  'position',
]);

const update = prepare('contactBook.update', (db, given: Change) =>
  db
    .updateTable('contacts')
    .set(columnsFrom(given, [...contactColumns, ...contactKeyColumns]))
    .where('account_id', '=', given.accountId)
    .where('email', '=', given.was),
);

const remove = prepareDelete('contactBook.remove', 'contacts', 'account_id', 'email');

const withoutKeys = prepare('contactBook.withoutKeys', (db, given: OfAccount & { limit: number }) =>
  db
    .selectFrom('contacts')
    .select(contactColumns)
    .where('account_id', '=', given.accountId)
    .where('search_words', 'is', null)
    .limit(given.limit),
);

const saveImport = preparePut(
  'contactBook.saveImport',
  'contact_imports',
  ['account_id'],
  ['id', 'content', 'expires_at'],
);

const findImport = prepare('contactBook.findImport', (db, given: OfAccount & { now: number }) =>
  db
    .selectFrom('contact_imports')
    .select(['id', 'content', 'expires_at'])
    .where('account_id', '=', given.accountId)
    .where('expires_at', '>', given.now),
);

const removeImport = prepareDelete('contactBook.removeImport', 'contact_imports', 'account_id');
const expiredImports = prepareEnd('contactBook.expiredImports', 'contact_imports');

/** After every text that begins with another. */
const highest = '\u{10ffff}';

const everyRow = 2_000_000;

export function createContactBookRepository(session: Session): ContactBookRepository {
  async function changeAll(accountId: string, contacts: readonly Contact[]): Promise<void> {
    const rows = contacts.map((contact) => ({
      ...columnsOf(contact),
      ...keysOf(contact),
      accountId,
      was: contact.email,
    }));
    await changeEach(session, update, rows);
  }

  return {
    async count(accountId) {
      return (await session.first(count, { accountId }))?.contacts ?? 0;
    },

    async countAtMost(accountId) {
      return ((await session.first(lastPosition, { accountId }))?.position ?? -1) + 1;
    },

    async find(accountId, email) {
      const row = await session.first(byEmail, { accountId, email });
      return row && contactOf(row);
    },

    async list(accountId, after, limit) {
      const from = after ?? { sortKey: '', email: '' };
      return (await session.all(page, { accountId, ...from, limit })).map(contactOf);
    },

    async search(accountId, prefix, limit) {
      const found = new Map<string, Contact>();
      for (const { column, query } of ranges) {
        const from = column === 'number' ? prefix.replace(/^\+|[ -]/g, '') : prefix;
        if (from === '') continue;
        const range = { accountId, from, to: `${from}${highest}`, limit };
        for (const row of await session.all(query, range)) found.set(row.email, contactOf(row));
      }
      const first = [...found.values()].sort(inOrder).slice(0, limit);
      const patterns = first.length < limit ? wordPatternsOf(prefix) : undefined;
      if (patterns === undefined) return first;
      const rows = await session.all(withWords, { accountId, ...patterns, limit });
      const others = rows.filter(({ email }) => !found.has(email)).map(contactOf);
      return [...first, ...others].slice(0, limit);
    },

    async addAll(accountId, contacts) {
      const last = (await session.first(lastPosition, { accountId }))?.position ?? -1;
      const rows = contacts.map((contact, index) => ({
        ...columnsOf(contact),
        ...keysOf(contact),
        account_id: accountId,
        position: last + 1 + index,
      }));
      await changeEach(session, insert, rows);
    },

    changeAll,

    async change(accountId, email, contact) {
      await session.change(update, {
        ...columnsOf(contact),
        ...keysOf(contact),
        accountId,
        was: email,
      });
    },

    async remove(accountId, email) {
      await session.change(remove, { account_id: accountId, email });
    },

    async hasWithoutKeys(accountId) {
      return (await session.first(withoutKeys, { accountId, limit: 1 })) !== undefined;
    },

    async addKeys(accountId) {
      const rows = await session.all(withoutKeys, { accountId, limit: everyRow });
      await changeAll(accountId, rows.map(contactOf));
    },

    async saveImport(accountId, { id, content, expiresAt }) {
      await session.change(saveImport, {
        account_id: accountId,
        id,
        content,
        expires_at: expiresAt,
      });
    },

    async findImport(accountId, now) {
      const row = await session.first(findImport, { accountId, now });
      return (
        row && {
          id: row.id as ContactImportId,
          content: row.content,
          expiresAt: row.expires_at,
        }
      );
    },

    async removeImport(accountId) {
      await session.change(removeImport, { account_id: accountId });
    },

    async deleteExpiredImports(now) {
      return await session.change(expiredImports, { now });
    },
  };
}

function inOrder(a: Contact, b: Contact): number {
  const [first, second] = [sortKeyOf(a), sortKeyOf(b)];
  if (first !== second) return first < second ? -1 : 1;
  return a.email < b.email ? -1 : 1;
}
