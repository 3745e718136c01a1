import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { systemClock } from '../../platform/system.ts';
import { registerRoutes } from '../routing/register-routes.ts';
import { createInFlightRequests } from './requests.ts';
import { watchProgress } from './progress-watchdog.ts';

const stallMs = 120;

/** A server whose answers to `/events` are silent for longer than a stall. */
async function serve(context: TestContext, streamsSlowly: boolean): Promise<number> {
  const app = Fastify();
  const inFlight = createInFlightRequests(systemClock, []);
  watchProgress(app, inFlight, { clock: systemClock, stallMs });
  app.addHook('onRequest', (request, reply, done) => {
    inFlight.begin(request, reply);
    done();
  });
  registerRoutes(app, {
    routes: [
      {
        path: '/events',
        access: 'public',
        cost: 'none',
        streamsSlowly,
        methods: {
          GET: { schema: 'none', handle: (_request, reply) => reply.send(Readable.from(events())) },
          POST: { schema: 'none', handle: (_request, reply) => reply.send(Readable.from(flood())) },
        },
      },
    ],
    guard: () => Promise.reject(new Error('never asked')),
    costs: { isCounted: () => false, run: (_cost, _request, work) => Promise.resolve(work()) },
    preconditions: () => undefined,
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

test('an answer that is silent for longer than a stall is cut', async (context) => {
  const port = await serve(context, false);
  const answer = await fetch(`http://127.0.0.1:${port}/events`);
  await assert.rejects(answer.text());
});

test('a route can declare that its answers are silent on purpose', async (context) => {
  const port = await serve(context, true);
  const answer = await fetch(`http://127.0.0.1:${port}/events`);
  assert.equal(await answer.text(), 'firstlast');
});

test(
  'a client that takes nothing of such an answer is cut all the same',
  { timeout: 30_000 },
  async (context) => {
    const port = await serve(context, true);
    const socket = connect(port, '127.0.0.1');
    context.after(() => socket.destroy());
    socket.pause();
    socket.write('POST /events HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n');
    await sleep(20 * stallMs);
    const ended = Promise.race([once(socket, 'error'), once(socket, 'close')]);
    socket.resume();
    await ended;
  },
);
