import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestLinkParams, RequestParams, RequestQuery } from '#protocol/schemas/requests.ts';
import { day } from '../../../domain/model/clock.ts';
import { newId } from '../../../domain/model/ids.ts';
import type { LifetimeLimits } from '../../../domain/model/lifetimes.ts';
import { startDays } from '../../../domain/model/lifetimes.ts';
import { ValiseError } from '../../../domain/model/valise-error.ts';
import { sendWhole } from '../../connection/response-headers.ts';
import { requestChecks } from '../../generated/checks.js';
import type { Html } from '../../html/html.ts';
import type { Person, PersonHandler, Route, Services } from '../../routing/route.ts';
import type { FieldProblem } from '../frame/forms.ts';
import { alertNotice, successNotice } from '../frame/forms.ts';
import type { Frame, PageReader } from '../frame/frame.ts';
import { personRoute } from '../frame/person-route.ts';
import { retryDate } from '../frame/retry-date.ts';
import type { AskForm } from './ask-form.ts';
import { emptyForm, parseForm, problemsIn, readForm } from './ask-form.ts';
import { askPage, dayChoices } from './ask-page.ts';
import { detailPage, listPage } from './request-pages.ts';

const entriesPerPage = 25;

/** What an act has done, as the address of the next page says it. */
const acts = ['asked', 'reminded', 'extended', 'closed', 'linkEnded'] as const;
type Act = (typeof acts)[number];

/** Pages on which a person asks others for files. */
export function requestRoutes(
  { fileRequests, hasher, randomness, clock }: Services,
  frame: Frame,
  lifetimes: LifetimeLimits,
): Route[] {
  async function showList(
    person: Person,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { before } = request.query as RequestQuery;
    const start = typeof before === 'string' ? before : undefined;
    const entries = await fileRequests.list(person.account, entriesPerPage + 1, start);
    const page = listPage({
      reader: frame.readerOf(person),
      entries: entries.slice(0, entriesPerPage),
      hasMore: entries.length > entriesPerPage,
      isFirst: start === undefined,
      now: clock.now(),
    });
    return frame.sendToPerson(person, request, reply, page);
  }

  function showForm(
    person: Person,
    request: FastifyRequest,
    reply: FastifyReply,
    form: AskForm,
    problems: readonly FieldProblem[] = [],
  ): Promise<FastifyReply> {
    const { csrfToken } = person;
    const status = problems.length === 0 ? 200 : 422;
    const page = askPage({
      reader: frame.readerOf(person),
      csrfToken,
      form,
      problems,
      choices: dayChoices(lifetimes, startDays(person.account, lifetimes)),
      status,
    });
    return frame.sendToPerson(person, request, reply, page);
  }

  /** The same form sent twice is one request; sent again with other content, it is another one. */
  function claimOf(form: AskForm) {
    const keyHash = hasher.hash('request form', JSON.stringify(form));
    return { keyHash, requestHash: keyHash };
  }

  async function ask(
    person: Person,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { account, actor } = person;
    const reader = frame.readerOf(person);
    const form = readForm(person.form);
    const parsed = parseForm(form, reader);
    if (!('order' in parsed)) return showForm(person, request, reply, form, parsed.problems);
    const { order } = parsed;
    try {
      const asked = await fileRequests.ask(actor, account, order, claimOf(form));
      const path = asked.isReplay ? '' : `/${asked.id}?done=asked`;
      return await frame.redirect(request, reply, `/app/requests${path}`);
    } catch (error) {
      const problems = error instanceof ValiseError && problemsIn(error, order, reader);
      if (problems === false || problems === undefined) throw error;
      return showForm(person, request, reply, form, problems);
    }
  }

  async function showOne(
    person: Person,
    request: FastifyRequest,
    reply: FastifyReply,
    alert?: Html,
  ): Promise<FastifyReply> {
    const details = await fileRequests.get(person.account, idOf(request));
    const page = detailPage({
      reader: frame.readerOf(person),
      csrfToken: person.csrfToken,
      details,
      origin: originOf(request, frame.publicUrl),
      choices: dayChoices(lifetimes).filter(
        (days) => clock.now() + days * day - details.dispatch.createdAt <= lifetimes.maxMs,
      ),
      notice: alert ?? noticeOf(person, request, details.dispatch.expiresAt),
      now: clock.now(),
      ...(alert === undefined ? {} : { status: 422 }),
    });
    return frame.sendToPerson(person, request, reply, page);
  }

  function noticeOf(person: Person, request: FastifyRequest, until: number): Html | undefined {
    const { done, count } = request.query as RequestQuery;
    const { say, formats } = frame.readerOf(person);
    const act = acts.find((known) => known === done);
    if (act === undefined) return undefined;
    if (act === 'extended') {
      return successNotice(say('requests.done.extended', { date: formats.dateTime(until) }));
    }
    if (act !== 'reminded') return successNotice(say(`requests.done.${act}`));
    const reminded = /^[0-9]{1,6}$/.test(String(count)) ? Number(count) : 0;
    return successNotice(
      reminded === 0
        ? say('requests.done.nobody')
        : say('requests.done.reminded', { count: reminded }),
    );
  }

  /** An act on one request, whose page is shown afterwards. */
  function act(
    path: string,
    done: Act,
    carryOut: (person: Person, request: FastifyRequest) => Promise<number | undefined>,
  ): Route {
    const handle: PersonHandler = async (person, request, reply) => {
      try {
        const count = await carryOut(person, request);
        const counted = count === undefined ? '' : `&count=${count}`;
        const next = `/app/requests/${idOf(request)}?done=${done}${counted}`;
        return await frame.redirect(request, reply, next);
      } catch (error) {
        const text = textOf(error, frame.readerOf(person));
        if (text === undefined) throw error;
        return await showOne(person, request, reply, alertNotice(text));
      }
    };
    const schema = path.includes(':receiver')
      ? requestChecks.end_link
      : done === 'extended'
        ? requestChecks.extend_request
        : requestChecks.act_on_request;
    return personRoute({
      path: `/app/requests/:id/${path}`,
      methods: { POST: { body: 'form', schema, handle } },
    });
  }

  async function sendCode(
    { account }: Person,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { id, receiver } = request.params as RequestLinkParams;
    const { links } = await fileRequests.get(account, id);
    const secret = links.find((link) => link.id === receiver)?.secret;
    if (secret === undefined) throw new ValiseError('not_found', 'There is no such link.');
    const { renderSVG } = await import('uqr');
    const picture = renderSVG(`${originOf(request, frame.publicUrl)}/u/${secret}`, { border: 4 });
    return sendWhole(request, reply.type('image/svg+xml'), picture);
  }

  return [
    personRoute({
      path: '/app/requests',
      methods: { GET: { schema: requestChecks.list_requests, handle: showList } },
    }),
    personRoute({
      path: '/app/requests/new',
      methods: {
        GET: {
          schema: 'none',
          handle: (person, request, reply) =>
            showForm(
              person,
              request,
              reply,
              emptyForm(newId(randomness), startDays(person.account, lifetimes)),
            ),
        },
        POST: { body: 'form', schema: requestChecks.ask, handle: ask },
      },
    }),
    personRoute({
      path: '/app/requests/:id',
      methods: {
        GET: {
          schema: requestChecks.show_request,
          handle: (person, request, reply) => showOne(person, request, reply),
        },
      },
    }),
    act('close', 'closed', async ({ actor, account }, request) => {
      await fileRequests.close(actor, account, idOf(request));
      return undefined;
    }),
    act('extend', 'extended', async ({ actor, account, form }, request) => {
      const days = /^[0-9]{1,5}$/.test(form.get('days') ?? '') ? Number(form.get('days')) : NaN;
      await fileRequests.extend(actor, account, idOf(request), clock.now() + days * day);
      return undefined;
    }),
    act('remind', 'reminded', ({ actor, account }, request) =>
      fileRequests.remind(actor, account, idOf(request)),
    ),
    act('links/:receiver/end', 'linkEnded', async ({ actor, account }, request) => {
      const { id, receiver } = request.params as RequestLinkParams;
      await fileRequests.closeLink(actor, account, id, receiver);
      return undefined;
    }),
    personRoute({
      path: '/app/requests/:id/links/:receiver/qr.svg',
      methods: { GET: { schema: requestChecks.link_code, handle: sendCode } },
    }),
  ];
}

/** Why an act was refused, where its page can be shown again. */
function textOf(error: unknown, reader: PageReader): string | undefined {
  if (!(error instanceof ValiseError)) return undefined;
  const { say } = reader;
  if (error.code === 'dispatch_ended') return say('requests.problems.ended');
  if (error.code === 'invalid') return say('requests.problems.until');
  if (error.code !== 'mail_quota') return undefined;
  return say('requests.problems.mails', retryDate(error, reader));
}

function idOf({ params }: FastifyRequest): string {
  return (params as RequestParams).id;
}

/** The start of links that are handed out: the public address, or the one that the person uses. */
function originOf({ protocol, headers }: FastifyRequest, publicUrl: string | undefined): string {
  return publicUrl === undefined
    ? `${protocol}://${headers.host ?? ''}`
    : publicUrl.replace(/\/$/, '');
}
