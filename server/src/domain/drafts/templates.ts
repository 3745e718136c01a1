import { isName } from '../contacts/contact-fields.ts';
import { getDispatch } from '../dispatches/change-dispatch.ts';
import type { Account } from '../model/account.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import { foldText } from '../model/contact-book.ts';
import type { DispatchOverview } from '../model/dispatch.ts';
import { isBareLink } from '../model/dispatch.ts';
import type { Draft, DraftContents } from '../model/draft.ts';
import type { TemplateId } from '../model/ids.ts';
import { idPattern, newId } from '../model/ids.ts';
import type { LifetimeLimits } from '../model/lifetimes.ts';
import type { Template } from '../model/template.ts';
import { ValiseError, invalid } from '../model/valise-error.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import { choicesOf } from './drop-again.ts';

export const maxTemplates = 200;

interface Dependencies extends Pick<ServiceParts, 'clock' | 'randomness'> {
  database: DatabaseOf<'accounts' | 'dispatches' | 'drafts' | 'sent' | 'templates'>;
  terms: LifetimeLimits;
}

/** What a template is made of: a draft, or a drop. */
export type TemplateSource = { draft: string } | { drop: string };

export type Templates = ReturnType<typeof createTemplates>;

/**
 * What a person sends again and again, under names: recipients, message and options. No password is part of it, nor any
 * file.
 */
export function createTemplates({ database, clock, randomness, terms }: Dependencies) {
  async function contentsOf(account: Account, source: TemplateSource): Promise<DraftContents> {
    if ('drop' in source) {
      const owner = { accountId: account.id, kind: 'drop' } as const;
      return contentsOfDrop(await getDispatch(database, owner, source.drop), terms);
    }
    return await getDraft(account, source.draft);
  }

  async function getDraft(account: Account, id: string): Promise<Draft> {
    const draft = idPattern.test(id)
      ? await database.drafts.find(id as Draft['id'], clock.now())
      : undefined;
    if (draft?.accountId === account.id) return draft;
    throw new ValiseError('not_found', 'There is no such draft.');
  }

  return {
    async list({ id }: Account): Promise<Template[]> {
      return await database.templates.list(id);
    },

    async get(account: Account, id: string): Promise<Template> {
      return await getTemplate(database, account, id);
    },

    /**
     * Keeps the choices of a draft or of a drop, ended or not, under a name. Throws `invalid` with the field `name`
     * where it is empty, too long or taken, `not_found` for what is not the account's, and `too_large` when there are
     * as many templates as may be.
     */
    async add(account: Account, typed: string, source: TemplateSource): Promise<Template> {
      const name = getName(typed);
      const contents = await contentsOf(account, source);
      const template = {
        id: newId<TemplateId>(randomness),
        name,
        contents,
        createdAt: clock.now(),
      };
      await database.transact(async ({ accounts, templates }) => {
        await accounts.lock(account.id);
        await refuseTaken({ templates }, account, template);
        if ((await templates.list(account.id)).length >= maxTemplates) {
          throw new ValiseError('too_large', `An account has at most ${maxTemplates} templates.`);
        }
        await templates.add(account.id, template);
      });
      return template;
    },

    /** Throws as `add` does. */
    async rename(account: Account, id: string, typed: string): Promise<void> {
      const name = getName(typed);
      await database.transact(async ({ accounts, templates }) => {
        await accounts.lock(account.id);
        const template = await getTemplate({ templates }, account, id);
        await refuseTaken({ templates }, account, { id: template.id, name });
        await templates.rename(template.id, name);
      });
    },

    async remove(account: Account, id: string): Promise<void> {
      await database.transact(async ({ accounts, templates }) => {
        await accounts.lock(account.id);
        const template = await getTemplate({ templates }, account, id);
        await templates.remove(template.id);
      });
    },

    /** The options and the recipients of the last drop of the account; undefined where there is none. */
    async findLast({ id: accountId }: Account): Promise<DraftContents | undefined> {
      const now = clock.now();
      const query = { filter: 'all', after: undefined, limit: 1, now, endsBefore: now } as const;
      const [last] = await database.sent.list(accountId, query);
      const overview = last && (await database.dispatches.find(last.dispatch.id));
      return overview && { ...contentsOfDrop(overview, terms), message: '' };
    },
  };
}

function contentsOfDrop(
  { dispatch, receivers }: DispatchOverview,
  terms: LifetimeLimits,
): DraftContents {
  return {
    ...choicesOf(dispatch, terms),
    receivers: receivers
      .filter((each) => !isBareLink(each) && !each.email.endsWith('@erased.invalid'))
      .map(({ email }) => ({ email })),
  };
}

async function getTemplate(
  { templates }: Pick<Repositories, 'templates'>,
  account: Account,
  id: string,
): Promise<Template> {
  const template = idPattern.test(id)
    ? await templates.find(account.id, id as TemplateId)
    : undefined;
  if (template === undefined) throw new ValiseError('not_found', 'There is no such template.');
  return template;
}

async function refuseTaken(
  { templates }: Pick<Repositories, 'templates'>,
  account: Account,
  { id, name }: Pick<Template, 'id' | 'name'>,
): Promise<void> {
  const other = await templates.findByName(account.id, name);
  if (other === undefined || other.id === id) return;
  throw invalid([{ field: 'name', problem: `is that of another template, ${name}.` }]);
}

function getName(typed: string): string {
  const name = typed.trim().replace(/\s+/gu, ' ');
  if (foldText(name) !== '' && isName(name)) return name;
  throw invalid([{ field: 'name', problem: 'must be a text of 1 to 255 characters.' }]);
}
