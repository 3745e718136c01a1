import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { discardBody } from './discard-body.ts';

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
