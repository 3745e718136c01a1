import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DownloadParams, DownloadQuery, PageQuery } from '#protocol/schemas/pages.ts';
import { shownSender } from '../../domain/model/account.ts';
import type { Actor } from '../../domain/model/principal.ts';
import type { Delivery } from '../../domain/model/dispatch.ts';
import type { Span } from '../../domain/model/download.ts';
import type { StoredFile } from '../../domain/model/file.ts';
import type { FileId } from '../../domain/model/ids.ts';
import type { DownloadEnd } from '../../domain/dispatches/inbox.ts';
import type { FilePart } from '../../domain/downloads/count-transfer.ts';
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
import { findView } from './view-file.ts';
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

/** No name of a file is longer. */
const longestFind = 255;

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
    const { lang, page: listPage, find } = request.query as PageQuery;
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
      sender: shownSender(sender),
      sentAt: dispatch.createdAt,
      expiresAt: dispatch.expiresAt,
      message: dispatch.message,
      files: await linkDownloads.listShown(delivery),
      find: typeof find === 'string' ? find.slice(0, longestFind) : '',
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
    if (isUnpressed(delivery, wasAskedFor)) return askOnPage(request, reply);
    return await transfers.follow(
      () => linkDownloads.mayRead(secretOf(request)),
      async (watch) => {
        const opened = await linkDownloads.open(file, delivery);
        const view = wasAskedFor && isView(request) ? await findView(opened) : undefined;
        const onEnd = ({ outcome, bytesAfterEnd }: DownloadEnd, span: Span) =>
          linkDownloads.recordTransfer(actor, delivery, file, {
            outcome,
            span,
            bytesAfterEnd,
            wasAskedFor,
          });
        return await sendFile(request, reply, opened, watch, onEnd, view);
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
    if (isUnpressed(delivery, wasAskedFor)) return askOnPage(request, reply);
    const files = await linkDownloads.listFiles(delivery);
    const archive = {
      name: archiveNameOf(options.serviceName, delivery.dispatch.createdAt),
      files,
      // Keys are unwrapped one by one: those of thousands would block other requests.
      async *readPart(file: StoredFile, { start, end }: Span) {
        yield* (await linkDownloads.open(file)).read(start, end);
      },
      onPart: (file: StoredFile, { outcome, bytes, bytesAfterEnd }: DownloadEnd, start: number) =>
        linkDownloads.recordTransfer(actor, delivery, file, {
          outcome,
          span: { start, end: start + bytes },
          bytesAfterEnd,
          wasAskedFor,
          isInArchive: true,
        }),
      admit: (parts: readonly FilePart[]) => linkDownloads.admit(delivery, parts),
      onSentAll: () => linkDownloads.recordArchive(actor, delivery, files),
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

  /** Whether the file is to be shown, and not saved. To the sender both are a download. */
  function isView(request: FastifyRequest): boolean {
    return (request.query as DownloadQuery).view === '1';
  }

  /** While nothing can be written, on a full disk for example, files are still given out. */
  async function noteOpened(request: FastifyRequest, delivery: OpenDelivery): Promise<void> {
    try {
      await linkDownloads.markOpened(delivery);
    } catch (error) {
      if (!(error instanceof ValiseError)) throw error;
      request.log.error({ err: error }, 'it could not be noted that a page was opened');
    }
  }

  /**
   * A button was pressed: redirects to the same address with a token that makes it count. The sender sees
   * from then on that the page was opened.
   */
  function ask(
    find: (request: FastifyRequest, delivery: OpenDelivery) => Wanted | Promise<Wanted>,
  ): OpenHandler {
    return async (request, reply, delivery) => {
      const secret = secretOf(request);
      const { wanted, path } = await find(request, delivery);
      const ticket = linkDownloads.ticketFor(secret, wanted);
      await noteOpened(request, delivery);
      const query = `ticket=${ticket}${isView(request) ? '&view=1' : ''}`;
      return await reply.redirect(`${pathOf({ page: 'd', secret })}/${path}?${query}`, 303);
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

/** Where downloads are limited, what nobody pressed a button for must not use one up, and is not sent. */
function isUnpressed({ dispatch }: Delivery, wasAskedFor: boolean): boolean {
  return dispatch.downloadLimit !== undefined && !wasAskedFor;
}

function askOnPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.redirect(pathOf({ page: 'd', secret: secretOf(request) }), 303);
}

function actorOf(request: FastifyRequest, { receiver }: Delivery): Actor {
  return { name: receiver.email, source: sourceOf(request), requestId: request.id };
}

function notHere(): ValiseError {
  return new ValiseError(
    'not_found',
    'These files are no longer available. Ask the sender to send them again.',
  );
}
