import type { ServiceNames } from '../../domain/model/appearance.ts';
import type { FastifyReply } from 'fastify';
import type { linkOperations } from '#protocol/operations/links.ts';
import type { InputOf } from '#protocol/operations/operation.ts';
import { shownSender } from '../../domain/model/account.ts';
import type { Delivery } from '../../domain/model/dispatch.ts';
import { isBareLink } from '../../domain/model/dispatch.ts';
import type { Span } from '../../domain/model/download.ts';
import type { StoredFile } from '../../domain/model/file.ts';
import type { FileId } from '../../domain/model/ids.ts';
import type { DownloadEnd } from '../../domain/dispatches/inbox.ts';
import type { FilePart } from '../../domain/downloads/count-transfer.ts';
import type { OpenDelivery } from '../../domain/downloads/link-downloads.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { chooseLanguage } from '../../i18n/language.ts';
import { sendCompressed } from '../connection/compression.ts';
import { scriptedPagePolicy } from '../connection/response-headers.ts';
import { sendFile } from '../sending/send-file.ts';
import { sendPicture } from '../sending/send-picture.ts';
import { notHere } from '../link-pages/link-guards.ts';
import { pathOf } from '../link-pages/link-page.ts';
import type { Translations } from '../../i18n/texts/translation.ts';
import { operations } from '../generated/operations.js';
import type { CodeGate } from '../link-pages/code-gate.ts';
import type { OpenedLink } from '../routing/link-guard.ts';
import type { OpenExchange } from '../routing/operation.ts';
import { route } from '../routing/operation.ts';
import type { Route, Services } from '../routing/route.ts';
import { archiveNameOf, sendArchive } from './send-archive.ts';
import { renderDownloadPage } from './download-page.ts';
import { pageOfFiles } from './file-list.ts';
import { findView } from './view-file.ts';

export interface DownloadPageOptions {
  brand: () => ServiceNames;
  translations: Translations;
  /** The operator's language, for readers whose own is unknown. */
  language: string;
  timeZone: string;
}

type DownloadLink = OpenedLink<OpenDelivery>;
type PageQuery = InputOf<typeof linkOperations.downloadPage.input>['query'];
type DownloadInput = InputOf<typeof linkOperations.downloadAll.input>;
type FileInput = InputOf<typeof linkOperations.downloadFile.input>;

/** The routes of a receiver's link: a page, and its files. Viewing the page changes nothing. */
export function downloadPageRoutes(
  services: Services,
  gate: CodeGate<OpenDelivery>,
  options: DownloadPageOptions,
): Route[] {
  const { linkDownloads, pictures, transfers, clock } = services;

  async function sendPage(
    { target: delivery, secret }: DownloadLink,
    { lang, page: listPage = 1, find = '' }: PageQuery,
    { request, reply }: OpenExchange,
  ): Promise<FastifyReply> {
    const { dispatch, receiver, sender } = delivery;
    const language = chooseLanguage(
      lang,
      receiver.language,
      request.headers['accept-language'],
      options.language,
    );
    const files = await linkDownloads.listShown(delivery);
    const shown = pageOfFiles({ files, find, listPage });
    const view = {
      language,
      say: options.translations[language].say,
      timeZone: options.timeZone,
      ...options.brand(),
      now: clock.now(),
      secret,
      ...shownSender(sender),
      isConfirmed: dispatch.secondFactor !== 'off',
      isForAnyone: isBareLink(receiver),
      sentAt: dispatch.createdAt,
      expiresAt: dispatch.expiresAt,
      called: dispatch.title,
      message: dispatch.message,
      files,
      pictures: await pictures.listSizes(dispatch, shown.files),
      find,
      listPage,
    };
    const page = renderDownloadPage(view, shown);
    reply.header('content-security-policy', scriptedPagePolicy);
    return await sendCompressed(request, reply.type('text/html; charset=utf-8'), page);
  }

  async function sendOne(
    { target: delivery, secret, actor }: DownloadLink,
    { params, query }: FileInput,
    { request, reply }: OpenExchange,
  ): Promise<FastifyReply> {
    const file = await getFile(params, delivery);
    const wasAskedFor = isAskedFor(query, secret, file.id);
    if (isUnpressed(delivery, wasAskedFor)) return askOnPage(secret, reply);
    return await transfers.follow(
      () => linkDownloads.mayRead(secret, delivery),
      async (watch) => {
        const opened = await linkDownloads.open(file, delivery);
        const view = wasAskedFor && query.view === '1' ? await findView(opened) : undefined;
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
    { target: delivery, secret, actor }: DownloadLink,
    { query }: DownloadInput,
    { request, reply }: OpenExchange,
  ): Promise<FastifyReply> {
    const wasAskedFor = isAskedFor(query, secret, 'all');
    if (isUnpressed(delivery, wasAskedFor)) return askOnPage(secret, reply);
    const files = await linkDownloads.listFiles(delivery);
    const archive = {
      name: archiveNameOf(options.brand().serviceName, delivery.dispatch.createdAt),
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
      () => linkDownloads.mayRead(secret, delivery),
      (watch) => sendArchive(request, reply, { ...archive, watch }),
    );
  }

  /** Only the file that the address names: another name would misrepresent the content. */
  async function getFile(
    { fileId, name }: FileInput['params'],
    delivery: OpenDelivery,
  ): Promise<StoredFile> {
    const file = await linkDownloads.findFile(delivery, fileId);
    if (file?.name !== name.normalize('NFC')) throw notHere();
    return file;
  }

  /** A scanner follows addresses and presses no buttons: its downloads are not counted. */
  function isAskedFor(
    { ticket }: DownloadInput['query'],
    secret: string,
    wanted: FileId | 'all',
  ): boolean {
    return ticket !== undefined && linkDownloads.isTicket(ticket, secret, wanted);
  }

  /** While nothing can be written, on a full disk for example, files are still given out. */
  async function noteOpened(
    { target, actor }: Pick<DownloadLink, 'target' | 'actor'>,
    { log }: OpenExchange,
  ): Promise<void> {
    try {
      await linkDownloads.markOpened(actor, target);
    } catch (error) {
      if (!(error instanceof ValiseError)) throw error;
      log.error({ err: error }, 'it could not be noted that a page was opened');
    }
  }

  /**
   * A button was pressed: redirects to the same address with a token that makes it count. The sender sees
   * from then on that the page was opened.
   */
  async function ask(
    { target, secret, actor }: DownloadLink,
    { view }: DownloadInput['query'],
    exchange: OpenExchange,
    { wanted, path }: { wanted: FileId | 'all'; path: string },
  ): Promise<FastifyReply> {
    const ticket = linkDownloads.ticketFor(secret, wanted);
    gate.recognise(exchange, target);
    // A browser without the cookie may keep none, and is then no new one: the download that follows counts it.
    await noteOpened({ target, actor }, exchange);
    const query = `ticket=${ticket}${view === '1' ? '&view=1' : ''}`;
    return await exchange.reply.redirect(`${pathOf({ page: 'd', secret })}/${path}?${query}`, 303);
  }

  return [
    route(operations.links.downloadPage, (link, { query }, exchange) =>
      sendPage(link, query, exchange),
    ),
    route(operations.links.downloadFile, sendOne),
    route(operations.links.lookAtFile, sendOne),
    route(operations.links.askForFile, async (link, { params, query }, exchange) => {
      const { id, name } = await getFile(params, link.target);
      const path = `files/${id}/${encodeURIComponent(name)}`;
      return await ask(link, query, exchange, { wanted: id, path });
    }),
    route(operations.pictures.ofDelivery, async ({ target }, { params }, { reply }) =>
      sendPicture(reply, await pictures.open(target.dispatch, params.fileId)),
    ),
    route(operations.links.downloadAll, sendAll),
    route(operations.links.lookAtAll, sendAll),
    route(operations.links.askForAll, (link, { query }, exchange) =>
      ask(link, query, exchange, { wanted: 'all', path: 'all.zip' }),
    ),
    route(operations.links.askDownloadCode, gate.ask),
    route(operations.links.enterDownloadCode, gate.enter),
    route(operations.links.enterDownloadPassword, gate.enterPassword),
  ];
}

/** Where downloads are limited, what nobody pressed a button for must not use one up, and is not sent. */
function isUnpressed({ dispatch }: Delivery, wasAskedFor: boolean): boolean {
  return dispatch.downloadLimit !== undefined && !wasAskedFor;
}

function askOnPage(secret: string, reply: FastifyReply): FastifyReply {
  return reply.redirect(pathOf({ page: 'd', secret }), 303);
}
