import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';
import type { Clock } from '../domain/clock.ts';

/** Slower than this over the whole stall time counts as not moving at all. */
const minBytesPerSecond = 1024;
const checksPerStall = 6;

/**
 * Cuts requests that stopped moving. It looks at progress and never at total time, so that an honest
 * upload over a thin line may take all night.
 */
export function watchProgress(app: FastifyInstance, clock: Clock, stallMs: number): void {
  const open = new Map<Socket, { bytes: number; since: number }>();
  const minBytes = (minBytesPerSecond * stallMs) / 1000;

  app.addHook('onRequest', (request, _reply, done) => {
    const { socket } = request.raw;
    open.set(socket, { bytes: bytesMoved(socket), since: clock.monotonic() });
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    open.delete(request.raw.socket);
    done();
  });

  const timer = setInterval(() => {
    const now = clock.monotonic();
    for (const [socket, progress] of open) {
      const bytes = bytesMoved(socket);
      if (socket.destroyed) open.delete(socket);
      else if (bytes - progress.bytes >= minBytes) open.set(socket, { bytes, since: now });
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
