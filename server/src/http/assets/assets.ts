import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Encoding } from '../connection/compression.ts';
import { compress } from '../connection/compression.ts';
import type { Accent } from './accent-sheet.ts';
import { accentSheet } from './accent-sheet.ts';

export interface Asset {
  body: Buffer;
  type: string;
  /** A strong entity tag, quotes included. */
  etag: string;
}

const compressed = new WeakMap<Asset, Map<Encoding, Promise<Asset>>>();

/** The same asset in another encoding. It is compressed once, when somebody first asks for it. */
export function compressedAsset(asset: Asset, encoding: Encoding): Promise<Asset> {
  const known = compressed.get(asset) ?? new Map<Encoding, Promise<Asset>>();
  compressed.set(asset, known);
  let variant = known.get(encoding);
  if (variant === undefined) {
    const etag = asset.etag.replace(/"$/, `-${encoding}"`);
    variant = compress(asset.body, encoding).then((body) => ({ ...asset, body, etag }));
    known.set(encoding, variant);
  }
  return variant;
}

/** What the operator has in place of ours. */
interface OwnLooks {
  logo?: Asset | undefined;
  accent?: Accent | undefined;
}

/** In the order of the cascade, after the tokens. */
const styles = [
  'base',
  'frame',
  'panel',
  'table',
  'account',
  'notice',
  'download-page',
  'upload-page',
  'code',
];

const scripts = [
  'download-page.js',
  'upload-page.js',
  'upload-form.js',
  'chosen-files.js',
  'judge-files.js',
  'begun-files.js',
  'file-queue.js',
  'resumable-upload.js',
  'tus-connection.js',
  'send-off.js',
  'send-progress.js',
  'dropped-files.js',
  'kept-form.js',
  'same-file.js',
  'transfer-rate.js',
  'waiting.js',
  'elements.js',
  'reader.js',
];

/** The one colour of our logo, which gives way to the operator's accent. */
const logoColor = '#0f766e';

/**
 * Reads everything the pages refer to, once, from the folder `web`, with the operator's own looks in
 * place of those in there. The keys are whole paths of
 * requests; a request is answered by looking it up, so none can name a file on the disk.
 */
export async function loadAssets(
  dir: string,
  { logo, accent }: OwnLooks = {},
): Promise<Map<string, Asset>> {
  const readStyle = (name: string) => readFile(join(dir, 'styles', `${name}.css`), 'utf8');
  const ownTokens = accent === undefined ? '' : accentSheet(accent);
  const sheets = [
    await readStyle('tokens'),
    ownTokens,
    ...(await Promise.all(styles.map(readStyle))),
  ];
  const ourLogo = await readFile(join(dir, 'images', 'logo.svg'), 'utf8');
  const drawnLogo = ourLogo.replaceAll(logoColor, accent?.light.ink ?? logoColor);

  const assets = new Map<string, Asset>();
  assets.set(
    '/assets/valise.css',
    toAsset(Buffer.from(sheets.join('')), 'text/css; charset=utf-8'),
  );
  assets.set('/assets/logo', logo ?? toAsset(Buffer.from(drawnLogo), 'image/svg+xml'));
  for (const name of scripts) {
    const body = await readFile(join(dir, 'scripts', name));
    assets.set(`/assets/${name}`, toAsset(body, 'text/javascript; charset=utf-8'));
  }
  return assets;
}

export function toAsset(body: Buffer, type: string): Asset {
  const digest = createHash('sha256').update(body).digest('base64url');
  return { body, type, etag: `"${digest}"` };
}
