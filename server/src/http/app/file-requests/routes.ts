import type { InputOf } from '#protocol/operations/operation.ts';
import type { requestsOperations } from '#protocol/operations/requests.ts';
import { day } from '../../../domain/model/clock.ts';
import type { Dispatch } from '../../../domain/model/dispatch.ts';
import { newId } from '../../../domain/model/ids.ts';
import type { LifetimeLimits } from '../../../domain/model/lifetimes.ts';
import { startDays } from '../../../domain/model/lifetimes.ts';
import { ValiseError } from '../../../domain/model/valise-error.ts';
import { sendWhole } from '../../connection/send-whole.ts';
import { operations } from '../../generated/operations.js';
import type { Html } from '../../html/html.ts';
import type { Route, Services } from '../../routing/route.ts';
import type { FieldProblem } from '../frame/forms.ts';
import { doneNotice } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import type { PageContext, Pages } from '../frame/pages.ts';
import { renderQrCode } from '../frame/qr-code.ts';
import type { Refusal, Refusals } from '../frame/refusals.ts';
import { refusedBecause } from '../frame/refusals.ts';
import { retryDate } from '../frame/retry-date.ts';
import type { AskForm } from './ask-form.ts';
import type { AskedPeople } from './asked-people.ts';
import { readAskedPeople } from './asked-people.ts';
import { askRefusals, emptyForm, parseForm, readForm } from './ask-form.ts';
import type { AskView } from './ask-page.ts';
import { askPage, dayChoices } from './ask-page.ts';
import { listPage } from './request-list.ts';
import { detailPage } from './request-pages.ts';

const entriesPerPage = 25;

type DoneQuery = InputOf<typeof requestsOperations.show.input>['query'];

/** Pages on which a person asks others for files. */
export function requestRoutes(
  services: Services,
  pages: Pages,
  lifetimes: LifetimeLimits,
): Route[] {
  const { fileRequests, hasher, randomness, clock } = services;

  function freshForm({ account }: PageContext): AskForm {
    return emptyForm(newId(randomness), startDays(account, lifetimes));
  }

  /** `people`: whom the form names. */
  function askViewOf(
    { reader, csrfToken, account }: PageContext,
    form: AskForm,
    { known }: Pick<AskedPeople, 'known'>,
    problems: readonly FieldProblem[] = [],
  ): AskView {
    const { texts } = pages.frame.translations[reader.language];
    const choices = dayChoices(lifetimes, startDays(account, lifetimes));
    return { reader, texts, csrfToken, form, known, problems, choices };
  }

  async function showForm(
    context: PageContext,
    form: AskForm,
    problems?: readonly FieldProblem[],
  ): Promise<AppPage> {
    const people = await readAskedPeople(services, context.account, form.receivers);
    return askPage(askViewOf(context, form, people, problems));
  }

  /** The same form sent twice is one request; sent again with other content, it is another one. */
  function claimOf(form: AskForm) {
    const keyHash = hasher.hash('request form', JSON.stringify(form));
    return { keyHash, requestHash: keyHash };
  }

  async function showOne(
    { account, reader, csrfToken, origin }: PageContext,
    id: string,
    noticeOn: (dispatch: Dispatch) => Html | undefined,
  ): Promise<AppPage> {
    const details = await fileRequests.get(account, id);
    const { dispatch } = details;
    const now = clock.now();
    const choices = dayChoices(lifetimes).filter(
      (days) => now + days * day - dispatch.createdAt <= lifetimes.maxMs,
    );
    const notice = noticeOn(dispatch);
    return detailPage({ reader, csrfToken, details, origin, choices, notice, now });
  }

  /** An act on one request shows its page again where it is refused. */
  const onPage = {
    refusals,
    again: (context: PageContext, { params }: { params: { id: string } }, { notice }: Refusal) =>
      showOne(context, params.id, () => notice),
  };

  return [
    pages.page(operations.requests.list, async (context, { query: { after, state } }) => {
      const { account, reader } = context;
      const page = {
        limit: entriesPerPage + 1,
        ...(after === undefined ? {} : { olderThan: after }),
      };
      const entries = await fileRequests.list(account, { state: state ?? 'live', ...page });
      const open = (await fileRequests.listOpen(account, entriesPerPage + 1)).length;
      const most = reader.formats.number(entriesPerPage);
      return listPage({
        ...askViewOf(context, freshForm(context), { known: [] }),
        entries: entries.slice(0, entriesPerPage),
        isEnded: state === 'ended',
        open: open > entriesPerPage ? `${most}+` : reader.formats.number(open),
        hasMore: entries.length > entriesPerPage,
        isFirst: after === undefined,
      });
    }),
    pages.page(operations.requests.form, (context, { query: { to = '' } }) =>
      showForm(context, { ...freshForm(context), receivers: to }),
    ),
    pages.act(operations.requests.ask, {
      async run({ reader, actor, account }, input) {
        const form = readForm(input);
        const people = await readAskedPeople(services, account, form.receivers);
        const parsed = parseForm(form, people, reader);
        if (!('order' in parsed)) return parsed;
        const asked = await fileRequests.ask(actor, account, parsed.order, claimOf(form));
        return asked.isReplay ? '/app/requests' : `/app/requests/${asked.id}?done=asked`;
      },
      refusals: askRefusals,
      again: (context, input, { problems }) => showForm(context, readForm(input), problems),
    }),
    pages.page(operations.requests.show, (context, { params, query }) =>
      showOne(context, params.id, (dispatch) => noticeOf(query, dispatch, context.reader)),
    ),
    pages.act(operations.requests.close, {
      ...onPage,
      async run({ actor, account }, { params: { id } }) {
        await fileRequests.close(actor, account, id);
        return `/app/requests/${id}?done=closed`;
      },
    }),
    pages.act(operations.requests.extend, {
      ...onPage,
      async run({ actor, account }, { params: { id }, form: { days = Number.NaN } }) {
        await fileRequests.extend(actor, account, id, clock.now() + days * day);
        return `/app/requests/${id}?done=extended`;
      },
    }),
    pages.act(operations.requests.remind, {
      ...onPage,
      async run({ actor, account }, { params: { id } }) {
        const { receivers } = await fileRequests.remind(actor, account, id);
        return `/app/requests/${id}?done=reminded&count=${receivers.length}`;
      },
    }),
    pages.act(operations.requests.endLink, {
      ...onPage,
      async run({ actor, account }, { params: { id, receiver } }) {
        await fileRequests.closeLink(actor, account, id, receiver);
        return `/app/requests/${id}?done=linkEnded`;
      },
    }),
    pages.file(operations.requests.linkCode, async ({ account, origin, say }, { params }) => {
      const { links } = await fileRequests.get(account, params.id);
      const secret = links.find((link) => link.id === params.receiver)?.secret;
      if (secret === undefined) throw new ValiseError('not_found', 'There is no such link.');
      const picture = renderQrCode(`${origin}/u/${secret}`, say('requests.qr')).toString();
      return {
        send: ({ request, reply }) => sendWhole(request, reply.type('image/svg+xml'), picture),
      };
    }),
  ];
}

const refusals: Refusals = {
  dispatch_ended: ({ say }) => refusedBecause(say('requests.problems.ended')),
  invalid: ({ say }) => refusedBecause(say('requests.problems.until')),
  mail_quota: (reader, error) =>
    refusedBecause(reader.say('requests.problems.mails', retryDate(error, reader))),
};

function noticeOf(
  { done, count = 0 }: DoneQuery,
  { expiresAt }: Dispatch,
  { say, formats }: PageReader,
): Html | undefined {
  return doneNotice(done, (what) => {
    if (what === 'extended')
      return say('requests.done.extended', { date: formats.dateTime(expiresAt) });
    if (what !== 'reminded') return say(`requests.done.${what}`);
    return count === 0 ? say('requests.done.nobody') : say('requests.done.reminded', { count });
  });
}
