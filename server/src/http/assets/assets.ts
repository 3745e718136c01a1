import { createHash } from 'node:crypto';
import { join } from 'node:path';

import type { Encoding } from '../connection/compression.ts';
import { compress } from '../connection/compression.ts';
import type { PageFont } from './font.ts';
import { scriptLinker } from './link-script.ts';

export interface Asset {
  body: Buffer;
  type: string;
  /** A strong entity tag, quotes included. */
  etag: string;
  /** Whether its address has its hash, so that browsers may keep it for a year. */
  isLasting?: boolean;
}

const compressed = new WeakMap<Asset, Map<Encoding, Promise<Asset>>>();

/** The same asset in another encoding. It is compressed once, with the first request for it. */
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

/** What pages load; each is linked with what it imports. */
export const pageScripts = [
  'app-page.js',
  'appearance.js',
  'signed-in.js',
  'list-keys.js',
  'send-page.js',
  'ask-page.js',
  'upload-page.js',
  'download-page.js',
  'passkeys.js',
  'copy-link.js',
  'gallery.js',
  'picture-worker.js',
  'signed-out.js',
  'offline-page.js',
];

/** Scripts of service workers, by the addresses of theirs; their routes say what they keep. */
export const workerScripts = {
  '/app/worker.js': 'app-worker.js',
  '/app/ended-worker.js': 'ended-worker.js',
};

/** Those that no brand changes: the scripts, and the files of the font. */
export function loadLastingAssets(dir: string, font: PageFont | undefined): Map<string, Asset> {
  const assets = new Map<string, Asset>(font?.files);
  const link = scriptLinker(join(dir, 'scripts'));
  const ofPages = pageScripts.map((name) => [`/assets/${name}`, name] as const);
  for (const [path, name] of [...ofPages, ...Object.entries(workerScripts)]) {
    assets.set(path, toAsset(Buffer.from(link(name)), 'text/javascript; charset=utf-8'));
  }
  return assets;
}

export function toAsset(body: Buffer, type: string): Asset {
  const digest = createHash('sha256').update(body).digest('base64url');
  return { body, type, etag: `"${digest}"` };
}

/** Small enough to load at once. */
export const maxLogoBytes = 32_768;
/** A few bytes can say that a picture is so large that browsers take gigabytes to show it. */
const mostLogoPixels = 4096;
const pngStart = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

/** Only a drawing: what could run scripts, load or declare is refused, although no page would allow it. */
const notInDrawings = [
  /<!(?!--)/,
  /<\?(?!xml\s)/,
  /<\s*(?:[\w-]+:)?(?:script|foreignobject|iframe|object|embed|audio|video|image|a|set|animate\w*|handler|listener)\b/i,
  /[\s"'/](?:[\w-]+:)?on\w+\s*=/i,
  /(?:href|src)\s*=(?!#|["']["'#])/i,
  /url\((?!#|["']["'#])/i,
  /@import|&(?!(?:amp|lt|gt|quot|apos);)/i,
];

/** The operator's picture, ready to be served. Throws a sentence that names the fault. */
export function readLogo(body: Buffer): Asset {
  if (body.length > maxLogoBytes) {
    throw new Error(`it has ${body.length} bytes, and may have ${maxLogoBytes}`);
  }
  if (body.subarray(0, pngStart.length).equals(pngStart)) {
    refuseBadSize(body);
    return toAsset(body, 'image/png');
  }
  const drawing = body.toString('utf8');
  const isDrawing = /^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--(?:(?!-->).)*-->\s*)*<svg\s/s.test(drawing);
  if (!isDrawing || !drawing.trimEnd().endsWith('</svg>')) {
    throw new Error('it is no PNG or SVG picture');
  }
  if (!/\sviewBox="/.test(drawing)) throw new Error('the SVG has no viewBox, and so no shape');
  const bad = notInDrawings.map((pattern) => pattern.exec(drawing)?.[0]).find(Boolean);
  if (bad !== undefined) {
    throw new Error(`the SVG holds more than a drawing, at ${JSON.stringify(bad.trim())}`);
  }
  return toAsset(body, 'image/svg+xml');
}

/** Width and height stand at the start of a PNG. */
function refuseBadSize(png: Buffer): void {
  const [width, height] = png.length < 24 ? [0, 0] : [png.readUInt32BE(16), png.readUInt32BE(20)];
  if (width === 0 || height === 0) throw new Error('the PNG does not say how large it is');
  if (Math.max(width, height) > mostLogoPixels) {
    throw new Error(
      `it is ${width} × ${height} pixels, and may be ${mostLogoPixels} × ${mostLogoPixels}`,
    );
  }
}
