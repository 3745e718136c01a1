import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SentDropQuery, SentListQuery, SentParams } from '#protocol/schemas/sent.ts';
import type { Instant } from '../../../domain/model/clock.ts';
import { day } from '../../../domain/model/clock.ts';
import type { DispatchId } from '../../../domain/model/ids.ts';
import type { SentDrop } from '../../../domain/model/sent.ts';
import { ValiseError } from '../../../domain/model/valise-error.ts';
import { sendWhole } from '../../connection/response-headers.ts';
import { sentChecks } from '../../generated/checks.js';
import { html } from '../../html/html.ts';
import type { Html } from '../../html/html.ts';
import { readCookie, sessionCookie } from '../../routing/person-cookies.ts';
import type { Person, PersonHandler, Route, Services } from '../../routing/route.ts';
import { successNotice } from '../frame/forms.ts';
import type { Frame, PageReader } from '../frame/frame.ts';
import { personRoute } from '../frame/person-route.ts';
import { renderDropPage, renderLive, renderRevokePage } from './drop-page.ts';
import { renderLinkPage, renderReceiverPage } from './receiver-page.ts';
import type { Refusal } from './refusals.ts';
import { explain, getEmail, wrong } from './refusals.ts';
import { writeSentCsv } from './sent-csv.ts';
import { renderSentList, sentFilters } from './sent-list.ts';

/** The days from now that a sender can extend a drop by. */
const offeredDays = [1, 3, 7, 14, 30, 60, 90, 180, 365];
const mostOffered = 6;

const maxSearchLength = 200;

const doneTexts = ['extended', 'added', 'resent', 'corrected', 'revoked'] as const;
type Done = (typeof doneTexts)[number];

const copyScript = html`<script type="module" src="/assets/copy-link.js"></script>`;

/** Where people follow what they sent. */
export function sentRoutes(services: Services, frame: Frame): Route[] {
  const { sent, senderControl, drafts, sessions, clock } = services;

  /** The ends that a drop can be given: half a day or more after its own, within the longest lifetime. */
  function listEnds({ dispatch }: SentDrop): Instant[] {
    const now = clock.now();
    const last = dispatch.createdAt + senderControl.maxLifetimeMs;
    const ends = offeredDays
      .map((days) => now + days * day)
      .filter((at) => at > dispatch.expiresAt + day / 2 && at < last)
      .slice(0, mostOffered);
    return last > Math.max(now, dispatch.expiresAt) ? [...ends, last] : ends;
  }

  async function sendDrop(
    person: Person,
    request: FastifyRequest,
    reply: FastifyReply,
    { problems, notice, email }: Refusal & { notice?: Html | undefined; email?: string } = {},
  ): Promise<FastifyReply> {
    const reader = frame.readerOf(person);
    const { id, after, files } = readDropAddress(request);
    const followed = await sent.follow(person.account, id, after);
    const view = {
      ...followed,
      now: clock.now(),
      csrfToken: person.csrfToken,
      files: await sent.listFiles(followed.drop, files),
      ends: listEnds(followed.drop),
      after,
      notice: notice ?? doneNotice(request, reader),
      ...(problems === undefined ? {} : { problems }),
      ...(email === undefined ? {} : { email }),
    };
    const date = reader.formats.dateTime(followed.drop.dispatch.createdAt);
    const isRefused = problems !== undefined || notice !== undefined;
    return frame.sendToPerson(person, request, reply, {
      title: reader.say('sent.drop.title', { date }),
      body: renderDropPage(view, reader),
      ...(isRefused ? { status: 422 } : {}),
    });
  }

  async function sendReceiver(
    person: Person,
    request: FastifyRequest,
    reply: FastifyReply,
    { problems, notice, email }: Refusal & { email?: string } = {},
  ): Promise<FastifyReply> {
    const reader = frame.readerOf(person);
    const { id, receiver = '' } = request.params as SentParams;
    const found = await sent.getReceiver(person.account, id, receiver);
    const view = {
      ...found,
      now: clock.now(),
      csrfToken: person.csrfToken,
      showsLinks: senderControl.showsLinks,
      notice: notice ?? doneNotice(request, reader),
      ...(problems === undefined ? {} : { problems }),
      ...(email === undefined ? {} : { email }),
    };
    return frame.sendToPerson(person, request, reply, {
      title: found.receiver.email,
      body: renderReceiverPage(view, reader),
      ...(problems !== undefined || notice !== undefined ? { status: 422 } : {}),
    });
  }

  /**
   * Carries out the act of a form: a redirect to the page that says what was done, if there is something to say, or
   * the same page with what is wrong.
   */
  function act(
    show: typeof sendDrop,
    done: Done | undefined,
    carryOut: (person: Person, params: SentParams) => Promise<string>,
  ): PersonHandler {
    return async (person, request, reply) => {
      try {
        const path = await carryOut(person, request.params as SentParams);
        const query = done === undefined ? '' : `?done=${done}`;
        return await frame.redirect(request, reply, `${path}${query}`);
      } catch (error) {
        const refusal = explain(error, frame.readerOf(person));
        if (refusal === undefined) throw error;
        const email = person.form.get('email');
        return await show(person, request, reply, {
          ...refusal,
          ...(email === null ? {} : { email }),
        });
      }
    };
  }

  function originOf({ protocol, headers }: FastifyRequest): string {
    return frame.publicUrl ?? `${protocol}://${headers.host ?? ''}`;
  }

  /** Throws as soon as the session has ended: a long answer ends with it. */
  async function* whileSignedIn<Part>(
    request: FastifyRequest,
    parts: AsyncIterable<Part>,
  ): AsyncGenerator<Part> {
    const shown = readCookie(request, sessionCookie);
    for await (const part of parts) {
      if ((await sessions.find(shown)) === undefined) {
        throw new ValiseError('signed_out', 'The session has ended.');
      }
      yield part;
    }
  }

  const verbsOf = ({ account }: Person) => senderControl.of(account, 'drop');

  return [
    personRoute({
      path: '/app/sent',
      methods: {
        GET: {
          schema: sentChecks.sent_list,
          async handle(person, request, reply) {
            const reader = frame.readerOf(person);
            const { filter: wanted, q, after } = request.query as SentListQuery;
            const filter = sentFilters.find((each) => each === wanted) ?? 'all';
            const text = typeof q === 'string' ? q.trim().slice(0, maxSearchLength) : '';
            const from = typeof after === 'string' ? after : undefined;
            const page = await sent.list(person.account, { filter, text, after: from });
            const view = { filter, text, page, isFirst: from === undefined, now: clock.now() };
            return frame.sendToPerson(person, request, reply, {
              title: reader.say('sent.title'),
              body: renderSentList(view, reader),
            });
          },
        },
      },
    }),
    personRoute({
      path: '/app/sent.csv',
      methods: {
        GET: {
          schema: 'none',
          handle(person, request, reply) {
            const reader = frame.readerOf(person);
            reply.type('text/csv; charset=utf-8');
            reply.header('content-disposition', 'attachment; filename="sent.csv"');
            if (request.method === 'HEAD') return reply.send('');
            const parts = whileSignedIn(request, sent.exportAll(person.account));
            const rows = writeSentCsv(parts, clock.now(), reader);
            return reply.send(Readable.from(rows));
          },
        },
      },
    }),
    personRoute({
      path: '/app/sent/:id',
      methods: {
        GET: {
          schema: sentChecks.sent_drop,
          handle: (person, request, reply) => sendDrop(person, request, reply),
        },
      },
    }),
    personRoute({
      path: '/app/sent/:id/live',
      methods: {
        GET: {
          schema: sentChecks.sent_drop,
          async handle(person, request, reply) {
            const reader = frame.readerOf(person);
            const { id, after } = readDropAddress(request);
            const followed = await sent.follow(person.account, id, after);
            const part = renderLive({ ...followed, now: clock.now() }, reader);
            reply.type('text/html; charset=utf-8');
            return sendWhole(request, reply, part.toString());
          },
        },
      },
    }),
    personRoute({
      path: '/app/sent/:id/extend',
      methods: {
        POST: {
          schema: sentChecks.sent_extend,
          body: 'form',
          handle: act(sendDrop, 'extended', async (person, { id }) => {
            const drop = await sent.get(person.account, id);
            const until = Number(person.form.get('until'));
            // The page may be some minutes old: the last end that it offers stays the same.
            if (!(until > clock.now())) throw wrong('expiry');
            await verbsOf(person).extend(person.actor, drop.dispatch.id, until);
            return `/app/sent/${drop.dispatch.id}`;
          }),
        },
      },
    }),
    personRoute({
      path: '/app/sent/:id/again',
      methods: {
        POST: {
          schema: sentChecks.sent_again,
          body: 'form',
          handle: act(sendDrop, undefined, async ({ actor, account }, { id }) => {
            const draft = await drafts.beginAgain(actor, account, id);
            return `/app/send/${draft.id}`;
          }),
        },
      },
    }),
    personRoute({
      path: '/app/sent/:id/revoke',
      methods: {
        GET: {
          schema: sentChecks.sent_drop,
          async handle(person, request, reply) {
            const reader = frame.readerOf(person);
            const { id } = request.params as SentParams;
            const drop = await sent.get(person.account, id);
            const { csrfToken } = person;
            return frame.sendToPerson(person, request, reply, {
              title: reader.say('sent.drop.revokeTitle'),
              body: renderRevokePage({ drop, csrfToken }, reader),
            });
          },
        },
        POST: {
          schema: sentChecks.sent_revoke,
          body: 'form',
          handle: act(sendDrop, 'revoked', async (person, { id }) => {
            await verbsOf(person).revoke(person.actor, id as DispatchId);
            return `/app/sent/${id}`;
          }),
        },
      },
    }),
    personRoute({
      path: '/app/sent/:id/receivers',
      methods: {
        POST: {
          schema: sentChecks.sent_add_receiver,
          body: 'form',
          handle: act(sendDrop, 'added', async (person, { id }) => {
            await verbsOf(person).addReceiver(person.actor, id as DispatchId, getEmail(person));
            return `/app/sent/${id}`;
          }),
        },
      },
    }),
    personRoute({
      path: '/app/sent/:id/receivers/:receiver',
      methods: {
        GET: {
          schema: sentChecks.sent_receiver,
          handle: (person, request, reply) => sendReceiver(person, request, reply),
        },
      },
    }),
    personRoute({
      path: '/app/sent/:id/receivers/:receiver/resend',
      methods: {
        POST: {
          schema: sentChecks.sent_receiver_act,
          body: 'form',
          handle: act(sendReceiver, 'resent', async (person, { id, receiver = '' }) => {
            await verbsOf(person).resend(person.actor, id as DispatchId, receiver);
            return `/app/sent/${id}/receivers/${receiver}`;
          }),
        },
      },
    }),
    personRoute({
      path: '/app/sent/:id/receivers/:receiver/address',
      methods: {
        POST: {
          schema: sentChecks.sent_correct_address,
          body: 'form',
          handle: act(sendReceiver, 'corrected', async (person, { id, receiver = '' }) => {
            const email = getEmail(person);
            const verbs = verbsOf(person);
            await verbs.correctAddress(person.actor, id as DispatchId, receiver, email);
            return `/app/sent/${id}`;
          }),
        },
      },
    }),
    personRoute({
      path: '/app/sent/:id/receivers/:receiver/revoke',
      methods: {
        POST: {
          schema: sentChecks.sent_receiver_act,
          body: 'form',
          handle: act(sendReceiver, 'revoked', async (person, { id, receiver = '' }) => {
            await verbsOf(person).revokeReceiver(person.actor, id as DispatchId, receiver);
            return `/app/sent/${id}/receivers/${receiver}`;
          }),
        },
      },
    }),
    personRoute({
      path: '/app/sent/:id/receivers/:receiver/link',
      methods: {
        POST: {
          schema: sentChecks.sent_receiver_act,
          body: 'form',
          async handle(person, request, reply) {
            const reader = frame.readerOf(person);
            const { id, receiver: receiverId = '' } = request.params as SentParams;
            const { drop, receiver } = await sent.getReceiver(person.account, id, receiverId);
            try {
              const { dispatch } = drop;
              const secret = await verbsOf(person).revealLink(
                person.actor,
                dispatch.id,
                receiverId,
              );
              const link = `${originOf(request)}/d/${secret}`;
              return await frame.sendToPerson(person, request, reply, {
                title: reader.say('sent.receiver.linkTitle', { receiver: receiver.email }),
                body: await renderLinkPage({ drop, receiver, link }, reader),
                script: copyScript,
              });
            } catch (error) {
              const refusal = explain(error, reader);
              if (refusal === undefined) throw error;
              return await sendReceiver(person, request, reply, refusal);
            }
          },
        },
      },
    }),
  ];
}

function readDropAddress(request: FastifyRequest) {
  const { id } = request.params as SentParams;
  const { after, files } = request.query as SentDropQuery;
  return {
    id,
    after: typeof after === 'string' && /^[0-9]{1,7}$/.test(after) ? Number(after) : undefined,
    files: typeof files === 'string' ? files : undefined,
  };
}

function doneNotice(request: FastifyRequest, { say }: PageReader): Html | undefined {
  const { done } = request.query as SentDropQuery;
  const known = request.method === 'GET' ? doneTexts.find((each) => each === done) : undefined;
  return known === undefined ? undefined : successNotice(say(`sent.done.${known}`));
}
