import type { FastifyInstance, FastifyReply } from 'fastify';
import type { InFlightRequests } from './in-flight-requests.ts';
import { standardHeaders } from './response-headers.ts';
import { restoreMethod } from './routed-method.ts';
import { endSilentConnections } from './silent-connections.ts';

/** On every answer. */
type AnswerHeaders = Readonly<Record<string, string>>;

/** Begins every request in the same way: with standard headers, and known as in flight. */
export function beginRequests(
  app: FastifyInstance,
  inFlight: InFlightRequests,
  headers: AnswerHeaders = standardHeaders,
): void {
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
    setStandardHeaders(reply, request.id, headers);
    noteConnection(request.raw.socket);
    inFlight.begin(request, reply);
    done();
  });
}

export function setStandardHeaders(
  reply: FastifyReply,
  requestId: string,
  headers: AnswerHeaders,
): void {
  reply.headers(headers).header('x-request-id', requestId);
}
