import type { FastifyReply, FastifyRequest } from 'fastify';
import type { InboxQuery, ItemFileParams, ItemQuery } from '#protocol/schemas/requests.ts';
import type { DownloadEnd } from '../../../domain/dispatches/inbox.ts';
import type { FilePart } from '../../../domain/downloads/count-transfer.ts';
import { usedUp } from '../../../domain/downloads/count-transfer.ts';
import type { Span } from '../../../domain/model/download.ts';
import type { StoredFile } from '../../../domain/model/file.ts';
import type { InboxItem } from '../../../domain/model/inbox-item.ts';
import { ValiseError } from '../../../domain/model/valise-error.ts';
import { archiveNameOf, sendArchive } from '../../download-page/send-archive.ts';
import { sendWhole } from '../../connection/response-headers.ts';
import { requestChecks } from '../../generated/checks.js';
import type { Html } from '../../html/html.ts';
import { isPrefetch } from '../../link-pages/link-page.ts';
import { readCookie, sessionCookie } from '../../routing/person-cookies.ts';
import type { Person, PersonHandler, Route, Services } from '../../routing/route.ts';
import { sendFile } from '../../sending/send-file.ts';
import type { Frame } from '../frame/frame.ts';
import { renderUnopened } from '../frame/navigation.ts';
import { personRoute } from '../frame/person-route.ts';
import { inboxPage, itemPage, renderInboxList } from './inbox-pages.ts';
import { createItemGate } from './item-gate.ts';

const itemsPerPage = 25;

/** Pages on which a person reads what was sent to them. */
export function inboxRoutes(services: Services, frame: Frame): Route[] {
  const { inboxItems, transfers, sessions } = services;
  const gate = createItemGate(services, frame);

  async function showList(
    person: Person,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { after, done } = request.query as InboxQuery;
    const start = typeof after === 'string' ? after : undefined;
    const page = inboxPage({
      ...(await readList(person, request, start)),
      isDeleted: done === 'deleted',
    });
    return await frame.sendToPerson(person, request, reply, page);
  }

  async function readList(person: Person, request: FastifyRequest, start: string | undefined) {
    const { account } = person;
    const items = await inboxItems.list(account, itemsPerPage + 1, start);
    const shown = items.slice(0, itemsPerPage);
    return {
      reader: frame.readerOf(person),
      email: account.email,
      items: shown,
      closed: await gate.listClosed(person, request, shown),
      hasMore: items.length > itemsPerPage,
      isFirst: start === undefined,
    };
  }

  /** A part of a page, which the page asks for again and again. */
  function partRoute(
    name: string,
    render: (person: Person, request: FastifyRequest) => Promise<Html | undefined>,
  ): Route {
    return personRoute({
      path: `/app/inbox/${name}`,
      methods: {
        GET: {
          schema: 'none',
          async handle(person, request, reply) {
            reply.type('text/html; charset=utf-8');
            return sendWhole(request, reply, String((await render(person, request)) ?? ''));
          },
        },
      },
    });
  }

  async function showItem(
    person: Person,
    request: FastifyRequest,
    reply: FastifyReply,
    item: InboxItem,
  ): Promise<FastifyReply> {
    const { page } = request.query as ItemQuery;
    const files = await inboxItems.listFiles(item);
    const isOpened = request.method === 'GET' && !isPrefetch(request.headers);
    if (isOpened) await inboxItems.markSeen(item);
    const shown = itemPage({
      reader: frame.readerOf(person),
      csrfToken: person.csrfToken,
      item,
      files,
      page: /^[0-9]{1,6}$/.test(String(page)) ? Number(page) : 1,
    });
    return frame.sendToPerson(person, request, reply, shown);
  }

  async function remove(
    { actor, account }: Person,
    request: FastifyRequest,
    reply: FastifyReply,
    { token }: InboxItem,
  ): Promise<FastifyReply> {
    await inboxItems.remove(actor, account, token);
    return frame.redirect(request, reply, '/app/inbox?done=deleted');
  }

  /**
   * Whether the person may still read: the item, the account or the session may have ended since. A running
   * download counts as a use of the session.
   */
  async function mayRead(
    person: Person,
    request: FastifyRequest,
    item: InboxItem,
  ): Promise<boolean> {
    if (!(await inboxItems.mayRead(person.account, item))) return false;
    if ((await sessions.find(readCookie(request, sessionCookie))) === undefined) return false;
    return await gate.isOpen(person, request, item);
  }

  async function sendOne(
    person: Person,
    request: FastifyRequest,
    reply: FastifyReply,
    item: InboxItem,
  ): Promise<FastifyReply> {
    const { account, actor } = person;
    const { fileId, name } = request.params as ItemFileParams;
    const file = await inboxItems.getFile(item, fileId);
    // Another name would misrepresent the content.
    if (file.name !== name.normalize('NFC')) {
      throw new ValiseError('not_found', 'There is no such file.');
    }
    return await transfers.follow(
      () => mayRead(person, request, item),
      async (watch) =>
        await sendFile(
          request,
          reply,
          await inboxItems.open(file, item),
          watch,
          ({ outcome, bytesAfterEnd }, span) =>
            inboxItems.recordDownload(actor, account, item, file, { outcome, span, bytesAfterEnd }),
        ),
    );
  }

  async function sendAll(
    person: Person,
    request: FastifyRequest,
    reply: FastifyReply,
    item: InboxItem,
  ): Promise<FastifyReply> {
    const { account, actor } = person;
    const all = await inboxItems.listFiles(item);
    const files = all.filter(({ isLimitReached }) => !isLimitReached);
    if (files.length === 0 && all.length > 0) throw usedUp();
    const archive = {
      name: archiveNameOf(frame.serviceName, item.createdAt),
      files,
      // Keys are unwrapped one by one: those of thousands would block other requests.
      async *readPart(file: StoredFile, { start, end }: Span) {
        yield* (await inboxItems.open(file)).read(start, end);
      },
      onPart: (file: StoredFile, { outcome, bytes, bytesAfterEnd }: DownloadEnd, start: number) =>
        inboxItems.recordDownload(actor, account, item, file, {
          outcome,
          span: { start, end: start + bytes },
          bytesAfterEnd,
          isInArchive: true,
        }),
      admit: (parts: readonly FilePart[]) => inboxItems.admit(item, parts),
      onSentAll: () => inboxItems.recordArchive(actor, account, item, files),
    };
    return await transfers.follow(
      () => mayRead(person, request, item),
      (watch) => sendArchive(request, reply, { ...archive, watch }),
    );
  }

  return [
    personRoute({
      path: '/app/inbox',
      methods: { GET: { schema: requestChecks.list_inbox, handle: showList } },
    }),
    partRoute('live', async (person, request) =>
      renderInboxList(await readList(person, request, undefined)),
    ),
    partRoute('count', async (person) =>
      renderUnopened(await inboxItems.countNew(person.account), frame.readerOf(person)),
    ),
    personRoute({
      path: '/app/inbox/:token',
      methods: {
        GET: { schema: requestChecks.show_item, handle: gate.open(showItem) },
        HEAD: { schema: requestChecks.show_item, handle: gate.open(showItem) },
      },
    }),
    personRoute({
      path: '/app/inbox/:token/delete',
      methods: {
        POST: { body: 'form', schema: requestChecks.delete_item, handle: gate.open(remove, 403) },
      },
    }),
    personRoute({
      path: '/app/inbox/:token/files/:fileId/:name',
      cost: 'transfer',
      methods: {
        GET: { schema: requestChecks.inbox_file, handle: refusePrefetch(gate.open(sendOne, 403)) },
      },
    }),
    personRoute({
      path: '/app/inbox/:token/all.zip',
      cost: 'transfer',
      methods: {
        GET: {
          schema: requestChecks.inbox_archive,
          handle: refusePrefetch(gate.open(sendAll, 403)),
        },
      },
    }),
    ...gate.routes(),
  ];
}

/** A prefetch is a transfer that nobody asked for. */
function refusePrefetch(handler: PersonHandler): PersonHandler {
  return (person, request, reply) =>
    isPrefetch(request.headers) ? reply.code(503).send() : handler(person, request, reply);
}
