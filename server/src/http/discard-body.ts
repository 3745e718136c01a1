import type { IncomingMessage, ServerResponse } from 'node:http';

const maxBytes = 256 * 1024 * 1024;
const maxMs = 30_000;

/**
 * Reads and forgets what is left of a refused request, so that a client busy sending still gets to
 * see the answer; one that sends on and on is cut off.
 */
export function discardBody(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete || request.destroyed) return;
  response.shouldKeepAlive = false;
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
