import type { FastifyRequest } from 'fastify';
import { nothingHere } from '../../../domain/model/valise-error.ts';
import type { Language } from '../../../i18n/language.ts';
import { chooseLanguage, findLanguage } from '../../../i18n/language.ts';
import type { Translations } from '../../../i18n/texts/translation.ts';
import type { Asset } from '../../assets/assets.ts';
import { toAsset } from '../../assets/assets.ts';
import { sendAsset } from '../../assets/send-asset.ts';
import { scriptedPagePolicy, workerPolicy } from '../../connection/response-headers.ts';
import { sendWhole } from '../../connection/send-whole.ts';
import { operations } from '../../generated/operations.js';
import { route } from '../../routing/operation.ts';
import type { Route } from '../../routing/route.ts';
import type { InstalledLook } from './manifest.ts';
import { drawNamedIcon, renderManifest } from './manifest.ts';
import { renderOfflinePage } from './offline-page.ts';
import { endedWorkerSource, workerSource } from './worker-source.ts';

interface Options {
  assets: ReadonlyMap<string, Asset>;
  brand: () => InstalledLook;
  /** Whether browsers may install the pages of people. */
  isInstallable: boolean;
  translations: Translations;
  /** The operator's. */
  language: string;
}

/** What a browser asks for to install the application; nothing here needs a session (decision 0119). */
export function installedRoutes(options: Options): Route[] {
  const { assets, brand, isInstallable, translations } = options;
  const once = new Map<string, Asset>();
  let madeFor: InstalledLook | undefined;

  /** Made with the first request for it, and again for another brand. */
  function made(name: string, make: (look: InstalledLook) => Asset): Asset {
    const look = brand();
    if (look !== madeFor) once.clear();
    madeFor = look;
    const asset = once.get(name) ?? make(look);
    once.set(name, asset);
    return asset;
  }

  function languageOf(lang: string | undefined, { headers }: FastifyRequest): Language {
    return chooseLanguage(findLanguage(lang ?? ''), headers['accept-language'], options.language);
  }

  function offlinePage(language: Language): string {
    const { serviceName } = brand();
    return renderOfflinePage({ serviceName, language, say: translations[language].say });
  }

  function worker(language: Language): Asset {
    const address = `/app/offline?lang=${language}`;
    const source = isInstallable
      ? workerSource(assets, { address, text: offlinePage(language) })
      : endedWorkerSource(assets);
    return toAsset(Buffer.from(source), 'text/javascript; charset=utf-8');
  }

  return [
    route(operations.installed.manifest, (_who, _input, exchange) => {
      if (!isInstallable) throw nothingHere();
      const manifest = made('manifest', (look) => {
        const text = renderManifest(look, chooseLanguage(options.language));
        return toAsset(Buffer.from(text), 'application/manifest+json');
      });
      return sendAsset(manifest, exchange);
    }),
    route(operations.installed.icon, (_who, { params: { name } }, exchange) => {
      const icon = made(`icon ${name}`, (look) => {
        const png = isInstallable ? drawNamedIcon(name, look) : undefined;
        if (png === undefined) throw nothingHere();
        return toAsset(png, 'image/png');
      });
      return sendAsset(icon, exchange);
    }),
    route(
      operations.installed.worker,
      async (_who, { query: { lang } }, exchange) => {
        const language = languageOf(lang, exchange.request);
        return await sendAsset(
          made(`worker ${language}`, () => worker(language)),
          exchange,
        );
      },
      { headers: { 'content-security-policy': workerPolicy } },
    ),
    route(
      operations.installed.offline,
      (_who, { query: { lang } }, { request, reply }) => {
        const page = offlinePage(languageOf(lang, request));
        return sendWhole(request, reply.type('text/html; charset=utf-8'), page);
      },
      { headers: { 'content-security-policy': scriptedPagePolicy } },
    ),
  ];
}
