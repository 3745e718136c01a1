import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { discardBody } from './discard-body.ts';

/** Sends a text at once, and ends the answer when the request is off the wire too. */
export function sendWhole(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): FastifyReply {
  // The framework hangs up on bodies that it does not take; the rest of them is read instead.
  reply.removeHeader('connection');
  const discarded = discardBody(request.raw, reply.raw);
  if (!reply.raw.shouldKeepAlive) reply.header('connection', 'close');
  if (discarded === undefined) return reply.send(text);
  async function* answer(): AsyncGenerator<string, void, undefined> {
    yield text;
    await discarded;
  }
  return reply.header('content-length', Buffer.byteLength(text)).send(Readable.from(answer()));
}
