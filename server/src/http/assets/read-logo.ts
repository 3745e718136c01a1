import type { Asset } from './assets.ts';
import { toAsset } from './assets.ts';

/** Small enough not to be waited for. */
const largestLogoBytes = 32_768;
const pngStart = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

/** A drawing and nothing else: what could act, load or declare is refused, though no page would let it. */
const notInDrawings = [
  /<!(?!--)/,
  /<\?(?!xml\s)/,
  /<\s*(?:[\w-]+:)?(?:script|foreignobject|iframe|object|embed|audio|video|image|a|set|animate\w*|handler|listener)\b/i,
  /[\s"'/](?:[\w-]+:)?on\w+\s*=/i,
  /(?:href|src)\s*=\s*["']?\s*(?!["'#])/i,
  /url\(\s*["']?\s*(?!["'#])/i,
  /@import|&(?!(?:amp|lt|gt|quot|apos);)/i,
];

/** The operator's picture, ready to be served. Throws a sentence that says what is wrong with it. */
export function readLogo(body: Buffer): Asset {
  if (body.length > largestLogoBytes) {
    throw new Error(`it has ${body.length} bytes, and may have ${largestLogoBytes}`);
  }
  if (body.subarray(0, pngStart.length).equals(pngStart)) return toAsset(body, 'image/png');
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
