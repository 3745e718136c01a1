import type { ServiceNames } from '../../domain/model/appearance.ts';
import { readFile } from 'node:fs/promises';
import type { Asset } from '../assets/assets.ts';
import { toAsset } from '../assets/assets.ts';
import { sendAsset } from '../assets/send-asset.ts';
import type { Translations } from '../../i18n/texts/translation.ts';
import { operations } from '../generated/operations.js';
import { route } from '../routing/operation.ts';
import type { Route } from '../routing/route.ts';
import type { Description } from './reference-page.ts';
import { renderReferencePage } from './reference-page.ts';

interface Options {
  brand: () => ServiceNames;
  translations: Translations;
  /** Without it, the address is that from which the description is read. */
  publicUrl: string | undefined;
}

const openApiFile = new URL('../generated/openapi.json', import.meta.url);
const openApi2File = new URL('../generated/openapi-2.json', import.meta.url);

/** Anyone may keep them, and asks whether they are still the same. */
const headers = { 'cache-control': 'public, no-cache' };

/** The description of the API, for programs and for readers. Nothing of it is in memory before it is asked for. */
export function descriptionRoutes(options: Options): Route[] {
  const { publicUrl } = options;
  const openApi = onFirstUse(async () => {
    const description = await readJson<Description>(openApiFile);
    return jsonAsset({ ...description, ...(publicUrl && { servers: [{ url: publicUrl }] }) });
  });
  const openApi2 = onFirstUse(async () => {
    const description = await readJson<object>(openApi2File);
    return jsonAsset({ ...description, ...placeOf(publicUrl) });
  });
  const page = onFirstUseOf(options.brand, async (serviceName) => {
    const { translations } = options;
    const description = await readJson<Description>(openApiFile);
    const text = renderReferencePage(description, { serviceName, translations });
    return toAsset(Buffer.from(text), 'text/html; charset=utf-8');
  });
  return [
    route(
      operations.service.openApi,
      async (_who, _input, exchange) => sendAsset(await openApi(), exchange),
      { headers },
    ),
    route(
      operations.service.openApi2,
      async (_who, _input, exchange) => sendAsset(await openApi2(), exchange),
      { headers },
    ),
    route(
      operations.service.apiReference,
      async (_who, _input, exchange) => sendAsset(await page(), exchange),
      { headers },
    ),
  ];
}

/** What is made once, when it is first wanted. What failed is tried again. */
function onFirstUse(make: () => Promise<Asset>): () => Promise<Asset> {
  let made: Promise<Asset> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/** The same for what is made of the service's name, and again when that changes. */
function onFirstUseOf(
  brand: () => ServiceNames,
  make: (serviceName: string) => Promise<Asset>,
): () => Promise<Asset> {
  let name: string | undefined;
  let made: () => Promise<Asset>;
  return () => {
    const { serviceName } = brand();
    if (serviceName !== name) made = onFirstUse(() => make(serviceName));
    name = serviceName;
    return made();
  };
}

async function readJson<Content>(file: URL): Promise<Content> {
  return JSON.parse(await readFile(file, 'utf8')) as Content;
}

function jsonAsset(content: object): Asset {
  return toAsset(Buffer.from(JSON.stringify(content)), 'application/json; charset=utf-8');
}

/** The same address as OpenAPI 2.0 writes it. */
function placeOf(publicUrl: string | undefined): object {
  if (publicUrl === undefined) return {};
  const { protocol, host, pathname } = new URL(publicUrl);
  return { host, schemes: [protocol.replace(':', '')], basePath: pathname };
}
