import { maxTemplates } from '../../../domain/drafts/templates.ts';
import type { TemplateSource } from '../../../domain/drafts/templates.ts';
import type { DraftContents } from '../../../domain/model/draft.ts';
import { operations } from '../../generated/operations.js';
import type { Route, Services } from '../../routing/route.ts';
import { doneNotice } from '../frame/forms.ts';
import type { AppPage } from '../frame/frame.ts';
import type { PageContext, Pages } from '../frame/pages.ts';
import type { Refusal, Refusals } from '../frame/refusals.ts';
import { noRefusal, problemWith, refusedBecause } from '../frame/refusals.ts';
import { templateFormPage, templateListPage } from './template-pages.ts';

const refusals: Refusals = {
  'invalid name'({ say }, { details = [] }) {
    const isTaken = details.some(({ problem }) => problem.startsWith('is that of another'));
    return problemWith('name', say(isTaken ? 'templates.nameTaken' : 'templates.nameProblem'));
  },
  too_large: ({ say }) => refusedBecause(say('templates.full', { count: maxTemplates })),
};

interface Shown {
  draft?: string | undefined;
  done?: 'added' | 'renamed' | 'removed' | undefined;
  refusal?: Refusal;
}

/** What people send again and again: where it is kept, and drafts that are filled from it. */
export function templateRoutes({ drafts, templates }: Services, pages: Pages): Route[] {
  async function showList(
    { account, reader, csrfToken, say }: PageContext,
    { draft, done, refusal = noRefusal }: Shown,
  ): Promise<AppPage> {
    return templateListPage({
      ...{ reader, csrfToken, draft, refusal },
      templates: await templates.list(account),
      hasLast: (await templates.findLast(account)) !== undefined,
      notice: doneNotice(done, (name) => say(`templates.done.${name}`)),
    });
  }

  /** Fills the draft with these choices, and leads to it. Its files stay. */
  async function fill(
    { account }: PageContext,
    draftId: string | undefined,
    contents: DraftContents,
  ): Promise<{ redirect: string }> {
    const { id } =
      draftId === undefined
        ? await drafts.beginWith(account, contents)
        : await drafts.change(account, draftId, contents);
    return { redirect: `/app/send/${id}` };
  }

  return [
    pages.page(operations.templates.list, (context, { query }) => showList(context, query)),
    pages.page(operations.templates.form, ({ reader, csrfToken }, { query }) =>
      templateFormPage({
        ...{ reader, csrfToken, name: '', refusal: noRefusal },
        source: sourceIn(query),
      }),
    ),
    pages.act(operations.templates.add, {
      async run({ account }, { form: { name = '', ...form } }) {
        await templates.add(account, name, sourceIn(form));
        const { draft } = form;
        const back = draft === undefined ? '' : `&${new URLSearchParams({ draft }).toString()}`;
        return `/app/templates?done=added${back}`;
      },
      refusals,
      again: ({ reader, csrfToken }, { form: { name = '', ...form } }, refusal) =>
        templateFormPage({ reader, csrfToken, name, refusal, source: sourceIn(form) }),
    }),
    pages.page(operations.templates.last, async (context, { form: { draft } }) => {
      const contents = await templates.findLast(context.account);
      if (contents === undefined) return { redirect: '/app/templates' };
      return await fill(context, draft, contents);
    }),
    pages.page(operations.templates.use, async (context, { params, form: { draft } }) => {
      const { contents } = await templates.get(context.account, params.id);
      return await fill(context, draft, contents);
    }),
    pages.act(operations.templates.rename, {
      async run({ account }, { params, form: { name = '' } }) {
        await templates.rename(account, params.id, name);
        return '/app/templates?done=renamed';
      },
      refusals,
      again: (context, _input, refusal) => showList(context, { refusal }),
    }),
    pages.page(operations.templates.remove, async ({ account }, { params }) => {
      await templates.remove(account, params.id);
      return { redirect: '/app/templates?done=removed' };
    }),
  ];
}

function sourceIn({
  draft = '',
  drop,
}: {
  draft?: string | undefined;
  drop?: string | undefined;
}): TemplateSource {
  return drop === undefined ? { draft } : { drop };
}
