import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { pump } from './pump.ts';

const declaredBytes = 10;

/** Pumps into an answer of `declaredBytes`, to a client that disconnects after this many of its bytes. */
async function pumpTo(
  context: TestContext,
  takenBytes: number,
  content: (response: ServerResponse) => AsyncIterable<Buffer>,
  onSent?: (bytes: number) => void,
): Promise<void> {
  const outcome = Promise.withResolvers<undefined>();
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': declaredBytes });
    pump(content(response), response, onSent && { onSent }).then(() => {
      outcome.resolve(undefined);
    }, outcome.reject);
  });
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  client.setEncoding('latin1').on('data', (text: string) => {
    received += text;
    const body = received.split('\r\n\r\n')[1] ?? '';
    if (body.length >= takenBytes) client.destroy();
  });
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await outcome.promise;
}

test('who has every byte may hang up before the content has said that it ends', async (t) => {
  await pumpTo(t, declaredBytes, async function* (response) {
    yield Buffer.from('0123456789');
    await once(response, 'close');
  });
});

test('who hangs up before the last byte was not sent everything', async (t) => {
  const cut = pumpTo(t, 5, async function* (response) {
    yield Buffer.from('01234');
    await once(response, 'close');
    yield Buffer.from('56789');
  });
  await assert.rejects(cut, /The client went away/);
});

test('content that fails fails the sending', async (t) => {
  const cut = pumpTo(t, 5, async function* (response) {
    yield Buffer.from('01234');
    await once(response, 'close');
    throw new Error('The disk is gone');
  });
  await assert.rejects(cut, /The disk is gone/);
});

test('what came before the content failed was handed over by then', async (t) => {
  let sent = 0;
  const failing = pumpTo(
    t,
    declaredBytes,
    async function* () {
      yield await Promise.resolve(Buffer.from('01234'));
      throw new Error('The disk is gone');
    },
    (bytes) => {
      sent += bytes;
    },
  );
  await assert.rejects(failing, /The disk is gone/);
  assert.equal(sent, 5);
});
