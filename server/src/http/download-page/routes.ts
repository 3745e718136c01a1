import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DownloadParams, DownloadQuery, PageQuery } from '#protocol/schemas/pages.ts';
import type { Actor } from '../../domain/model/principal.ts';
import type { Delivery } from '../../domain/model/dispatch.ts';
import type { StoredFile } from '../../domain/model/file.ts';
import type { FileId } from '../../domain/model/ids.ts';
import type { DownloadEnd } from '../../domain/dispatches/inbox.ts';
import type { OpenDelivery } from '../../domain/downloads/link-downloads.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { chooseLanguage } from '../../i18n/language.ts';
import { sourceOf } from '../connection/requests.ts';
import { sendCompressed, scriptedPagePolicy } from '../connection/response-headers.ts';
import { pageChecks } from '../generated/checks.js';
import { sendFile } from '../sending/send-file.ts';
import { namesHtml } from '../error-pages/error-answer.ts';
import { pathOf, secretOf, isPrefetch, speakToPeople } from '../link-pages/link-page.ts';
import type { Translations } from '../../i18n/texts/translation.ts';
import type { PublicHandler, Route, RouteSchema, Services } from '../routing/route.ts';
import { codeNeeded, createCodeGate } from '../link-pages/code-gate.ts';
import { archiveNameOf, sendArchive } from './send-archive.ts';
import { renderDownloadPage } from './download-page.ts';
import type { RefusalLog } from '../error-pages/error-answer.ts';

export interface DownloadPageOptions {
  refusals: RefusalLog;
  serviceName: string;
  supportAddress: string | undefined;
  translations: Translations;
  /** The operator's language, for readers whose own is unknown. */
  language: string;
  timeZone: string;
  publicUrl: string | undefined;
}

/** What is requested, and its address below the page. */
interface Wanted {
  wanted: FileId | 'all';
  path: string;
}

type OpenHandler = (
  request: FastifyRequest,
  reply: FastifyReply,
  delivery: OpenDelivery,
) => Promise<FastifyReply>;

/** The routes of a receiver's link: a page, and its files. Viewing the page changes nothing. */
export function downloadPageRoutes(services: Services, options: DownloadPageOptions): Route[] {
  const { linkDownloads, transfers, clock } = services;
  const gate = createCodeGate(services, {
    ...options,
    page: 'd',
    links: linkDownloads,
  });

  /**
   * Authorises every route here: runs a handler on the delivery of the link, or asks for a code first where
   * one is demanded. Unknown, expired and revoked links get the same answer.
   */
  function open(handler: OpenHandler, lockedStatus: number): PublicHandler {
    return async (request, reply) => {
      const delivery = await gate.find(request);
      if (delivery === undefined) throw notHere();
      if (!delivery.isLocked) return await handler(request, reply, delivery);
      if (lockedStatus !== 200 && !namesHtml(request)) throw codeNeeded();
      return await gate.sendPage(request, reply.code(lockedStatus), delivery);
    };
  }

  async function sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    delivery: OpenDelivery,
  ): Promise<FastifyReply> {
    const { dispatch, receiver, sender } = delivery;
    const { lang, page: listPage } = request.query as PageQuery;
    const language = chooseLanguage(
      typeof lang === 'string' ? lang : undefined,
      receiver.language,
      request.headers['accept-language'],
      options.language,
    );
    const page = renderDownloadPage({
      language,
      say: options.translations[language].say,
      timeZone: options.timeZone,
      serviceName: options.serviceName,
      supportAddress: options.supportAddress,
      now: clock.now(),
      secret: secretOf(request),
      sender: sender.visibility.email ? sender.email : undefined,
      sentAt: dispatch.createdAt,
      expiresAt: dispatch.expiresAt,
      message: dispatch.message,
      files: await linkDownloads.listShown(delivery),
      listPage: /^[0-9]{1,6}$/.test(String(listPage)) ? Number(listPage) : 1,
    });
    reply.header('content-security-policy', scriptedPagePolicy);
    return await sendCompressed(request, reply.type('text/html; charset=utf-8'), page);
  }

  async function sendOne(
    request: FastifyRequest,
    reply: FastifyReply,
    delivery: OpenDelivery,
  ): Promise<FastifyReply> {
    const file = await getFile(request, delivery);
    const actor = actorOf(request, delivery);
    const wasAskedFor = isAskedFor(request, file.id);
    return await transfers.follow(
      () => linkDownloads.mayRead(secretOf(request)),
      async (watch) => {
        const opened = await linkDownloads.open(file);
        return await sendFile(request, reply, opened, watch, ({ outcome, bytesAfterEnd }, span) =>
          linkDownloads.recordTransfer(actor, delivery, file, {
            outcome,
            span,
            bytesAfterEnd,
            wasAskedFor,
          }),
        );
      },
    );
  }

  async function sendAll(
    request: FastifyRequest,
    reply: FastifyReply,
    delivery: OpenDelivery,
  ): Promise<FastifyReply> {
    const actor = actorOf(request, delivery);
    const wasAskedFor = isAskedFor(request, 'all');
    const files = await linkDownloads.listFiles(delivery);
    const archive = {
      name: archiveNameOf(options.serviceName, delivery.dispatch.createdAt),
      files,
      // Keys are unwrapped one by one: those of thousands would block other requests.
      async *read(file: StoredFile) {
        yield* (await linkDownloads.open(file)).read(0, file.sizeBytes);
      },
      onFile: (file: StoredFile, { outcome, bytes, bytesAfterEnd }: DownloadEnd) =>
        linkDownloads.recordTransfer(actor, delivery, file, {
          outcome,
          span: { start: 0, end: bytes },
          bytesAfterEnd,
          wasAskedFor,
        }),
    };
    return await transfers.follow(
      () => linkDownloads.mayRead(secretOf(request)),
      (watch) => sendArchive(request, reply, { ...archive, watch }),
    );
  }

  /** Only the file that the address names: another name would misrepresent the content. */
  async function getFile(request: FastifyRequest, delivery: OpenDelivery): Promise<StoredFile> {
    const { fileId, name } = request.params as DownloadParams;
    const file = await linkDownloads.findFile(delivery, fileId);
    if (file?.name !== name.normalize('NFC')) throw notHere();
    return file;
  }

  /** A scanner follows addresses and presses no buttons: its downloads are not counted. */
  function isAskedFor(request: FastifyRequest, wanted: FileId | 'all'): boolean {
    const { ticket } = request.query as DownloadQuery;
    return typeof ticket === 'string' && linkDownloads.isTicket(ticket, secretOf(request), wanted);
  }

  /**
   * A button was pressed: redirects to the same address with a token that makes it count. Nothing is
   * changed yet.
   */
  function ask(
    find: (request: FastifyRequest, delivery: OpenDelivery) => Wanted | Promise<Wanted>,
  ): OpenHandler {
    return async (request, reply, delivery) => {
      const secret = secretOf(request);
      const { wanted, path } = await find(request, delivery);
      const ticket = linkDownloads.ticketFor(secret, wanted);
      return await reply.redirect(`${pathOf({ page: 'd', secret })}/${path}?ticket=${ticket}`, 303);
    };
  }

  /** A malformed link is answered as an unknown one. */
  async function explainLink(request: FastifyRequest): Promise<never> {
    await gate.countMiss(request);
    throw notHere();
  }

  function download(
    path: string,
    schema: RouteSchema,
    { send, press }: { send: OpenHandler; press: OpenHandler },
  ): Route {
    const handle = speakToPeople(refusePrefetch(open(send, 403)), options);
    const explain = speakToPeople(refusePrefetch(explainLink), options);
    const POST = {
      schema,
      explain: speakToPeople(explainLink, options),
      handle: speakToPeople(open(press, 403), options),
    };
    const HEAD = { schema, explain, handle };
    const methods = { GET: { ...HEAD, cost: 'transfer' }, HEAD, POST } as const;
    return { path, access: 'public', cost: 'request', methods };
  }

  return [
    {
      path: '/d/:secret',
      access: 'public',
      cost: 'request',
      methods: {
        GET: {
          schema: pageChecks.download_page,
          explain: speakToPeople(explainLink, options),
          handle: speakToPeople(open(sendPage, 200), options),
        },
      },
    },
    download('/d/:secret/files/:fileId/:name', pageChecks.download_file, {
      send: sendOne,
      press: ask(async (request, delivery) => {
        const { id, name } = await getFile(request, delivery);
        return { wanted: id, path: `files/${id}/${encodeURIComponent(name)}` };
      }),
    }),
    download('/d/:secret/all.zip', pageChecks.download_all, {
      send: sendAll,
      press: ask(() => ({ wanted: 'all', path: 'all.zip' })),
    }),
    ...gate.routes,
  ];
}

/** A prefetch is a transfer that no person requested. */
function refusePrefetch(handler: PublicHandler): PublicHandler {
  return (request, reply) =>
    isPrefetch(request.headers) ? reply.code(503).send() : handler(request, reply);
}

function actorOf(request: FastifyRequest, { receiver }: Delivery): Actor {
  return { name: receiver.email, source: sourceOf(request), requestId: request.id };
}

function notHere(): ValiseError {
  return new ValiseError(
    'not_found',
    'These files are no longer here. Ask the sender to send them again.',
  );
}
