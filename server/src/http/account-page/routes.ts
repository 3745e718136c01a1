import type { ServiceNames } from '../../domain/model/appearance.ts';
import type { FastifyRequest } from 'fastify';
import { nothingHere } from '../../domain/model/valise-error.ts';
import { chooseLanguage } from '../../i18n/language.ts';
import type { Translations } from '../../i18n/texts/translation.ts';
import { operations } from '../generated/operations.js';
import { route } from '../routing/operation.ts';
import type { Route, Services } from '../routing/route.ts';
import type { Principal } from '../../domain/model/principal.ts';
import { refuseForeignEmbedding } from '../routing/foreign-pages.ts';
import type { Asset } from '../assets/assets.ts';
import { sendAsset } from '../assets/send-asset.ts';
import { renderIndexPage } from './index-page.ts';

interface Options {
  assets: ReadonlyMap<string, Asset>;
  brand: () => ServiceNames;
  publicUrl: string | undefined;
  translations: Translations;
  /** The operator's language, for readers whose own is unknown. */
  language: string;
}

/** As long as a token. A page for HEAD is not read, and a real token would end another. */
const unseenToken = '0'.repeat(64);

/** The account's page, and the assets of all pages. */
export function pageRoutes(services: Services, options: Options): Route[] {
  const { assets, brand, publicUrl } = options;
  const { csrf, contacts, tray, inbox } = services;

  async function renderAccount(
    { account, keyId }: Principal,
    request: FastifyRequest,
  ): Promise<string> {
    const { local, global } = await contacts.read(account);
    const { liveDrops, received } = await inbox.readFigures({ account, keyId });
    const origin = publicUrl ?? `${request.protocol}://${request.headers.host ?? ''}`;
    const wish = request.headers['accept-language'];
    const language = chooseLanguage(wish, account.language, options.language);
    return renderIndexPage({
      language,
      say: options.translations[language].say,
      serviceName: brand().serviceName,
      accountUrl: `${origin}/${encodeURIComponent(account.email)}/`,
      csrfToken: request.method === 'HEAD' ? unseenToken : await csrf.issue(account),
      account,
      liveDrops,
      trayFiles: (await tray.peek(account)).length,
      receivers: await contacts.countReceivers(account),
      trayLifetimeMs: tray.lifetimeMs,
      contacts: local.length + global.length,
      inbox: received,
    });
  }

  return [
    route(operations.service.asset, (_who, { params }, exchange) => {
      const asset = assets.get(`/assets/${params.name}`);
      if (asset === undefined) throw nothingHere();
      return sendAsset(asset, exchange);
    }),
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
