import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { parseListedTarget } from '../../domain/model/webhook-target.ts';
import { makeCertificate } from '../../testing/certificate.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { createTargetCheck } from './check-target.ts';
import { createHttpsTransport, retryAfterOf } from './https-transport.ts';
import { openReceiver } from './receiver-fixture.ts';

interface Options {
  ca?: string;
  connectMs?: number;
  totalMs?: number;
}

/** A transport that may reach these places of this machine, which all names lead to. */
function open(context: TestContext, targets: readonly string[], { ca, ...times }: Options = {}) {
  const transport = createHttpsTransport({
    targets: createTargetCheck({
      listed: targets.map((each) => parseListedTarget(each) ?? assert.fail(each)),
      own: () => ({ hosts: [], ports: [], addresses: [] }),
      resolve: () => Promise.resolve(['127.0.0.1']),
    }),
    clock: createFakeClock(),
    ca: ca === undefined ? undefined : Buffer.from(ca),
    ...times,
  });
  context.after(() => {
    transport.close();
  });
  const send = (url: string, stopping = new AbortController().signal) =>
    transport.send({ url, headers: { 'webhook-id': 'one' }, body: '{"type":"x"}' }, stopping);
  return { ...transport, send };
}

test('a message arrives as it is, and its connection is used again', async (t) => {
  const receiver = await openReceiver(t);
  const { send } = open(t, [receiver.target]);
  for (let turn = 0; turn < 3; turn += 1) {
    const { status, error, retryAfterMs } = await send(`${receiver.url}?token=1`);
    assert.deepEqual([status, error, retryAfterMs], [204, undefined, undefined]);
  }
  const [message = assert.fail()] = receiver.messages;
  assert.deepEqual([message.method, message.url], ['POST', '/hook?token=1']);
  assert.deepEqual([message.headers['webhook-id'], message.body], ['one', '{"type":"x"}']);
  assert.equal(receiver.connections(), 1);
});

test('a connection that the receiver had closed meanwhile is no failed attempt', async (t) => {
  const receiver = await openReceiver(t);
  const { send } = open(t, [receiver.target]);
  await send(receiver.url);
  receiver.closeConnections();
  assert.equal((await send(receiver.url)).status, 204);
  assert.equal(receiver.messages.length, 2);
});

test('a redirect is an answer, and is not followed', async (t) => {
  const receiver = await openReceiver(t);
  const canary = await openReceiver(t);
  const { send } = open(t, [receiver.target, canary.target]);
  for (const status of [301, 302, 303, 307, 308]) {
    receiver.setAnswer((_message, response) => {
      response.writeHead(status, { location: canary.url }).end();
    });
    assert.equal((await send(receiver.url)).status, status);
  }
  assert.equal(canary.connections(), 0);
});

test('an answer is read up to 64 KiB, and its end does not matter', async (t) => {
  const receiver = await openReceiver(t);
  const { send } = open(t, [receiver.target], { totalMs: 500 });
  let sent = 0;
  receiver.setAnswer((_message, response) => {
    response.writeHead(200);
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(16 * 1024))) sent += 16;
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  });
  assert.equal((await send(receiver.url)).status, 200);
  // What the sockets of both sides hold is sent without being read.
  assert.ok(sent < 16 * 1024, `${sent} KiB`);
  receiver.setAnswer((_message, response) => {
    response.writeHead(200, { 'content-length': '10' }).write('never');
  });
  assert.equal((await send(receiver.url)).status, 200);
});

test('a receiver that hangs, closes or speaks something else has not answered', async (t) => {
  const receiver = await openReceiver(t);
  const { send } = open(t, [receiver.target], { totalMs: 300 });
  receiver.setAnswer(() => undefined);
  assert.equal((await send(receiver.url)).error, 'There was no answer in time.');
  receiver.setAnswer((_message, _response, request) => {
    request.socket.destroy();
  });
  assert.match(String((await send(receiver.url)).error), /^The connection failed \(ECONNRESET\)/);
  receiver.setAnswer((_message, _response, request) => {
    request.socket.end('SSH-2.0-OpenSSH_9.9\r\n');
  });
  assert.match(String((await send(receiver.url)).error), /^The connection failed \(HPE_/);
  const closed = createServer();
  await new Promise<void>((resolve) => {
    closed.listen(0, '127.0.0.1', resolve);
  });
  const { port } = closed.address() as AddressInfo;
  closed.close();
  const other = open(t, [`127.0.0.1:${port}`]);
  const { error } = await other.send(`http://127.0.0.1:${port}/`);
  assert.equal(error, 'The connection failed (ECONNREFUSED).');
});

test('a connection that is never made is given up, TLS included', async (t) => {
  const silent = createServer();
  await new Promise<void>((resolve) => {
    silent.listen(0, '127.0.0.1', resolve);
  });
  t.after(() => silent.close());
  const { port } = silent.address() as AddressInfo;
  const { send } = open(t, [`127.0.0.1:${port}`], { connectMs: 200, totalMs: 10_000 });
  const { error } = await send(`https://127.0.0.1:${port}/`);
  assert.equal(error, 'The connection was not made in time.');
});

test('who stops waits for nobody', async (t) => {
  const receiver = await openReceiver(t);
  const { send } = open(t, [receiver.target]);
  const stopping = new AbortController();
  receiver.setAnswer(() => {
    stopping.abort();
  });
  assert.equal((await send(receiver.url, stopping.signal)).status, undefined);
});

test('certificates are verified by name, and an authority of the operator vouches too', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-webhooks-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const { cert, key } = await makeCertificate(folder, 'engine');
  const receiver = await openReceiver(t, { cert, key });
  const named = receiver.url.replace('127.0.0.1', 'localhost');
  const strange = open(t, [receiver.target]);
  assert.match(String((await strange.send(named)).error), /DEPTH_ZERO_SELF_SIGNED_CERT/);
  const { send } = open(t, [receiver.target], { ca: cert });
  assert.equal((await send(named)).status, 204);
  const other = receiver.url.replace('127.0.0.1', 'other.example');
  assert.match(String((await send(other)).error), /ERR_TLS_CERT_ALTNAME_INVALID/);
  assert.equal(receiver.messages.length, 1);
});

test('who asks to be left alone is understood in seconds and as a date', () => {
  const now = Date.parse('2026-11-18T16:00:00Z');
  const read = (statusCode: number, text?: string) =>
    retryAfterOf({ statusCode, headers: text === undefined ? {} : { 'retry-after': text } }, now);
  assert.equal(read(429, '30'), 30_000);
  assert.equal(read(503, 'Wed, 18 Nov 2026 16:01:00 GMT'), 60_000);
  assert.equal(read(503, 'Wed, 18 Nov 2026 15:00:00 GMT'), 0);
  assert.equal(read(503, 'soon'), undefined);
  assert.equal(read(500, '30'), undefined);
  assert.equal(read(429), undefined);
});
