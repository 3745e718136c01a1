import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Requests whose clients hold their bodies back until they are told to go on. */
const waiting = new WeakSet<IncomingMessage>();

/**
 * A client that asks before it sends (`Expect: 100-continue`) is told to go on only when the request
 * passed every check that needs no body: a refused upload costs nobody its bytes.
 */
export function answerExpectations(app: FastifyInstance): void {
  app.server.on('checkContinue', (request: IncomingMessage, response) => {
    waiting.add(request);
    app.server.emit('request', request, response);
  });
  // An expectation that nobody knows may be ignored, and its request is checked like any other.
  app.server.on('checkExpectation', (request: IncomingMessage, response) => {
    app.server.emit('request', request, response);
  });
}

/** Tells the client to send its body, if it waits to be told. */
export function goOn(request: IncomingMessage, response: ServerResponse): void {
  if (waiting.delete(request)) response.writeContinue();
}

/** Whether the client still holds its body back, and will not send it if it is refused. */
export function isWaitingToSend(request: IncomingMessage): boolean {
  return waiting.has(request);
}
