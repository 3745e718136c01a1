import type { IncomingMessage, ServerResponse } from 'node:http';
import { isWaitingToSend } from './expectation.ts';

const maxBytes = 256 * 1024 * 1024;
const maxMs = 30_000;

/**
 * Reads and forgets what is left of a refused request; undefined when nothing is left. The answer
 * must not end before the promise does: a connection that is closed while its client is busy sending
 * gets reset by the operating system, and the client never sees the answer. One that sends on and
 * on is cut off all the same.
 */
export function discardBody(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | undefined {
  if (request.complete || request.readableEnded || request.destroyed) return undefined;
  if (isWaitingToSend(request)) {
    // Its body will never come, so nothing else can follow on this connection.
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
  // A client that hangs up on a refusal is no fault of anybody.
  request.on('error', end).on('end', end).on('close', end);
  request.resume();
  return promise;
}
