import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { ByteBudget } from '../../domain/transfers/transfer-memory.ts';
import { systemClock } from '../../platform/system.ts';
import { createInFlightRequests } from './in-flight-requests.ts';
import { watchProgress } from './progress-watchdog.ts';
import { leaveOtherBodies } from './discard-body.ts';
import { takeBody } from './take-body.ts';

const stallMs = 120;

/** A server that is silent for longer than a stall: before the end of an answer, and before it reads a body. */
async function serve(context: TestContext): Promise<number> {
  const app = Fastify();
  leaveOtherBodies(app);
  const inFlight = createInFlightRequests(systemClock, []);
  watchProgress(app, inFlight, { clock: systemClock, stallMs });
  app.addHook('onRequest', (request, reply, done) => {
    inFlight.begin(request, reply);
    done();
  });
  app.get('/events', (_request, reply) => reply.send(Readable.from(events())));
  app.get('/flood', (_request, reply) => reply.send(Readable.from(flood())));
  app.post('/upload', async (request, reply) => {
    const { content } = takeBody(request.raw, { waiting: new ByteBudget(0) });
    let bytes = 0;
    for await (const pieces of content) {
      // As when a store does not take them.
      if (bytes === 0) await sleep(5 * stallMs);
      for (const piece of pieces) bytes += piece.length;
    }
    return await reply.send(String(bytes));
  });
  context.after(() => app.close());
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

async function* events(): AsyncGenerator<string> {
  yield 'first';
  await sleep(5 * stallMs);
  yield 'last';
}

function* flood(): Generator<string> {
  for (;;) yield 'x'.repeat(1 << 20);
}

test('an answer that the server itself delays is not cut', async (context) => {
  const port = await serve(context);
  const answer = await fetch(`http://127.0.0.1:${port}/events`);
  assert.equal(await answer.text(), 'firstlast');
});

test('an upload is not cut while the server does not read it', async (context) => {
  const port = await serve(context);
  // More than the buffers between client and server, so that the client waits, too.
  const body = Buffer.alloc(16 << 20);
  const headers = { 'content-type': 'application/octet-stream' };
  const url = `http://127.0.0.1:${port}/upload`;
  const answer = await fetch(url, { method: 'POST', headers, body });
  assert.equal(await answer.text(), String(body.length));
});

test('a client that sends no more of its upload is cut', { timeout: 300_000 }, async (context) => {
  const port = await serve(context);
  const socket = connect(port, '127.0.0.1');
  context.after(() => socket.destroy());
  socket.resume();
  socket.write('POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: application/octet-stream\r\n');
  socket.write('Content-Length: 10\r\n\r\nhalf');
  await Promise.race([once(socket, 'error'), once(socket, 'close')]);
});

test('a client that takes nothing of an answer is cut', { timeout: 300_000 }, async (context) => {
  const port = await serve(context);
  const socket = connect(port, '127.0.0.1');
  context.after(() => socket.destroy());
  socket.pause();
  socket.write('GET /flood HTTP/1.1\r\nHost: x\r\n\r\n');
  await sleep(20 * stallMs);
  const ended = Promise.race([once(socket, 'error'), once(socket, 'close')]);
  socket.resume();
  await ended;
});
