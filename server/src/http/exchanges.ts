import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../domain/clock.ts';

/** A request and its answer, from the first byte of the one to the last of the other. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly socket: Socket;
  /** On the clock that never jumps. */
  readonly startedAt: number;
}

export type Outcome = 'answered' | 'broken off';

export type Exchanges = ReturnType<typeof createExchanges>;

/** Keeps account of what is under way. `ended` is told of every exchange, once. */
export function createExchanges(
  clock: Clock,
  ended: (exchange: Exchange, outcome: Outcome) => void,
) {
  const underWay = new Set<Exchange>();

  function end(exchange: Exchange, outcome: Outcome): void {
    if (underWay.delete(exchange)) ended(exchange, outcome);
  }

  return {
    begin(request: FastifyRequest, reply: FastifyReply): void {
      const { socket } = request.raw;
      const exchange = { request, reply, socket, startedAt: clock.monotonic() };
      underWay.add(exchange);
      const breakOff = (): void => {
        end(exchange, 'broken off');
      };
      reply.raw
        .on('finish', () => {
          end(exchange, 'answered');
        })
        .on('error', breakOff)
        .on('close', breakOff);
    },

    /**
     * Those under way. Ends what nobody hears of otherwise: an answer that waited for its turn on a
     * connection when that was lost.
     */
    *list(): Generator<Exchange> {
      for (const exchange of underWay) {
        if (exchange.socket.destroyed) end(exchange, 'broken off');
        else yield exchange;
      }
    },

    /** Whether an answer has begun and not ended: what is written to the connection now lands in it. */
    isAnswering(socket: Socket): boolean {
      return [...underWay].some(
        (exchange) => exchange.socket === socket && exchange.reply.raw.headersSent,
      );
    },
  };
}
