import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { isIPv4 } from 'node:net';
import { endianness } from 'node:os';

import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../domain/model/clock.ts';
import type { InFlightRequest, InFlightRequests } from './in-flight-requests.ts';

/** Slower than this over the whole stall time counts as no progress. */
const minBytesPerSecond = 1024;
const checksPerStall = 6;
/**
 * Progress of a peer shows only when its kernel has room for much more: on the loopback interface, where a
 * proxy reads, for half a megabyte. At the lowest speed that takes this many stall times.
 */
const acknowledgedStallTimes = 8;

/** The progress of an exchange at the last check. */
interface Progress {
  /** Since when less than the minimum has moved. */
  since: number;
  /** What Node had passed to the kernel by then. */
  bytes: number;
  /** What the peer had acknowledged at the last check; undefined before the first. */
  acknowledged: number | undefined;
  /** What it has acknowledged since then. */
  acknowledgedSince: number;
}

/**
 * Cuts requests whose clients make no progress. It checks progress and never total time, so that a legitimate
 * transfer over a slow connection may take all night. Time in which the client cannot do anything does not count: while
 * the server waits for its file store, say. What the server itself waits for has limits of its own.
 */
export function watchProgress(
  app: FastifyInstance,
  inFlight: InFlightRequests,
  { clock, stallMs }: { clock: Clock; stallMs: number },
): void {
  // By exchange, not by connection: of several on one connection, one that ends must not hide the next.
  const seen = new WeakMap<InFlightRequest, Progress>();
  const minBytes = (minBytesPerSecond * stallMs) / 1000;

  /** Whether enough was sent since the last time that enough was, or nothing was due. */
  function isMoving(exchange: InFlightRequest): boolean {
    if (isServersTurn(exchange)) return true;
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

  /** The kernel may accept nothing for minutes while the peer still reads what it buffered before. */
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
      // It falls when the kernel accepts a part of what is being written: that is no step back.
      const step = acknowledged - (progress.acknowledged ?? acknowledged);
      progress.acknowledgedSince += Math.max(0, step);
      progress.acknowledged = acknowledged;
    }
    const limitMs = waiting > 0 ? acknowledgedStallTimes * stallMs : stallMs;
    if (progress.acknowledgedSince >= minBytes) begin(exchange, progress.acknowledged);
    else if (clock.monotonic() - progress.since >= limitMs) {
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

/** Whether the client has taken all that there is, and has sent everything or cannot send more: nobody reads it. */
function isServersTurn({ request: { raw }, socket }: InFlightRequest): boolean {
  if (socket.writableLength > 0) return false;
  return raw.complete || (raw.readableFlowing !== true && raw.listenerCount('readable') === 0);
}

/** All progress that Node sees: bytes read, and bytes that the kernel accepted. */
function bytesHandedOver(socket: Socket): number {
  return socket.bytesRead + (socket.bytesWritten - socket.writableLength);
}

/** The connections of this process's network namespace, from Linux. */
const tables = ['/proc/self/net/tcp', '/proc/self/net/tcp6'];
/** "  12: 0100007F:1F90 0100007F:D2A4 01 00280000:00000000 …": number, both ends, state, queues. */
const connection =
  /^ *\d+: ([0-9A-F]+:[0-9A-F]{4}) ([0-9A-F]+:[0-9A-F]{4}) [0-9A-F]{2} ([0-9A-F]+):/gm;

/** By both ends of a connection: how many bytes the peer has yet to acknowledge. */
type UnacknowledgedBytes = ReadonlyMap<string, number>;

/**
 * How many of the bytes that the kernel accepted have not arrived. Node does not know: the kernel's buffer
 * may contain megabytes, which a slow connection takes minutes to send. Empty where the system has no such
 * table.
 */
export async function readUnacknowledged(): Promise<UnacknowledgedBytes> {
  const texts = await Promise.all(tables.map((path) => readFile(path, 'latin1').catch(() => '')));
  return parseConnections(texts.join('\n'));
}

export function parseConnections(table: string): UnacknowledgedBytes {
  const bytes = new Map<string, number>();
  for (const [, local = '', remote = '', queue = ''] of table.matchAll(connection)) {
    bytes.set(`${local} ${remote}`, parseInt(queue, 16));
  }
  return bytes;
}

/** The key of a connection in the table. */
export function connectionKey(
  socket: Pick<Socket, 'localAddress' | 'localPort' | 'remoteAddress' | 'remotePort'>,
): string {
  const { localAddress = '', localPort = 0, remoteAddress = '', remotePort = 0 } = socket;
  return `${endOf(localAddress, localPort)} ${endOf(remoteAddress, remotePort)}`;
}

function endOf(address: string, port: number): string {
  return `${hexOf(address)}:${port.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The address in hexadecimal digits, as the kernel prints it: words of 32 bits, in native byte order. */
function hexOf(address: string): string {
  const words = wordsOf(address).map((word) =>
    endianness() === 'LE' ? Buffer.from(word).reverse() : Buffer.from(word),
  );
  return Buffer.concat(words).toString('hex').toUpperCase();
}

function wordsOf(address: string): number[][] {
  const bytes = isIPv4(address) ? address.split('.').map(Number) : bytesOfSix(address);
  return Array.from({ length: bytes.length / 4 }, (_, at) => bytes.slice(4 * at, 4 * at + 4));
}

function bytesOfSix(address: string): number[] {
  const [plain = ''] = address.split('%', 1);
  const [head = [], tail = []] = plain.split('::').map(bytesOfGroups);
  return [...head, ...Array<number>(16 - head.length - tail.length).fill(0), ...tail];
}

function bytesOfGroups(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (group.includes('.')) return group.split('.').map(Number);
    const value = parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}
