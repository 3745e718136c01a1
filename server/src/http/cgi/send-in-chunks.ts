import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import { jsonType } from './wire.ts';

/** Answers without a Content-Length: existing clients are used to a chunked answer to an upload. */
export function sendInChunks(reply: FastifyReply, json: string): void {
  reply.type(jsonType).hijack();
  reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
  // The headers are made already, so that this adds no length to them.
  reply.raw.end(json);
}
