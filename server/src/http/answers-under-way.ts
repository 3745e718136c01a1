import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** The answers that each connection still owes. */
const owed = new WeakMap<Socket, Set<ServerResponse>>();

/** Keeps count of the answers of every connection. */
export function watchAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const answers = owed.get(socket) ?? new Set();
    owed.set(socket, answers.add(reply.raw));
    reply.raw.once('close', () => {
      answers.delete(reply.raw);
    });
    done();
  });
}

/** Whether an answer has begun and not ended: what is written to the connection now lands in it. */
export function isAnswering(socket: Socket): boolean {
  return [...(owed.get(socket) ?? [])].some(({ headersSent }) => headersSent);
}
