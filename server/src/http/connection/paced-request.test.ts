import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { multipartParts } from '../multipart/multipart-parts.ts';
import { PacedRequest } from './paced-request.ts';
import { openUploadPageFixture } from '../upload-page/upload-page-fixture.ts';
import { createTransferMemory } from '../../domain/transfers/transfer-memory.ts';
import { takeBody } from './take-body.ts';

/** What a socket gives in one read. */
const readBytes = 64 * 1024;
const head =
  'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n';

/** One that Node itself hands a request with its whole body waiting in the socket. */
async function receive(context: TestContext, body: string): Promise<IncomingMessage> {
  const server = createServer({ IncomingMessage: PacedRequest }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  context.after(() => {
    socket.destroy();
    server.close();
  });
  socket.on('error', () => undefined);
  socket.write(head);
  const [request] = (await once(server, 'request')) as [IncomingMessage];
  await new Promise((resolve) => socket.write(body, resolve));
  return request;
}

function inSingleBytes(text: string): string {
  return `${Array.from(text, (byte) => `1\r\n${byte}\r\n`).join('')}0\r\n\r\n`;
}

/** Counts until the request ends: how many pieces came in the fullest turn of the event loop. */
async function fullestTurn(request: IncomingMessage): Promise<{ bytes: number; pieces: number }> {
  let bytes = 0;
  let pieces = 0;
  let fullest = 0;
  request.on('data', (piece: Buffer) => {
    bytes += piece.length;
    pieces += 1;
  });
  while (!request.readableEnded) {
    await new Promise((resolve) => setImmediate(resolve));
    fullest = Math.max(fullest, pieces);
    pieces = 0;
  }
  return { bytes, pieces: fullest };
}

describe('a body in chunks of one byte', () => {
  const count = 120_000;

  test('leaves the event loop to others after each read of its socket', async (context) => {
    const request = await receive(context, inSingleBytes('x'.repeat(count)));
    const { bytes, pieces } = await fullestTurn(request);
    assert.equal(bytes, count);
    // What was read before anybody listened comes with the first read after it.
    const inTwoReads = (2 * readBytes) / '1\r\nx\r\n'.length;
    assert.ok(pieces <= inTwoReads + 1, `${pieces} pieces in one turn`);
  });

  test('is joined before it is parsed', async (context) => {
    const content = 'y'.repeat(count / 2);
    const form = `--B\r\nContent-Disposition: form-data; name="a"\r\nX-Long: ${'h'.repeat(9000)}\r\n\r\n${content}\r\n--B--`;
    const body = takeBody(await receive(context, inSingleBytes(form)), createTransferMemory());
    let handedOn = 0;
    let received = '';
    async function* counted(): AsyncGenerator<readonly Buffer[]> {
      for await (const pieces of body.content) {
        handedOn += pieces.length;
        yield pieces;
      }
    }
    for await (const part of multipartParts(counted(), 'B')) {
      for await (const pieces of part.body) received += Buffer.concat(pieces).toString();
    }
    body.release();
    assert.equal(received, content);
    assert.ok(handedOn < form.length / 100, `${handedOn} pieces for ${form.length} bytes`);
  });

  test('is read no further than somebody wants it', async (context) => {
    const request = await receive(context, inSingleBytes('x'.repeat(count)));
    request.pause();
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    const held = request.readableLength;
    assert.ok(held <= request.readableHighWaterMark + readBytes, `${held} bytes are held`);
    request.resume();
    assert.equal((await fullestTurn(request)).bytes, count);
  });
});

test('requests on one connection follow each other, however they were cut', async (context) => {
  const server = createServer({ IncomingMessage: PacedRequest }, (request, response) => {
    let bytes = 0;
    request.on('data', (piece: Buffer) => (bytes += piece.length));
    request.on('end', () => response.end(`got ${bytes};`));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  context.after(() => {
    socket.destroy();
    server.close();
  });
  const kept = head.replace('Connection: close\r\n', '');
  const chunks = inSingleBytes('x'.repeat(2_000));
  socket.end(`${kept}${chunks}${kept}${chunks}${head}${chunks}`);
  let answer = '';
  for await (const piece of socket) answer += String(piece);
  assert.equal(answer.split('got 2000;').length, 4);
});

test('every request that a server takes leaves the event loop to others', async (context) => {
  const { app } = await openUploadPageFixture(context);
  const requests: unknown[] = [];
  app.server.on('request', (request) => requests.push(request));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
  assert.ok(requests.length === 1 && requests[0] instanceof PacedRequest);
});
