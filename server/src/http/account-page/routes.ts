import type { FastifyReply, FastifyRequest } from 'fastify';
import { defaultMessage } from '../../domain/dispatches/dispatching.ts';
import type { Instant } from '../../domain/model/clock.ts';
import { endReasonOf } from '../../domain/model/dispatch.ts';
import type { HistoryEntry, InboxEntry } from '../../domain/model/dispatch.ts';
import type { StoredFile } from '../../domain/model/file.ts';
import type { ReceiverId } from '../../domain/model/ids.ts';
import type { MailState } from '../../domain/model/outbox.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { chooseLanguage } from '../../i18n/language.ts';
import type { Translations } from '../../i18n/texts/translation.ts';
import { chooseEncoding, imagePolicy } from '../connection/response-headers.ts';
import { operations } from '../generated/operations.js';
import type { OpenExchange } from '../routing/operation.ts';
import { route } from '../routing/operation.ts';
import type { Route, Services } from '../routing/route.ts';
import type { Principal } from '../../domain/model/principal.ts';
import { refuseForeignEmbedding } from '../routing/guard.ts';
import type { Asset } from '../assets/assets.ts';
import { compressedAsset } from '../assets/assets.ts';
import type {
  HistoryEntryView,
  InboxEntryView,
  Listing,
  MailTrouble,
  TrayFileView,
} from './index-view.ts';
import { renderIndexPage } from './index-page.ts';
import { fewAtMost } from './index-view.ts';
import { essenceOf } from '../../domain/model/media-type.ts';

interface Options {
  assets: ReadonlyMap<string, Asset>;
  serviceName: string;
  publicUrl: string | undefined;
  translations: Translations;
  /** The operator's language, for readers whose own is unknown. */
  language: string;
}

const historyShown = 50;

/** As long as a token. A page for HEAD is not read, and a real token would end another. */
const unseenToken = '0'.repeat(64);

/** States that a sender should know of. A withdrawn mail was about something that had ended already. */
const mailTroubles: Partial<Record<MailState, MailTrouble>> = {
  waiting: 'waiting',
  refused: 'undeliverable',
  abandoned: 'undeliverable',
  suppressed: 'undeliverable',
};

/** The account's page, and the assets of all pages. */
export function pageRoutes(services: Services, options: Options): Route[] {
  const { assets, serviceName, publicUrl } = options;
  const { csrf, contacts, tray, inbox, clock } = services;

  async function renderAccount(
    { account, keyId }: Principal,
    request: FastifyRequest,
  ): Promise<string> {
    const { local, global } = await contacts.read(account);
    const reading = await inbox.readHistory({ account, keyId }, historyShown);
    const { history, liveDrops, inbox: received } = reading;
    const shown = history.flatMap(({ receivers }) => receivers.slice(0, fewAtMost));
    const mails = await inbox.readMailStates(shown.map(({ id }) => id));
    const origin = publicUrl ?? `${request.protocol}://${request.headers.host ?? ''}`;
    const now = clock.now();
    const wish = request.headers['accept-language'];
    const language = chooseLanguage(wish, account.language, options.language);
    return renderIndexPage({
      now,
      language,
      say: options.translations[language].say,
      ...(account.timeZone === undefined ? {} : { timeZone: account.timeZone }),
      serviceName,
      accountUrl: `${origin}/${encodeURIComponent(account.email)}/`,
      csrfToken: request.method === 'HEAD' ? unseenToken : await csrf.issue(account),
      account,
      liveDrops,
      inbox: listing(received.map(inboxView)),
      tray: listing((await tray.peek(account)).map((file) => trayView(file, tray.expiryOf(file)))),
      receivers: listing(await contacts.listReceivers(account)),
      contacts: listing(local),
      sharedContacts: listing(global),
      history: {
        items: history.map((entry) => historyView(entry, mails, now)),
        total: await inbox.countHistory(account),
      },
    });
  }

  return [
    route(operations.service.asset, (_who, { params }, exchange) =>
      sendAsset(assets, params.name, exchange),
    ),
    route(operations.service.favicon, (_who, _input, { reply }) =>
      reply.redirect('/assets/logo', 308),
    ),
    // The page has a trailing slash, so that its links can be relative.
    route(operations.service.accountWithoutSlash, (_who, { params }, { reply }) =>
      reply.redirect(`/${encodeURIComponent(params.user)}/`, 308),
    ),
    route(operations.service.accountPage, async (principal, _input, { request, reply }) => {
      // Each page issues a token, and the oldest of an account's tokens ends for it.
      refuseForeignEmbedding(request);
      return await reply
        .type('text/html; charset=utf-8')
        .send(await renderAccount(principal, request));
    }),
  ];
}

async function sendAsset(
  assets: ReadonlyMap<string, Asset>,
  name: string,
  { request, reply }: OpenExchange,
): Promise<FastifyReply> {
  const plain = assets.get(`/assets/${name}`);
  if (plain === undefined) throw new ValiseError('not_found', 'There is nothing at this address.');
  const encoding = isText(plain) ? chooseEncoding(request) : undefined;
  const asset = encoding === undefined ? plain : await compressedAsset(plain, encoding);
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  reply.headers({ etag: asset.etag, vary: 'accept-encoding' });
  // A picture that is opened by itself is a document too, and may run nothing.
  if (asset.type.startsWith('image/')) reply.header('content-security-policy', imagePolicy);
  if (request.headers['if-none-match'] === asset.etag) return await reply.code(304).send();
  return await reply.type(asset.type).send(asset.body);
}

/** Whether compression makes it smaller; the operator's logo may be compressed already. */
function isText({ type }: Asset): boolean {
  return type.startsWith('text/') || type === 'image/svg+xml';
}

function listing<Item>(items: readonly Item[]): Listing<Item> {
  return { items, total: items.length };
}

function inboxView(entry: InboxEntry): InboxEntryView {
  return { ...entry, sender: entry.senderEmail, url: entry.token };
}

function trayView(
  { name, mediaType, sizeBytes, createdAt }: StoredFile,
  removedAt: Instant,
): TrayFileView {
  return { name, type: essenceOf(mediaType), sizeBytes, uploadedAt: createdAt, removedAt };
}

function historyView(
  entry: HistoryEntry,
  mails: ReadonlyMap<ReceiverId, MailState>,
  now: Instant,
): HistoryEntryView {
  const { dispatch, endedAt, receivers, files } = entry;
  const { kind, createdAt, expiresAt, message } = dispatch;
  return {
    kind: kind === 'grant' ? 'grant' : 'drop',
    createdAt,
    expiresAt,
    revokedAt: endReasonOf(entry, now) === 'revoked' ? endedAt : undefined,
    receivers: receivers.map(({ id, email, nick }) => ({
      email,
      nick,
      mail: mailTroubles[mails.get(id) ?? 'sent'],
    })),
    files,
    message: message ?? defaultMessage(kind),
  };
}
