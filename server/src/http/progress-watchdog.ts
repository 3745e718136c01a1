import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../domain/clock.ts';

/** Slower than this over the whole stall time counts as not moving at all. */
const minBytesPerSecond = 1024;
const checksPerStall = 6;

/**
 * Cuts requests that stopped moving. It looks at progress and never at total time, so that an honest
 * upload over a thin line may take all night.
 */
export function watchProgress(app: FastifyInstance, clock: Clock, stallMs: number): void {
  // By request, not by connection: of several on one connection, one that ends must not hide the next.
  const open = new Map<IncomingMessage, { bytes: number; since: number }>();
  const minBytes = (minBytesPerSecond * stallMs) / 1000;

  app.addHook('onRequest', (request, _reply, done) => {
    const bytes = bytesMoved(request.raw.socket);
    open.set(request.raw, { bytes, since: clock.monotonic() });
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    open.delete(request.raw);
    done();
  });

  const timer = setInterval(() => {
    const now = clock.monotonic();
    for (const [request, progress] of open) {
      const { socket } = request;
      const bytes = bytesMoved(socket);
      if (socket.destroyed) open.delete(request);
      else if (bytes - progress.bytes >= minBytes) open.set(request, { bytes, since: now });
      else if (now - progress.since >= stallMs) socket.destroy(new Error('The client stalled'));
    }
  }, stallMs / checksPerStall);
  timer.unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
}

function bytesMoved(socket: Socket): number {
  return socket.bytesRead + (socket.bytesWritten - socket.writableLength);
}
