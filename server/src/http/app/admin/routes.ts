import type { adminOperations } from '#protocol/operations/admin.ts';
import type { Compiled } from '#protocol/operations/compiled.ts';
import type { InputOf } from '#protocol/operations/operation.ts';
import { parseWholeNumber } from '#protocol/whole-number.ts';
import { day } from '../../../domain/model/clock.ts';
import type { MailId } from '../../../domain/model/ids.ts';
import type { Actor } from '../../../domain/model/principal.ts';
import { operations } from '../../generated/operations.js';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import type { Route, Services } from '../../routing/route.ts';
import { doneNotice } from '../frame/forms.ts';
import type { AppPage } from '../frame/frame.ts';
import type { PageContext, Pages } from '../frame/pages.ts';
import { refusedBecause } from '../frame/refusals.ts';
import { accountRoutes } from './account-routes.ts';
import { appearanceRoutes } from './appearance-routes.ts';
import { dropRoutes } from './drop-routes.ts';
import { exportTrail } from './export-trail.ts';
import { invitationRoutes } from './invitation-routes.ts';
import { renderMail, renderOutbox } from './list-pages.ts';
import { renderOverview } from './overview-page.ts';
import { renderStorage } from './storage-pages.ts';
import { checkText, renderAudit } from './trail-page.ts';

type OneMail = InputOf<typeof adminOperations.mail.input>;
type AuditQuery = InputOf<typeof adminOperations.audit.input>['query'];

const accountsOnOverview = 5;

/** The section of administrators. To everybody else none of its pages exists. */
export function adminRoutes(
  services: Pick<
    Services,
    'administration' | 'brandPreview' | 'clock' | 'sessions' | 'transferMemory'
  >,
  pages: Pages,
): Route[] {
  const { administration } = services;

  function mailNotice({ say }: PageContext, { done }: OneMail['query']): Html | undefined {
    return doneNotice(done, (word) => say(`admin.done.${word}`));
  }

  async function showMail(
    { reader, csrfToken }: PageContext,
    params: OneMail['params'],
    notice: Html | undefined,
  ): Promise<AppPage> {
    const mail = await administration.outbox.get(mailIdOf(params));
    return { title: mail.to, body: renderMail({ reader, csrfToken, mail, notice }) };
  }

  function mailAct(
    operation: Compiled<typeof adminOperations.retryMail>,
    done: NonNullable<OneMail['query']['done']>,
    refused: 'notRetried' | 'notWithdrawn',
    run: (actor: Actor, id: MailId) => Promise<boolean>,
  ): Route {
    return pages.act(operation, {
      run: async ({ actor, say }, { params }) =>
        (await run(actor, mailIdOf(params)))
          ? `/app/admin/outbox/${params.id}?done=${done}`
          : refusedBecause(say(`admin.refused.${refused}`)),
      again: (context, { params }, { notice }) => showMail(context, params, notice),
    });
  }

  async function showAudit(
    { reader, csrfToken }: PageContext,
    query: AuditQuery,
    notice: Html | undefined,
  ): Promise<AppPage> {
    const { who = '', action = '', object = '', from = '', until = '', after = '' } = query;
    const page = await administration.searchTrail(
      { who, action, object, from: startOfDay(from), until: endOfDay(until) },
      parseWholeNumber(after),
    );
    const filter = { who, action, object, from, until };
    const check = await administration.trailChecks.find();
    const body = renderAudit({ reader, csrfToken, filter, page, check, notice });
    return { title: reader.say('admin.audit'), body };
  }

  return [
    pages.page(operations.admin.root, () => ({ redirect: '/app/admin/' })),
    pages.page(operations.admin.overview, async ({ reader, say }) => ({
      title: say('admin.title'),
      body: renderOverview({
        reader,
        overview: await administration.readOverview(),
        days: await administration.days.read(),
        outcome: await administration.readOutcome(),
        accounts: await administration.accounts.listLastSenders(accountsOnOverview),
      }),
    })),

    ...accountRoutes(services, pages),

    ...invitationRoutes(services, pages),
    ...dropRoutes(services, pages),
    ...appearanceRoutes(services, pages),

    pages.page(operations.admin.outbox, async (context, { query }) => {
      const { reader, csrfToken, say } = context;
      const { state, after } = query;
      const page = await administration.outbox.list({ state, after });
      const notice = mailNotice(context, query);
      const body = renderOutbox({ reader, csrfToken, state, page, notice });
      return { title: say('admin.outbox'), body };
    }),
    pages.page(operations.admin.retryAll, async ({ actor }) => {
      await administration.outbox.retryFailed(actor);
      return { redirect: '/app/admin/outbox?done=retried' };
    }),
    pages.page(operations.admin.testMail, async ({ actor, account }) => {
      const id = await administration.outbox.test(actor, account);
      return { redirect: `/app/admin/outbox/${id}?done=tested` };
    }),
    pages.page(operations.admin.mail, (context, { params, query }) =>
      showMail(context, params, mailNotice(context, query)),
    ),
    mailAct(operations.admin.retryMail, 'retried', 'notRetried', (actor, id) =>
      administration.outbox.retry(actor, id),
    ),
    mailAct(operations.admin.withdrawMail, 'withdrawn', 'notWithdrawn', (actor, id) =>
      administration.outbox.withdraw(actor, id),
    ),

    pages.page(operations.admin.audit, (context, { query }) => {
      const notice = doneNotice(query.done, (done) => context.say(`admin.done.${done}`));
      return showAudit(context, query, notice);
    }),
    pages.page(operations.admin.trailCheck, async ({ reader }) => ({
      part: html`${checkText(reader, await administration.trailChecks.find())}`,
    })),
    pages.act(operations.admin.verify, {
      run: async ({ actor, say }) =>
        (await administration.trailChecks.start(actor))
          ? '/app/admin/audit?done=checking'
          : refusedBecause(say('admin.refused.checking')),
      again: (context, _input, { notice }) => showAudit(context, {}, notice),
    }),
    pages.file(operations.admin.export, (context, { form: { format = 'csv' } }) =>
      exportTrail(services, context, format),
    ),

    pages.page(operations.admin.storage, async ({ reader, say }) => ({
      title: say('admin.storage'),
      body: renderStorage({ reader, report: await administration.storage.read() }),
    })),
  ];
}

function mailIdOf({ id }: OneMail['params']): MailId {
  return id as MailId;
}

/** In UTC, as the trail counts. */
function startOfDay(text: string): number | undefined {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

function endOfDay(text: string): number | undefined {
  const at = startOfDay(text);
  return at === undefined ? undefined : at + day;
}
