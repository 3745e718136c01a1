import { once } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';

interface GatewayRequest {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A real gateway on the loopback address, which keeps what it is asked and answers as it is told. */
export async function openGateway(t: TestContext) {
  const requests: GatewayRequest[] = [];
  const gateway = {
    requests,
    url: '',
    answer: (response: ServerResponse) => {
      response.writeHead(202).end('{"id":"1"}');
    },
  };
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    void text(request).then((body) => {
      requests.push({ method, url, headers, body });
      gateway.answer(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  gateway.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/send?account=7`;
  return gateway;
}
