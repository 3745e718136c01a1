import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../domain/model/clock.ts';

/** A request and its answer, from the first byte of the one to the last of the other. */
export interface InFlightRequest {
  readonly request: FastifyRequest;
  readonly response: ServerResponse;
  readonly socket: Socket;
  /** On the clock that never jumps. */
  readonly startedAt: number;
}

export type Outcome = 'answered' | 'broken off';

export type InFlightRequests = ReturnType<typeof createInFlightRequests>;

/** Keeps account of what is under way. `ended` is told of every exchange, once. */
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
     * Those under way. Ends what nobody hears of otherwise: an answer that waited for its turn on a
     * connection when that was lost.
     */
    *list(): Generator<InFlightRequest> {
      for (const exchange of underWay.values()) {
        if (exchange.socket.destroyed) end(exchange.response, 'broken off');
        else yield exchange;
      }
    },

    /** Whether an answer has begun and not ended: what is written to the connection now lands in it. */
    isAnswering(socket: Socket): boolean {
      return [...underWay.values()].some(
        (exchange) => exchange.socket === socket && exchange.response.headersSent,
      );
    },
  };
}
