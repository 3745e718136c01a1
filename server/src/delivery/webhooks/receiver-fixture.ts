import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';

/** A message as its receiver got it. */
export interface ReceivedWebhook {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** How a receiver answers; by itself with 204. */
export type Answering = (
  message: ReceivedWebhook,
  response: ServerResponse,
  request: IncomingMessage,
) => void;

/** A receiver of webhooks on this machine. */
export async function openReceiver(
  context: Pick<TestContext, 'after'>,
  tls?: { cert: string; key: string },
) {
  const messages: ReceivedWebhook[] = [];
  let connections = 0;
  let answer: Answering = (_message, response) => {
    response.writeHead(204).end();
  };
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const message = { method: request.method, url: request.url, headers: request.headers, body };
    messages.push(message);
    answer(message, response, request);
  }
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    take(request, response).catch(() => response.destroy());
  };
  const server: Server =
    tls === undefined ? createServer(listener) : createSecureServer(tls, listener);
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    /** As operators list it. */
    target: `127.0.0.1:${port}`,
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}/hook`,
    messages,
    connections: () => connections,
    setAnswer(next: Answering) {
      answer = next;
    },
    closeConnections() {
      server.closeAllConnections();
    },
  };
}
