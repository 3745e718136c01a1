import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import Fastify from 'fastify';
import { systemClock } from '../../platform/system.ts';
import { beginRequests } from './begin-requests.ts';
import { createInFlightRequests } from './in-flight-requests.ts';
import { sendWhole } from './send-whole.ts';

/** A server whose answers have to be let go. */
async function openServer() {
  const app = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false });
  beginRequests(app, createInFlightRequests(systemClock, []));
  const held = Promise.withResolvers<undefined>();
  const begun = Promise.withResolvers<undefined>();
  app.get('/late', async (request, reply) => {
    begun.resolve(undefined);
    await held.promise;
    return sendWhole(request, reply, 'late');
  });
  app.get('/long', async (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-length': 4 }).write('lo');
    begun.resolve(undefined);
    await held.promise;
    reply.raw.end('ng');
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    app,
    begun: begun.promise,
    release: () => {
      held.resolve(undefined);
    },
  };
}

for (const path of ['/late', '/long']) {
  test(
    `a server that closes waits for the answer ${path}, and not for what its client asks next`,
    { timeout: 300_000 },
    async () => {
      const { app, begun, release } = await openServer();
      const { port } = app.server.address() as AddressInfo;
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      const answers = text(socket);
      await begun;
      const closed = app.close();
      while (app.server.listening) await new Promise(setImmediate);
      release();
      assert.match(await answers, new RegExp(`${path.slice(1)}$`));
      await closed;
    },
  );
}
