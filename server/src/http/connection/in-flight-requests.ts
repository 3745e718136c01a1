import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../domain/model/clock.ts';
import { isSentWhole } from './send-whole.ts';

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

    /** The oldest one on a connection: whose answer is the next there. */
    findOn(socket: Socket): InFlightRequest | undefined {
      return [...underWay.values()].find((exchange) => exchange.socket === socket);
    },
  };
}
