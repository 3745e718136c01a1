import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addVary } from './vary.ts';

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
  addVary(reply, 'accept-encoding');
  const encoding = chooseEncoding(request);
  const content = Buffer.from(text);
  if (encoding === undefined || content.length < leastBytes) return await reply.send(content);
  return await reply.header('content-encoding', encoding).send(await compress(content, encoding));
}
