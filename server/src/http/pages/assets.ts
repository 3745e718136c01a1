import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Asset {
  body: Buffer;
  type: string;
  /** A strong entity tag, quotes included. */
  etag: string;
}

/** In the order of the cascade. */
const styles = [
  'tokens',
  'base',
  'frame',
  'panel',
  'table',
  'account',
  'notice',
  'receive',
  'send-back',
  'code',
];

const scripts = [
  'receive.js',
  'send-back.js',
  'chosen-files.js',
  'begun-files.js',
  'resumable-upload.js',
  'reader.js',
];

/**
 * Reads everything the pages refer to, once, from the folder `web`; a logo that is given is taken in
 * place of the one in there. The keys are whole paths of
 * requests; a request is answered by looking it up, so none can name a file on the disk.
 */
export async function loadAssets(dir: string, logo?: Asset): Promise<Map<string, Asset>> {
  const assets = new Map<string, Asset>();
  const sheets = await Promise.all(
    styles.map((name) => readFile(join(dir, 'styles', `${name}.css`))),
  );
  assets.set('/assets/valise.css', toAsset(Buffer.concat(sheets), 'text/css; charset=utf-8'));
  const ourLogo = toAsset(await readFile(join(dir, 'images', 'logo.svg')), 'image/svg+xml');
  assets.set('/assets/logo', logo ?? ourLogo);
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
