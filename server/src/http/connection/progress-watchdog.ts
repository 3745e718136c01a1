import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../domain/model/clock.ts';
import type { InFlightRequest, InFlightRequests } from './in-flight-requests.ts';
import type { UnacknowledgedBytes } from './unacknowledged-bytes.ts';
import { connectionKey, readUnacknowledged } from './unacknowledged-bytes.ts';

/** Slower than this over the whole stall time counts as not moving at all. */
const minBytesPerSecond = 1024;
const checksPerStall = 6;
/**
 * What a peer reads shows only when its kernel has room for much more: on the loopback interface, where a proxy
 * reads, for half a megabyte. So long in stall times it may take at the lowest speed.
 */
const acknowledgedPatience = 8;

/** How far an exchange was when it was looked at. */
interface Progress {
  /** Since when less than the least has moved. */
  since: number;
  /** What Node had handed over by then. */
  bytes: number;
  /** What the other side had acknowledged when it was last looked at; undefined where nobody has looked. */
  acknowledged: number | undefined;
  /** What it has acknowledged since then. */
  acknowledgedSince: number;
}

/**
 * Cuts requests that stopped moving. It looks at progress and never at total time, so that an honest
 * transfer over a thin line may take all night. A route can declare that its answers are silent for long
 * on purpose; only bytes that its client does not take count as a stall then.
 */
export function watchProgress(
  app: FastifyInstance,
  inFlight: InFlightRequests,
  { clock, stallMs }: { clock: Clock; stallMs: number },
): void {
  // By exchange, not by connection: of several on one connection, one that ends must not hide the next.
  const seen = new WeakMap<InFlightRequest, Progress>();
  const minBytes = (minBytesPerSecond * stallMs) / 1000;

  /** Whether enough was handed over since the last time that enough was, or nothing was due. */
  function isMoving(exchange: InFlightRequest): boolean {
    if (isSilentOnPurpose(exchange)) return true;
    const bytes = bytesHandedOver(exchange.socket);
    const progress = seen.get(exchange);
    return progress === undefined || bytes - progress.bytes >= minBytes;
  }

  function begin(exchange: InFlightRequest, acknowledged: number | undefined): void {
    const bytes = bytesHandedOver(exchange.socket);
    seen.set(exchange, {
      since: clock.monotonic(),
      bytes,
      acknowledged,
      acknowledgedSince: 0,
    });
  }

  /** The kernel may take nothing for minutes, and the other side still read what it took before. */
  function look(exchange: InFlightRequest, unacknowledged: UnacknowledgedBytes): void {
    const { socket } = exchange;
    const progress = seen.get(exchange);
    if (progress === undefined || isMoving(exchange)) {
      begin(exchange, undefined);
      return;
    }
    const waiting = unacknowledged.get(connectionKey(socket)) ?? 0;
    if (waiting > 0) {
      const acknowledged = bytesHandedOver(socket) - waiting;
      // It falls when the kernel takes a part of what is being written: that is no step back.
      const step = acknowledged - (progress.acknowledged ?? acknowledged);
      progress.acknowledgedSince += Math.max(0, step);
      progress.acknowledged = acknowledged;
    }
    const patienceMs = waiting > 0 ? acknowledgedPatience * stallMs : stallMs;
    if (progress.acknowledgedSince >= minBytes) begin(exchange, progress.acknowledged);
    else if (clock.monotonic() - progress.since >= patienceMs) {
      socket.destroy(new Error('The client stalled'));
    }
  }

  async function check(): Promise<void> {
    const slow = [...inFlight.list()].filter((exchange) => {
      const moves = isMoving(exchange);
      if (moves) begin(exchange, undefined);
      return !moves;
    });
    if (slow.length === 0) return;
    const unacknowledged = slow.some(({ socket }) => socket.writableLength > 0)
      ? await readUnacknowledged()
      : new Map<string, number>();
    for (const exchange of slow) look(exchange, unacknowledged);
  }

  const timer = setInterval(() => void check(), stallMs / checksPerStall);
  timer.unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
}

/** Whether the server has nothing to say yet. With bytes that the client does not take, it has. */
function isSilentOnPurpose({ request, socket }: InFlightRequest): boolean {
  return request.streamsSlowly && request.raw.complete && socket.writableLength === 0;
}

/** All that moved, as Node sees it: what it read, and what the kernel took of what was written. */
function bytesHandedOver(socket: Socket): number {
  return socket.bytesRead + (socket.bytesWritten - socket.writableLength);
}
