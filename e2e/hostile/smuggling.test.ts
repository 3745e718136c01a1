import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import type { ErrorBody } from '#protocol/errors.ts';
import type { RawAnswer } from '../harness/raw-exchange.ts';
import { rawExchange } from '../harness/raw-exchange.ts';
import { ambiguousRequests, refusableRequests, smuggled } from './smuggling-corpus.ts';
import { startTarget, withstands } from './target.ts';

const target = await startTarget();
const { owner, server } = target;
const opening = {
  path: owner.path('cgi/receivers_set.cgi'),
  headers: `Authorization: ${owner.authorization}\r\nCSRF-Token: ${await owner.token()}\r\nContent-Type: application/json\r\n`,
};

function answersIn({ raw }: RawAnswer): number {
  return raw.split('HTTP/1.1 ').length - 1;
}

for (const [what, request] of Object.entries(ambiguousRequests(opening))) {
  test(`nothing is smuggled behind ${what}`, async () => {
    await withstands(target, async () => {
      const answer = await rawExchange(server.url, `${request}${smuggled}`);
      assert.equal(answer.status, 400, answer.raw);
      assert.equal(answersIn(answer), 1, answer.raw);
      assert.equal(answer.headers['connection'], 'close');
      assert.equal((JSON.parse(answer.body) as ErrorBody).error, 'bad_request');
    });
  });
}

for (const [what, request] of Object.entries(refusableRequests(opening))) {
  test(`a request is refused for ${what}`, async () => {
    await withstands(target, async () => {
      const answer = await rawExchange(server.url, request);
      assert.equal(answer.status, 400, answer.raw);
    });
  });
}

test('chunk extensions without end are cut off', async () => {
  const head = `POST ${opening.path} HTTP/1.1\r\nHost: x\r\n${opening.headers}Transfer-Encoding: chunked\r\n\r\n`;
  await withstands(target, async () => {
    const long = `${head}2;x=${'y'.repeat(20_000)}\r\n[]\r\n0\r\n\r\n${smuggled}`;
    const answer = await rawExchange(server.url, long);
    assert.equal(answer.status, 413, answer.raw);
    assert.equal(answersIn(answer), 1, answer.raw);
  });
});

test('the answer to what follows a download is never written into the download', async () => {
  const content = Buffer.alloc(40_000_000, 'd');
  await owner.upload({ 'large.bin': content });
  await owner.get('receivers_set', { json: [{ email: owner.email }] });
  await owner.get('createdrop', { json: {} });
  const { inbox } = await owner.get<{ inbox: { url: string }[] }>('get_history');
  const path = owner.path(`${inbox[0]?.url ?? ''}/files/large.bin`);
  const received = await new Promise<string>((resolve) => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    const pieces: Buffer[] = [];
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${opening.headers}\r\n`);
    socket.once('data', () => socket.write('\x01 no HTTP\r\n\r\n'));
    socket.on('data', (piece: Buffer) => pieces.push(piece));
    // The server may well cut off a client that sends such things.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      resolve(Buffer.concat(pieces).toString('latin1'));
    });
  });
  assert.match(received, /^HTTP\/1\.1 200 /);
  const body = received.slice(received.indexOf('\r\n\r\n') + 4);
  assert.equal(body.search(/[^d]/), -1);
});
