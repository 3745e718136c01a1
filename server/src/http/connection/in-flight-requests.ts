import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../domain/model/clock.ts';

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

/** Tracks running requests. `ended` is called for every exchange, once. */
export function createInFlightRequests(
  clock: Clock,
  ended: (exchange: InFlightRequest, outcome: Outcome) => void,
) {
  const underWay = new Map<ServerResponse, InFlightRequest>();

  function end(response: ServerResponse, outcome: Outcome): void {
    const exchange = underWay.get(response);
    if (exchange === undefined) return;
    underWay.delete(response);
    ended(exchange, outcome);
  }

  function complete(this: ServerResponse): void {
    end(this, 'answered');
  }

  function breakOff(this: ServerResponse): void {
    end(this, 'broken off');
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
        if (exchange.socket.destroyed) end(exchange.response, 'broken off');
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

/**
 * Ends, when the server closes, the connections without any request. Before Node 26, closing idle ones
 * leaves these open, and a server would wait for them. Returns a function to call with the connection of
 * every request.
 */
export function endSilentConnections(app: FastifyInstance): (socket: Socket) => void {
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

// An import would make Node load everything that its module exports. See known-methods.ts.
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
