import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { isWaitingToSend } from './expectations.ts';

const maxBytes = 256 * 1024 * 1024;
const maxMs = 30_000;

/**
 * Reads and discards the rest of a refused request; undefined when nothing is left. The answer must not end
 * before the promise does: the operating system resets a connection that is closed while its client is
 * sending, and the client never sees the answer. A client that keeps sending is cut off all the same.
 */
export function discardBody(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | undefined {
  if (request.complete || request.readableEnded || request.destroyed) return undefined;
  if (isWaitingToSend(request)) {
    // Its body will never come, so that no other request can follow on this connection.
    response.shouldKeepAlive = false;
    return undefined;
  }
  const { promise, resolve } = Promise.withResolvers<undefined>();
  let bytes = 0;
  const giveUp = setTimeout(() => request.socket.destroy(), maxMs);
  giveUp.unref();
  function end(): void {
    clearTimeout(giveUp);
    resolve(undefined);
  }
  request.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > maxBytes) request.socket.destroy();
  });
  // A client that disconnects on a refusal is no fault.
  request.on('error', end).on('end', end).on('close', end);
  request.resume();
  return promise;
}

/** Leaves bodies that are not JSON on the connection: a handler reads them as a stream. */
export function leaveOtherBodies(app: FastifyInstance): void {
  app.addContentTypeParser('*', (_request, _body, done) => {
    done(null);
  });
}
