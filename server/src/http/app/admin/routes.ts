import type { FastifyReply, FastifyRequest } from 'fastify';
import type {
  AccountsQuery,
  AuditQuery,
  DoneQuery,
  DropsQuery,
  OneParams,
  OutboxQuery,
} from '#protocol/schemas/admin.ts';
import { exportFormats } from '../../../domain/audit/audit-export.ts';
import type { AuditFilter } from '../../../domain/administration/audit-search.ts';
import type { Refusal } from '../../../domain/administration/account-administration.ts';
import { roles } from '../../../domain/model/account.ts';
import {
  accountStates,
  dispatchStates,
  listedMailStates,
} from '../../../domain/model/administration.ts';
import { day } from '../../../domain/model/clock.ts';
import type { AccountId, DispatchId, MailId } from '../../../domain/model/ids.ts';
import { ValiseError } from '../../../domain/model/valise-error.ts';
import { adminChecks } from '../../generated/checks.js';
import type { Html } from '../../html/html.ts';
import type { Person, PersonHandler, Route, RouteSchema, Services } from '../../routing/route.ts';
import { alertNotice, successNotice } from '../frame/forms.ts';
import type { Frame, PageReader } from '../frame/frame.ts';
import { personRoute } from '../frame/person-route.ts';
import type { InvitationView } from './account-pages.ts';
import {
  gigabyte,
  renderAccount,
  renderAccountList,
  renderFactorRemoval,
} from './account-pages.ts';
import type { Done } from './admin-parts.ts';
import { doneTexts, isDone } from './admin-parts.ts';
import { sendTrail } from './export-trail.ts';
import { renderDropList, renderMail, renderOutbox } from './list-pages.ts';
import { trailCheckRoute } from './trail-check-route.ts';
import { renderAudit, renderOverview, renderStorage } from './trail-pages.ts';

const maxQuotaGigabytes = 1_000_000;

const refusalTexts = {
  own_account: 'admin.refused.ownAccount',
  last_admin: 'admin.refused.lastAdmin',
  disabled: 'admin.refused.disabled',
  not_a_person: 'admin.refused.notPerson',
  no_factor: 'admin.refused.noFactor',
} as const satisfies Record<Refusal, string>;

const emptyInvitation: InvitationView = { email: '', number: '', role: 'user', problems: [] };

/** The section of administrators. To everybody else none of its pages exists. */
export function adminRoutes(services: Services, frame: Frame): Route[] {
  const { administration, clock } = services;

  interface Shown {
    title: string;
    body: Html;
    /** Whether a form was refused. */
    isRefused?: boolean;
  }

  /** A page, and what its handler needs of the request. */
  type Show = (reader: PageReader, person: Person, request: FastifyRequest) => Promise<Shown>;

  async function send(
    person: Person,
    request: FastifyRequest,
    reply: FastifyReply,
    show: Show,
  ): Promise<FastifyReply> {
    const { title, body, isRefused = false } = await show(frame.readerOf(person), person, request);
    const status = isRefused ? 422 : 200;
    return frame.sendToPerson(person, request, reply, { title, body, status });
  }

  function page(path: string, schema: RouteSchema, show: Show): Route {
    return personRoute({
      path: `/app/admin/${path}`,
      role: 'admin',
      methods: {
        GET: {
          schema,
          explain: refuseMissing,
          handle: (person, request, reply) => send(person, request, reply, show),
        },
      },
    });
  }

  /** What is done by a form of one of the pages, after a recent proof. */
  function act(path: string, schema: RouteSchema, handle: PersonHandler): Route {
    return personRoute({
      path: `/app/admin/${path}`,
      role: 'admin',
      proof: 'recent',
      methods: { POST: { body: 'form', schema, explain: refuseMissing, handle } },
    });
  }

  function goOn(request: FastifyRequest, reply: FastifyReply, path: string, done: Done) {
    return frame.redirect(request, reply, `/app/admin/${path}?done=${done}`);
  }

  async function showAccounts(
    reader: PageReader,
    { csrfToken }: Person,
    { address = '', role, state, after, done }: AccountsQuery,
    invitation = emptyInvitation,
  ): Promise<Shown> {
    const filter = {
      prefix: address.slice(0, 254),
      role: oneOf(roles, role),
      state: oneOf(accountStates, state),
    };
    const shown = await administration.accounts.list({ ...filter, after });
    const notice = noticeOf(reader, done);
    return {
      title: reader.say('admin.accounts'),
      body: renderAccountList({ reader, csrfToken, filter, page: shown, invitation, notice }),
      isRefused: invitation.problems.length > 0,
    };
  }

  async function showAccount(
    reader: PageReader,
    { csrfToken, account: self }: Person,
    id: AccountId,
    extra: { notice?: Html | undefined; quota?: string } = {},
  ): Promise<Shown> {
    const row = await administration.accounts.get(id);
    const { quotaBytes } = row.account;
    const kept = quotaBytes === undefined ? '' : String(quotaBytes / gigabyte);
    return {
      title: row.account.email,
      body: renderAccount({
        reader,
        csrfToken,
        self: self.id,
        row,
        defaultQuotaBytes: administration.defaultQuotaBytes,
        quota: extra.quota ?? kept,
        isQuotaWrong: extra.quota !== undefined,
        notice: extra.notice,
      }),
    };
  }

  /** An act on one account: what it is refused for, or where it leads. */
  function accountAct(
    name: string,
    done: Done,
    run: (person: Person, id: AccountId) => Promise<Refusal | undefined>,
  ): Route {
    return act(`accounts/:id/${name}`, adminChecks.act, async (person, request, reply) => {
      const id = idOf<AccountId>(request);
      const refusal = await run(person, id);
      if (refusal === undefined) return goOn(request, reply, `accounts/${id}`, done);
      return await send(person, request, reply, async (reader) => {
        const notice = alertNotice(reader.say(refusalTexts[refusal]));
        return { ...(await showAccount(reader, person, id, { notice })), isRefused: true };
      });
    });
  }

  async function showMail(
    reader: PageReader,
    { csrfToken }: Person,
    id: MailId,
    notice: Html | undefined,
  ): Promise<Shown> {
    const mail = await administration.outbox.get(id);
    return { title: mail.to, body: renderMail({ reader, csrfToken, mail, notice }) };
  }

  function mailAct(
    name: string,
    done: Done,
    refused: 'notRetried' | 'notWithdrawn',
    run: (person: Person, id: MailId) => Promise<boolean>,
  ): Route {
    return act(`outbox/:id/${name}`, adminChecks.act, async (person, request, reply) => {
      const id = idOf<MailId>(request);
      if (await run(person, id)) return goOn(request, reply, `outbox/${id}`, done);
      return await send(person, request, reply, async (reader) => {
        const notice = alertNotice(reader.say(`admin.refused.${refused}`));
        return { ...(await showMail(reader, person, id, notice)), isRefused: true };
      });
    });
  }

  async function showAudit(
    reader: PageReader,
    { csrfToken }: Person,
    query: AuditQuery,
    notice: Html | undefined,
  ): Promise<Shown> {
    const { who = '', action = '', object = '', from = '', until = '', before } = query;
    const filter: AuditFilter = {
      who: who.slice(0, 254),
      action: action.slice(0, 64),
      object: object.slice(0, 254),
      from: instantOf(from),
      until: endOfDay(until),
    };
    const place = /^[1-9]\d{0,14}$/.test(before ?? '') ? Number(before) : undefined;
    const shown = await administration.searchTrail(filter, place);
    const check = await administration.trailChecks.find();
    return {
      title: reader.say('admin.audit'),
      body: renderAudit({
        reader,
        csrfToken,
        filter: { who, action, object, from, until },
        page: shown,
        check,
        notice,
      }),
    };
  }

  return [
    personRoute({
      path: '/app/admin',
      role: 'admin',
      methods: {
        GET: {
          schema: 'none',
          handle: (_person, request, reply) => frame.redirect(request, reply, '/app/admin/'),
        },
      },
    }),
    page('', adminChecks.overview_page, async (reader) => ({
      title: reader.say('admin.title'),
      body: renderOverview({ reader, overview: await administration.readOverview() }),
    })),

    page('accounts', adminChecks.accounts_page, (reader, person, { query }) =>
      showAccounts(reader, person, query as AccountsQuery),
    ),
    act('accounts/invite', adminChecks.invite, async (person, request, reply) => {
      const { form, actor } = person;
      const [email, number] = [form.get('email') ?? '', form.get('number') ?? ''];
      const role = form.get('role') === 'admin' ? 'admin' : 'user';
      const answer = await administration.accounts.invite(actor, { email, number, role });
      if ('account' in answer) {
        return goOn(request, reply, `accounts/${answer.account.id}`, 'invited');
      }
      const invitation = { email, number, role, problems: answer.problems };
      return await send(person, request, reply, (reader) =>
        showAccounts(reader, person, {}, invitation),
      );
    }),
    page('accounts/:id', adminChecks.account_page, (reader, person, request) =>
      showAccount(reader, person, idOf(request), {
        notice: noticeOf(reader, (request.query as DoneQuery).done),
      }),
    ),
    accountAct('disable', 'disabled', ({ actor, account }, id) =>
      administration.accounts.disable(actor, account.id, id),
    ),
    accountAct('enable', 'enabled', async ({ actor }, id) => {
      await administration.accounts.enable(actor, id);
      return undefined;
    }),
    accountAct('link', 'link', ({ actor }, id) => administration.accounts.sendLink(actor, id)),
    accountAct('sessions', 'sessions', async ({ actor }, id) => {
      await administration.accounts.endSessions(actor, id);
      return undefined;
    }),
    accountAct('keys', 'keys', async ({ actor }, id) => {
      await administration.accounts.endKeys(actor, id);
      return undefined;
    }),
    page(
      'accounts/:id/second-factor',
      adminChecks.account_page,
      async (reader, person, request) => {
        const { account } = await administration.accounts.get(idOf(request));
        const { csrfToken } = person;
        return { title: account.email, body: renderFactorRemoval({ reader, csrfToken, account }) };
      },
    ),
    accountAct('second-factor/remove', 'factor', ({ actor }, id) =>
      administration.accounts.removeSecondFactor(actor, id),
    ),
    act('accounts/:id/quota', adminChecks.quota, async (person, request, reply) => {
      const id = idOf<AccountId>(request);
      const entered = (person.form.get('quota') ?? '').trim().slice(0, 20);
      const quotaBytes = parseQuota(entered);
      if (quotaBytes === 'wrong') {
        return await send(person, request, reply, async (reader) => ({
          ...(await showAccount(reader, person, id, { quota: entered })),
          isRefused: true,
        }));
      }
      await administration.accounts.setQuota(person.actor, id, quotaBytes);
      return goOn(request, reply, `accounts/${id}`, 'quota');
    }),

    page('drops', adminChecks.drops_page, async (reader, _person, { query }) => {
      const { sender = '', state, after } = query as DropsQuery;
      const filter = { sender: sender.slice(0, 254), state: oneOf(dispatchStates, state) };
      const shown = await administration.drops.list({
        ...filter,
        after: after as DispatchId | undefined,
      });
      const body = renderDropList({ reader, now: clock.now(), filter, page: shown });
      return { title: reader.say('admin.drops'), body };
    }),

    page('outbox', adminChecks.outbox_page, async (reader, { csrfToken }, { query }) => {
      const { state: wanted, after, done } = query as OutboxQuery;
      const state = oneOf(listedMailStates, wanted);
      const shown = await administration.outbox.list({ state, after: after as MailId | undefined });
      const notice = noticeOf(reader, done);
      const body = renderOutbox({ reader, csrfToken, state, page: shown, notice });
      return { title: reader.say('admin.outbox'), body };
    }),
    act('outbox/retry', adminChecks.retry_all, async ({ actor }, request, reply) => {
      await administration.outbox.retryFailed(actor);
      return goOn(request, reply, 'outbox', 'retried');
    }),
    page('outbox/:id', adminChecks.mail_page, (reader, person, request) => {
      const notice = noticeOf(reader, (request.query as DoneQuery).done);
      return showMail(reader, person, idOf(request), notice);
    }),
    mailAct('retry', 'retried', 'notRetried', ({ actor }, id) =>
      administration.outbox.retry(actor, id),
    ),
    mailAct('withdraw', 'withdrawn', 'notWithdrawn', ({ actor }, id) =>
      administration.outbox.withdraw(actor, id),
    ),

    page('audit', adminChecks.audit_page, (reader, person, { query }) =>
      showAudit(reader, person, query as AuditQuery, noticeOf(reader, (query as AuditQuery).done)),
    ),
    trailCheckRoute(services, frame),
    act('audit/verify', adminChecks.verify, async (person, request, reply) => {
      if (await administration.trailChecks.start(person.actor)) {
        return goOn(request, reply, 'audit', 'checking');
      }
      return await send(person, request, reply, async (reader) => {
        const notice = alertNotice(reader.say('admin.refused.checking'));
        return { ...(await showAudit(reader, person, {}, notice)), isRefused: true };
      });
    }),
    act('audit/export', adminChecks.export, async (person, request, reply) => {
      const format = oneOf(exportFormats, person.form.get('format') ?? undefined) ?? 'csv';
      return await sendTrail(services, person, request, reply, format);
    }),

    page('storage', adminChecks.storage_page, async (reader) => ({
      title: reader.say('admin.storage'),
      body: renderStorage({ reader, report: await administration.storage.read() }),
    })),
  ];
}

function refuseMissing(): never {
  throw new ValiseError('not_found', 'There is nothing at this address.');
}

function noticeOf({ say }: PageReader, done: string | undefined): Html | undefined {
  return isDone(done) ? successNotice(say(doneTexts[done])) : undefined;
}

function idOf<Id extends string>({ params }: FastifyRequest): Id {
  return (params as OneParams).id as Id;
}

function oneOf<Value extends string>(
  values: readonly Value[],
  wanted: string | undefined,
): Value | undefined {
  return values.find((value) => value === wanted);
}

/** The beginning of a day, in UTC, as the trail counts. */
function instantOf(text: string): number | undefined {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

function endOfDay(text: string): number | undefined {
  const at = instantOf(text);
  return at === undefined ? undefined : at + day;
}

function parseQuota(text: string): number | undefined | 'wrong' {
  if (text === '') return undefined;
  if (!/^\d{1,7}(?:[.,]\d{1,3})?$/.test(text)) return 'wrong';
  const gigabytes = Number(text.replace(',', '.'));
  return gigabytes > maxQuotaGigabytes ? 'wrong' : Math.round(gigabytes * gigabyte);
}
