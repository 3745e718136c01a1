import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding } from '../connection/compression.ts';
import { imagePolicy } from '../connection/response-headers.ts';
import { addVary } from '../connection/vary.ts';
import type { Asset } from './assets.ts';
import { compressedAsset } from './assets.ts';

/** Sends an asset, compressed where the client accepts that, or says that the client has it. */
export async function sendAsset(
  plain: Asset,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const encoding = isText(plain) ? chooseEncoding(request) : undefined;
  const asset = encoding === undefined ? plain : await compressedAsset(plain, encoding);
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  reply.header('etag', asset.etag);
  addVary(reply, 'accept-encoding');
  if (asset.isLasting === true) {
    reply.header('cache-control', 'public, max-age=31536000, immutable');
    reply.removeHeader('expires');
    reply.removeHeader('pragma');
  }
  // A picture that is opened by itself is a document too, and may run nothing.
  if (asset.type.startsWith('image/')) reply.header('content-security-policy', imagePolicy);
  if (request.headers['if-none-match'] === asset.etag) return await reply.code(304).send();
  return await reply.type(asset.type).send(asset.body);
}

/** Whether compression makes it smaller; the operator's logo may be compressed already. */
function isText({ type }: Asset): boolean {
  return (
    type.startsWith('text/') || type.startsWith('application/json') || type === 'image/svg+xml'
  );
}
