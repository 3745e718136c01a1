import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Requests whose clients wait for `100 Continue` before they send their bodies. */
const waiting = new WeakSet<IncomingMessage>();

/**
 * A client that asks before it sends (`Expect: 100-continue`) is told to continue only when the request
 * passed every check that needs no body, so that a refused upload is not sent.
 */
export function answerExpectations(app: FastifyInstance): void {
  app.server.on('checkContinue', (request: IncomingMessage, response) => {
    waiting.add(request);
    app.server.emit('request', request, response);
  });
  // An unknown expectation may be ignored, and its request is checked like any other.
  app.server.on('checkExpectation', (request: IncomingMessage, response) => {
    app.server.emit('request', request, response);
  });
}

/** Sends `100 Continue`, if the client waits for it. */
export function goOn(request: IncomingMessage, response: ServerResponse): void {
  if (waiting.delete(request)) response.writeContinue();
}

/** Whether the client still waits, and will not send its body if it is refused. */
export function isWaitingToSend(request: IncomingMessage): boolean {
  return waiting.has(request);
}
