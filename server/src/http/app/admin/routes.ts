import type { AuditQuery, DoneQuery, DropsQuery, OutboxQuery } from '#protocol/schemas/admin.ts';
import { exportFormats } from '../../../domain/audit/audit-export.ts';
import type { AuditFilter } from '../../../domain/administration/audit-search.ts';
import { dispatchStates, listedMailStates } from '../../../domain/model/administration.ts';
import { day } from '../../../domain/model/clock.ts';
import type { DispatchId, MailId } from '../../../domain/model/ids.ts';
import { adminChecks } from '../../generated/checks.js';
import type { Html } from '../../html/html.ts';
import type { Person, Route, Services } from '../../routing/route.ts';
import { alertNotice } from '../frame/forms.ts';
import type { Frame, PageReader } from '../frame/frame.ts';
import { personRoute } from '../frame/person-route.ts';
import { accountRoutes } from './account-routes.ts';
import type { Done } from './admin-parts.ts';
import type { Shown } from './admin-section.ts';
import { createAdminSection, idOf, noticeOf, oneOf } from './admin-section.ts';
import { sendTrail } from './export-trail.ts';
import { renderDropList, renderMail, renderOutbox } from './list-pages.ts';
import { trailCheckRoute } from './trail-check-route.ts';
import { renderAudit, renderOverview, renderStorage } from './trail-pages.ts';

/** The section of administrators. To everybody else none of its pages exists. */
export function adminRoutes(services: Services, frame: Frame): Route[] {
  const { administration, clock } = services;
  const section = createAdminSection(frame);
  const { page, act, send, goOn } = section;

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

    ...accountRoutes(services, section),

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

/** The beginning of a day, in UTC, as the trail counts. */
function instantOf(text: string): number | undefined {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

function endOfDay(text: string): number | undefined {
  const at = instantOf(text);
  return at === undefined ? undefined : at + day;
}
