import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorBody } from '#protocol/errors.ts';
import { meanwhile } from '../harness/meanwhile.ts';
import { residentBytes } from '../harness/process-vitals.ts';
import { rawExchange } from '../harness/raw-exchange.ts';
import { startTarget, withstands } from './target.ts';

const target = await startTarget();
const { owner, server } = target;
const mebibyte = 1024 * 1024;
/** What ten connections may hold, with the garbage that the collector lets lie meanwhile. */
const poolBytes = 200 * mebibyte;

function head(path: string, ...lines: string[]): string {
  return `${[`GET ${path} HTTP/1.1`, 'Host: x', ...lines].join('\r\n')}\r\n\r\n`;
}

test('too many or too large headers are answered 431', async () => {
  await withstands(target, async () => {
    const many = Array.from({ length: 2000 }, () => 'a:b');
    const attacks = [
      head('/healthz', ...many),
      head('/healthz', ...many.slice(0, 300), 'Connection: close'),
      head('/healthz', `X: ${'x'.repeat(16 * 1024)}`),
      head(`/${'x'.repeat(17 * 1024)}`),
    ];
    for (const attack of attacks) {
      const answer = await rawExchange(server.url, attack);
      assert.equal(answer.status, 431);
      assert.equal((JSON.parse(answer.body) as ErrorBody).error, 'headers_too_large');
    }
  });
});

test('40 MB of JSON are refused, and the client gets to read the refusal', async () => {
  await withstands(target, async () => {
    const body = Buffer.alloc(40_000_000, ' ');
    const answer = await owner.signed({
      method: 'POST',
      path: owner.path('cgi/contacts_add.cgi'),
      headers: { 'content-type': 'application/json' },
      body,
    });
    assert.equal(answer.status, 413);
    assert.equal(answer.json<ErrorBody>().error, 'too_large');
  });
});

test('JSON nested two million deep is no way to a full stack', async () => {
  const depth = 2_000_000 - 100;
  const nest = `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const attacks: [operation: string, body: string][] = [
    ['contacts_add', nest],
    ['contacts_add', '['.repeat(depth)],
    ['receivers_set', `[{"email":"a@example.com","groups":${nest}}]`],
    ['createdrop', `{"desttime":60,"x":${nest}}`],
    ['givedrop', `{"__proto__":${nest}}`],
  ];
  await withstands(target, async () => {
    for (const [operation, body] of attacks) {
      const answer = await owner.signed({
        method: 'POST',
        path: owner.path(`cgi/${operation}.cgi`),
        headers: { 'content-type': 'application/json', 'idempotency-key': 'deep' },
        body,
      });
      assert.equal(answer.status, 400, `${operation}: ${answer.text()}`);
    }
  });
});

test('a body that is all wrong is refused without an answer of its size', async () => {
  await withstands(target, async () => {
    const answer = await owner.call('contacts_add', { json: Array(200_000).fill(1) });
    assert.equal(answer.status, 422);
    assert.ok(answer.body.length < 64 * 1024, `${answer.body.length} bytes came back`);
  });
});

test('ten bodies without end are cut off, and memory stays', async () => {
  await withstands(target, async () => {
    const idle = await residentBytes(server.pid);
    let highest = idle;
    const pours = Promise.all(Array.from({ length: 10 }, pourWithoutEnd));
    const outcomes = await meanwhile(pours, async () => {
      highest = Math.max(highest, await residentBytes(server.pid));
      await sleep(50);
    });
    for (const { status, bytes } of outcomes) {
      assert.equal(status, 413);
      assert.ok(bytes < 512 * mebibyte, `${bytes} bytes were taken`);
    }
    assert.ok(highest - idle <= poolBytes, `memory rose by ${highest - idle} bytes`);
  });
});

/** Sends one chunk after the other until the server hangs up. */
async function pourWithoutEnd(): Promise<{ status: number; bytes: number }> {
  const { hostname, port } = new URL(server.url);
  const start = [
    `POST ${owner.path('cgi/contacts_add.cgi')} HTTP/1.1`,
    'Host: x',
    `Authorization: ${owner.authorization}`,
    `CSRF-Token: ${await owner.token()}`,
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
  ];
  const size = `${mebibyte.toString(16)}\r\n`;
  const chunk = Buffer.concat([
    Buffer.from(size),
    Buffer.alloc(mebibyte, ' '),
    Buffer.from('\r\n'),
  ]);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (piece) => (received += piece.toString('latin1')));
  socket.write(`${start.join('\r\n')}\r\n\r\n`);
  return await new Promise((resolve) => {
    const pour = (): void => {
      while (socket.write(chunk));
    };
    socket.on('drain', pour);
    // Cutting off whoever goes on sending is what the server should do.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1]);
      resolve({ status, bytes: socket.bytesWritten });
    });
    pour();
  });
}
