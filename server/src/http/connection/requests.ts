import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isIP } from 'node:net';

import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../domain/model/clock.ts';
import type { Randomness } from '../../domain/model/ids.ts';
import { isSentWhole, standardHeaders } from './response-headers.ts';
import { routedPath } from './routed-path.ts';

/** A request and its answer, from the first byte of the one to the last of the other. */
export interface InFlightRequest {
  readonly request: FastifyRequest;
  readonly response: ServerResponse;
  readonly socket: Socket;
  /** On the monotonic clock. */
  readonly startedAt: number;
}

export type Outcome = 'answered' | 'broken off';

export type InFlightRequests = ReturnType<typeof createInFlightRequests>;

export type EndListener = (exchange: InFlightRequest, outcome: Outcome) => void;

/** Tracks running requests. Each listener is called for every exchange, once. */
export function createInFlightRequests(clock: Clock, endListeners: readonly EndListener[]) {
  const underWay = new Map<ServerResponse, InFlightRequest>();

  function end(response: ServerResponse, outcome: Outcome): void {
    const exchange = underWay.get(response);
    if (exchange === undefined) return;
    underWay.delete(response);
    for (const listener of endListeners) listener(exchange, outcome);
  }

  function complete(this: ServerResponse): void {
    end(this, 'answered');
  }

  function breakOff(this: ServerResponse): void {
    end(this, isSentWhole(this) ? 'answered' : 'broken off');
  }

  return {
    begin(request: FastifyRequest, { raw: response }: FastifyReply): void {
      const { socket } = request.raw;
      underWay.set(response, { request, response, socket, startedAt: clock.monotonic() });
      response.on('finish', complete).on('error', breakOff).on('close', breakOff);
    },

    /**
     * The running ones. Also ends answers that waited on a connection that was lost, for which there is no
     * event.
     */
    *list(): Generator<InFlightRequest> {
      for (const exchange of underWay.values()) {
        if (exchange.socket.destroyed) breakOff.call(exchange.response);
        else yield exchange;
      }
    },

    /**
     * Whether an answer has begun and not ended: bytes written to the connection now would become part of
     * it.
     */
    isAnswering(socket: Socket): boolean {
      return [...underWay.values()].some(
        (exchange) => exchange.socket === socket && exchange.response.headersSent,
      );
    },
  };
}

/** Begins every request in the same way: with standard headers, and known as in flight. */
export function beginRequests(app: FastifyInstance, inFlight: InFlightRequests): void {
  const noteConnection = endSilentConnections(app);
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    for (const { response, socket } of inFlight.list()) {
      if (response.headersSent) response.once('finish', () => socket.end());
      else response.shouldKeepAlive = false;
    }
    done();
  });
  app.addHook('onRequest', (request, reply, done) => {
    // Otherwise a page that asks for news again and again would keep the server from closing.
    if (isClosing) reply.raw.shouldKeepAlive = false;
    restoreMethod(request.raw);
    setStandardHeaders(reply, request.id);
    noteConnection(request.raw.socket);
    inFlight.begin(request, reply);
    done();
  });
}

export function setStandardHeaders(reply: FastifyReply, requestId: string): void {
  reply.headers(standardHeaders).header('x-request-id', requestId);
}

/**
 * Ends, when the server closes, the connections without any request. Before Node 26, closing idle ones
 * leaves these open, and a server would wait for them. Returns a function to call with the connection of
 * every request.
 */
function endSilentConnections(app: FastifyInstance): (socket: Socket) => void {
  const silent = new Map<string, Socket>();
  const heard = new WeakSet<Socket>();

  app.server.on('connection', (socket: Socket) => {
    const peer = peerOf(socket);
    silent.set(peer, socket);
    socket.once('close', () => silent.delete(peer));
  });
  app.addHook('preClose', (done) => {
    for (const socket of silent.values()) socket.destroy();
    done();
  });
  return (socket) => {
    if (heard.has(socket)) return;
    heard.add(socket);
    silent.delete(peerOf(socket));
  };
}

/** Under TLS a request's socket is not the one that was accepted; its peer is the same. */
function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress ?? ''} ${remotePort ?? ''}`;
}

// An import would make Node load everything that its module exports, fetch and WebSocket as well, at every start.
const { IncomingMessage } = process.getBuiltinModule('node:http');

/** A slow connection divides a body into pieces of about this size, or larger ones. */
const smallPieceBytes = 1024;
/** The most small pieces in one turn of the event loop; 64 KiB if they are as large as they can be. */
const maxSmallPieces = 64;
const maxTurnMs = 5;

/**
 * A request that yields to the event loop. A body in chunks of one byte is 10,000 pieces in one read of the
 * socket, and a connection may be read 32 times in a turn. Once a body was processed for 5 ms in a turn, or
 * came in many small pieces, the next read of its socket waits for the next turn.
 */
export class PacedRequest extends IncomingMessage {
  #turnBeganAt: number | undefined;
  #smallPieces = 0;
  #isResting = false;
  /** Whether more was requested during the pause. Nothing else is read. */
  #isAskedFor = false;

  override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
    const isWanted = super.push(piece, encoding);
    if (piece === null) return isWanted;
    this.#turnBeganAt ??= this.#beginTurn();
    if (piece.length < smallPieceBytes) this.#smallPieces += 1;
    this.#isResting ||=
      this.#smallPieces >= maxSmallPieces || performance.now() - this.#turnBeganAt >= maxTurnMs;
    // On false, Node's parser stops reading the socket until `_read` is called.
    return isWanted && !this.#isResting;
  }

  override _read(size: number): void {
    if (this.#isResting) this.#isAskedFor = true;
    else super._read(size);
  }

  #beginTurn(): number {
    setImmediate(() => {
      this.#turnBeganAt = undefined;
      this.#smallPieces = 0;
      this.#isResting = false;
      if (!this.#isAskedFor) return;
      this.#isAskedFor = false;
      super._read(0);
    });
    return performance.now();
  }
}

type Line = Parameters<FastifyBaseLogger['info']>;
type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/**
 * The log of one request, whose lines name it. Creating one costs more than a line does and few requests
 * log anything, so it is created with the first line.
 */
export class RequestLog implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger;
  readonly #bindings: Record<string, unknown>;
  #made: FastifyBaseLogger | undefined;

  constructor(parent: FastifyBaseLogger, bindings: Record<string, unknown>) {
    this.#parent = parent;
    this.#bindings = bindings;
  }

  get level(): string {
    return this.#parent.level;
  }

  fatal(...line: Line): void {
    this.#log('fatal', line);
  }

  error(...line: Line): void {
    this.#log('error', line);
  }

  warn(...line: Line): void {
    this.#log('warn', line);
  }

  info(...line: Line): void {
    this.#log('info', line);
  }

  debug(...line: Line): void {
    this.#log('debug', line);
  }

  trace(...line: Line): void {
    this.#log('trace', line);
  }

  silent(): void {
    // A level at which nothing is logged.
  }

  child(...options: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#make().child(...options);
  }

  #log(level: Level, line: Line): void {
    this.#make()[level](...line);
  }

  #make(): FastifyBaseLogger {
    return (this.#made ??= this.#parent.child(this.#bindings));
  }
}

const idBytes = 12;
const idsAtOnce = 128;

/** Makes ids for requests: random, so that they are unique among servers and restarts. */
export function createRequestIds(randomness: Randomness): () => string {
  // Drawing a few bytes costs as much as drawing many.
  let pool: Buffer = Buffer.alloc(0);
  let used = 0;
  return () => {
    if (used >= pool.length) {
      pool = randomness.bytes(idBytes * idsAtOnce);
      used = 0;
    }
    used += idBytes;
    return pool.toString('base64url', used - idBytes, used);
  };
}

/** Requests whose path is spelt in another way than that of the page that it would lead to. */
const misspelt = new WeakSet();

/** Whether the path of a request is to be answered as one that does not exist, whatever it leads to. */
export function isMisspelt({ raw }: Pick<FastifyRequest, 'raw'>): boolean {
  return misspelt.has(raw);
}

/** The methods that routes support. */
export const supportedMethods = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/**
 * As what a request with any other method is routed: the router has a tree of all routes for each method it knows,
 * and one for each of the thirty that Node can parse would take most of the time that creating the app takes.
 */
export const otherMethod = 'TRACE';

/** The methods that requests had before they were routed as `otherMethod`. */
const ownMethods = new WeakMap<object, string>();

interface RawRequest {
  method?: string | undefined;
}

function routeAsSupported(request: RawRequest): void {
  const { method } = request;
  if (method === undefined || supportedMethods.some((each) => each === method)) return;
  ownMethods.set(request, method);
  request.method = otherMethod;
}

/** Before anything else reads the method: refusals, logs and traces name the client's own. */
function restoreMethod(request: RawRequest): void {
  if (request.method === otherMethod) request.method = ownMethods.get(request);
}

/**
 * The client's address. It is read at once, since it is lost with the connection. A trusted proxy may pass
 * on anything; where it is no address, the proxy's own is used.
 */
export function sourceOf(request: FastifyRequest): string {
  const { ip } = request as { ip: string | undefined };
  if (ip !== undefined && isAddress(ip)) return ip;
  return request.socket.remoteAddress ?? 'unknown';
}

/** A zone (`%eth0`) is meaningful on one machine only, and may have any length. */
function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%');
}

/** One line for each request. Paths are logged as patterns: the real ones contain names and tokens. */
export function createAnswerLog(log: FastifyBaseLogger, clock: Clock) {
  // None of these facts is a secret, and redaction costs more than the rest of a line.
  const plainLog = log.child({}, { redact: [] });
  return ({ request, response, startedAt }: InFlightRequest, outcome: Outcome): void => {
    const { id: reqId, method, route } = request;
    const source = sourceOf(request);
    if (outcome === 'answered') {
      const { statusCode: status } = response;
      const ms = Math.round((clock.monotonic() - startedAt) * 10) / 10;
      plainLog.info({ reqId, method, route, source, status, ms }, 'answered');
    } else {
      plainLog.info({ reqId, method, route, source }, 'the client went away');
    }
  };
}

/** How Fastify names requests, reads their paths and gives them logs. */
export function requestOptions(log: FastifyBaseLogger, newRequestId: () => string) {
  return {
    genReqId: newRequestId,
    rewriteUrl(request: RawRequest & { url?: string | undefined }) {
      routeAsSupported(request);
      const url = request.url ?? '/';
      const path = routedPath(url);
      if (path === undefined) misspelt.add(request);
      return path ?? url;
    },
    childLoggerFactory: (_log: FastifyBaseLogger, bindings: Record<string, unknown>) =>
      new RequestLog(log, bindings),
  };
}
