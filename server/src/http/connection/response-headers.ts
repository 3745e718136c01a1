import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { FastifyReply, FastifyRequest } from 'fastify';
import { discardBody } from './take-body.ts';

/** What the pages may load: their own origin's styles and images, and nothing else. */
export const pagePolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'";

/** For pages with a script of ours, which may fetch from this origin only. */
export const scriptedPagePolicy = `${pagePolicy}; script-src 'self'; connect-src 'self'`;

/**
 * On every answer of pages for people with accounts. Their forms name their origin, which browsers leave out
 * where a page sends no referrer; and no page may frame them.
 */
export const peopleHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': scriptedPagePolicy.replace(
    "frame-ancestors 'self'",
    "frame-ancestors 'none'",
  ),
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
};

/** For file contents: a browser that shows them nevertheless runs nothing and loads nothing. */
export const filePolicy = "sandbox; default-src 'none'; frame-ancestors 'none'";

/**
 * For a PDF that is shown. The viewers of browsers refuse to show it without its origin; scripts, forms,
 * windows and navigation of others stay forbidden. `allow-scripts` must never be added.
 */
export const pdfPolicy =
  "sandbox allow-same-origin; default-src 'none'; frame-ancestors 'none'; form-action 'none'; base-uri 'none'";

/** For pictures, which may have their own styles. */
export const imagePolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

/**
 * On every answer. The first group is demanded by the customer's document; the auditor behind
 * X-XSS-Protection is gone from browsers, and 0 switches off what is left of it.
 */
export const standardHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-cache, no-store, must-revalidate',
  expires: '0',
  pragma: 'no-cache',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'content-security-policy': pagePolicy,
  'x-frame-options': 'SAMEORIGIN',
  'x-content-type-options': 'nosniff',
  'x-xss-protection': '0',

  // Links are secrets, and no page of ours needs another site.
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

const whole = new WeakSet<ServerResponse>();

/** Whether all of an answer was sent, although it has not ended: its client has it, and may hang up. */
export function isSentWhole(response: ServerResponse): boolean {
  return whole.has(response);
}

/** Sends a text at once, and ends the answer when the request body was read, too. */
export function sendWhole(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): FastifyReply {
  // The framework disconnects on bodies that it refuses; the rest of them is read instead.
  reply.removeHeader('connection');
  const discarded = discardBody(request.raw, reply.raw);
  if (!reply.raw.shouldKeepAlive) reply.header('connection', 'close');
  if (discarded === undefined) return reply.send(text);
  async function* answer(): AsyncGenerator<string, void, undefined> {
    yield text;
    whole.add(reply.raw);
    await discarded;
  }
  return reply.header('content-length', Buffer.byteLength(text)).send(Readable.from(answer()));
}

/** Best first. */
const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** Below this, compression saves less than its headers cost. */
const leastBytes = 1024;

const compressors: Record<Encoding, (content: Buffer) => Promise<Buffer>> = {
  // Of the eleven levels, the fourth compresses as gzip does in half of its time.
  br: (content) =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify(gzip),
};

/** The best encoding that the client accepts; undefined when it accepts none of ours. */
export function chooseEncoding(request: FastifyRequest): Encoding | undefined {
  const accepted = new Map(
    (request.headers['accept-encoding'] ?? '')
      .toLowerCase()
      .split(',')
      .map((item): [string, number] => {
        const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
        const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
        return [name, weight === undefined ? 1 : Number(weight)];
      }),
  );
  return encodings.find((encoding) => (accepted.get(encoding) ?? accepted.get('*') ?? 0) > 0);
}

export async function compress(content: Buffer, encoding: Encoding): Promise<Buffer> {
  return await compressors[encoding](content);
}

/**
 * Sends an answer, compressed where the client accepts that. Not for answers with a secret beside text that
 * a request or an attacker can choose: their length would reveal the secret (BREACH). The link in a
 * download page is its own address, so a requester knows it.
 */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  reply.header('vary', 'accept-encoding');
  const encoding = chooseEncoding(request);
  const content = Buffer.from(text);
  if (encoding === undefined || content.length < leastBytes) return await reply.send(content);
  return await reply.header('content-encoding', encoding).send(await compress(content, encoding));
}
