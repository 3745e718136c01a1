import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fastify from 'fastify';
import { systemClock } from '../../platform/system.ts';
import { beginRequests } from './begin-requests.ts';
import { createInFlightRequests } from './in-flight-requests.ts';
import { sendWhole } from './send-whole.ts';
import { leaveOtherBodies } from './discard-body.ts';

const request = 'GET / HTTP/1.1\r\nHost: here\r\n\r\n';

/** A server that answers nothing by itself, and a connection to it that asked so many things. */
async function open(context: TestContext, { requests }: { requests: number }) {
  const ends: string[] = [];
  const inFlight = createInFlightRequests(systemClock, [
    (_exchange, outcome) => ends.push(outcome),
  ]);
  const responses: ServerResponse[] = [];
  const asked = Promise.withResolvers<undefined>();
  const server = createServer((incoming, response) => {
    inFlight.begin({ raw: incoming } as FastifyRequest, { raw: response } as FastifyReply);
    responses.push(response);
    if (responses.length === requests) asked.resolve(undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.resume().write(request.repeat(requests));
  context.after(() => {
    client.destroy();
    server.close();
  });
  await asked.promise;
  const [first] = responses;
  assert.ok(first);
  const { socket } = first;
  assert.ok(socket);
  return { inFlight, ends, first, socket, client };
}

test('an exchange is under way until its answer is written', async (context) => {
  const { inFlight, ends, first, socket } = await open(context, { requests: 1 });
  assert.equal([...inFlight.list()].length, 1);
  assert.equal(inFlight.findOn(socket)?.response.headersSent, false);
  first.write('part');
  assert.equal(inFlight.findOn(socket)?.response.headersSent, true);
  first.end();
  await once(first, 'close');
  assert.deepEqual([...inFlight.list()], []);
  assert.equal(inFlight.findOn(socket), undefined);
  assert.deepEqual(ends, ['answered']);
});

test('a client that hangs up with its refusal in hand, in the middle of its body, was answered', async (context) => {
  const ends: string[] = [];
  const ended = Promise.withResolvers<undefined>();
  const inFlight = createInFlightRequests(systemClock, [
    (_exchange, outcome) => {
      ends.push(outcome);
      ended.resolve(undefined);
    },
  ]);
  const app = fastify();
  context.after(() => app.close());
  leaveOtherBodies(app);
  beginRequests(app, inFlight);
  app.post('/', (incoming, reply) => sendWhole(incoming, reply.code(503), 'no room'));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  client.write(
    'POST / HTTP/1.1\r\nHost: here\r\nContent-Type: a/b\r\nContent-Length: 9000\r\n\r\nabc',
  );
  let answer = '';
  for await (const piece of client) {
    answer += String(piece);
    if (answer.endsWith('no room')) break;
  }
  await ended.promise;
  assert.deepEqual(ends, ['answered']);
});

test('a lost connection breaks off what is under way on it, also what waited for its turn', async (context) => {
  const { inFlight, ends, first, client } = await open(context, { requests: 3 });
  const closed = once(first, 'close');
  client.destroy();
  await closed;
  assert.deepEqual([...inFlight.list()], []);
  assert.deepEqual(ends, ['broken off', 'broken off', 'broken off']);
});
