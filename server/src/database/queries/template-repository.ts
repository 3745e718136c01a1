import type { Selectable } from 'kysely';
import { foldText } from '../../domain/model/contact-book.ts';
import type { DraftContents } from '../../domain/model/draft.ts';
import type { TemplateId } from '../../domain/model/ids.ts';
import type { Template, TemplateRepository } from '../../domain/model/template.ts';
import { prepare, prepareInsert } from './prepared-query.ts';
import type { Session } from './prepared-query.ts';
import { prepareDelete, prepareSelect, prepareUpdate } from './rows-by-column.ts';
import type { Schema } from './schema.ts';

const inOrder = prepare('templates.inOrder', (db, given: { accountId: string }) =>
  db
    .selectFrom('templates')
    .selectAll()
    .where('account_id', '=', given.accountId)
    .orderBy('folded_name'),
);

const byId = prepareSelect('templates.byId', 'templates', 'account_id', 'id');
const byName = prepareSelect('templates.byName', 'templates', 'account_id', 'folded_name');
const insert = prepareInsert('templates.insert', 'templates', [
  'id',
  'account_id',
  'name',
  'folded_name',
  'contents',
  'created_at',
]);
const rename = prepareUpdate('templates.rename', 'templates', 'id', 'name', 'folded_name');
const remove = prepareDelete('templates.remove', 'templates', 'id');

export function createTemplateRepository(session: Session): TemplateRepository {
  return {
    async list(accountId) {
      return (await session.all(inOrder, { accountId })).map(templateOf);
    },

    async find(accountId, id) {
      const row = await session.first(byId, { account_id: accountId, id });
      return row && templateOf(row);
    },

    async findByName(accountId, name) {
      const row = await session.first(byName, {
        account_id: accountId,
        folded_name: foldText(name),
      });
      return row && templateOf(row);
    },

    async add(accountId, { id, name, contents, createdAt }) {
      await session.change(insert, {
        id,
        account_id: accountId,
        name,
        folded_name: foldText(name),
        contents: textOf(contents),
        created_at: createdAt,
      });
    },

    async rename(id, name) {
      await session.change(rename, { id, name, folded_name: foldText(name) });
    },

    async remove(id) {
      await session.change(remove, { id });
    },
  };
}

/** What was left to the account is left out. */
export function textOf({
  receivers,
  title,
  message,
  lifetime,
  secondFactor,
  wantsPassword,
  anyone,
  downloadLimit,
  receipts,
  mailLanguage,
}: DraftContents): string {
  const texts = { receivers, title, message };
  return JSON.stringify({
    ...texts,
    lifetime,
    secondFactor,
    wantsPassword,
    anyone,
    downloadLimit,
    receipts,
    mailLanguage,
  });
}

export function contentsIn(text: string): DraftContents {
  const written = JSON.parse(text) as Pick<DraftContents, 'receivers' | 'message' | 'lifetime'> &
    Partial<DraftContents>;
  const { receivers, title = '', message, lifetime } = written;
  const { secondFactor, wantsPassword = false, anyone = false } = written;
  const { downloadLimit, receipts, mailLanguage } = written;
  const options = { secondFactor, wantsPassword, anyone, downloadLimit, receipts, mailLanguage };
  return { receivers, title, message, lifetime, ...options };
}

function templateOf(row: Selectable<Schema['templates']>): Template {
  return {
    id: row.id as TemplateId,
    name: row.name,
    contents: contentsIn(row.contents),
    createdAt: row.created_at,
  };
}
