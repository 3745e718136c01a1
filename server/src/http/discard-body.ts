import type { IncomingMessage, ServerResponse } from 'node:http';
import { isWaitingToSend } from './expectation.ts';

const maxBytes = 256 * 1024 * 1024;
const maxMs = 30_000;

/**
 * Reads and forgets what is left of a refused request. Closing the connection instead would make the
 * operating system reset it, and a client busy sending might never see the answer. One that
 * sends on and on is cut off all the same.
 */
export function discardBody(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete || request.destroyed) return;
  if (isWaitingToSend(request)) {
    // Its body will never come, so nothing else can follow on this connection.
    response.shouldKeepAlive = false;
    return;
  }
  let bytes = 0;
  const giveUp = setTimeout(() => request.socket.destroy(), maxMs);
  giveUp.unref();
  request.once('close', () => {
    clearTimeout(giveUp);
  });
  request.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > maxBytes) request.socket.destroy();
  });
  // A client that hangs up on a refusal is no fault of anybody.
  request.on('error', () => undefined);
  request.resume();
}
