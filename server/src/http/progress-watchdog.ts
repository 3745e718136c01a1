import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../domain/clock.ts';
import type { Exchange, Exchanges } from './exchanges.ts';

/** Slower than this over the whole stall time counts as not moving at all. */
const minBytesPerSecond = 1024;
const checksPerStall = 6;

/**
 * Cuts requests that stopped moving. It looks at progress and never at total time, so that an honest
 * upload over a thin line may take all night.
 */
export function watchProgress(
  app: FastifyInstance,
  exchanges: Exchanges,
  { clock, stallMs }: { clock: Clock; stallMs: number },
): void {
  // By exchange, not by connection: of several on one connection, one that ends must not hide the next.
  const seen = new WeakMap<Exchange, { bytes: number; since: number }>();
  const minBytes = (minBytesPerSecond * stallMs) / 1000;

  const timer = setInterval(() => {
    const now = clock.monotonic();
    for (const exchange of exchanges.list()) {
      const { socket } = exchange;
      const bytes = bytesMoved(socket);
      const progress = seen.get(exchange);
      if (progress === undefined || bytes - progress.bytes >= minBytes) {
        seen.set(exchange, { bytes, since: now });
      } else if (now - progress.since >= stallMs) {
        socket.destroy(new Error('The client stalled'));
      }
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
