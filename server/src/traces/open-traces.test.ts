import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { createExportLog, openTraces } from './open-traces.ts';

function createLog() {
  const lines: string[] = [];
  function add(facts: object, text: string): void {
    lines.push(`${text} ${JSON.stringify(facts)}`);
  }
  return { lines, log: { info: add, warn: add } };
}

async function listen(context: TestContext, server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`;
}

test('what waits is exported when a process ends, as JSON, with the headers of the operator', async (context) => {
  const bodies: string[] = [];
  const headers: unknown[] = [];
  const endpoint = await listen(
    context,
    createServer((request, response) => {
      headers.push(request.headers['x-key']);
      let body = '';
      request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
      request.on('end', () => {
        bodies.push(body);
        response.setHeader('content-type', 'application/json').end('{}');
      });
    }),
  );
  const { lines, log } = createLog();
  const traces = openTraces({ endpoint, headers: { 'x-key': 'k' }, ratio: 1, version: '9', log });
  traces.tracer.startRequest(undefined).end();
  await traces.close();
  assert.equal(bodies.length, 1);
  assert.match(bodies.join(), /"name":"request"/);
  assert.match(bodies.join(), /"service.version","value":\{"stringValue":"9"\}/);
  assert.deepEqual(headers, ['k']);
  assert.deepEqual(lines, []);
});

test('the ratio decides what is traced, unless the caller has decided', () => {
  const { log } = createLog();
  const endpoint = 'http://127.0.0.1:9/v1/traces';
  const { tracer } = openTraces({ endpoint, headers: {}, ratio: 0, version: '9', log });
  const caller = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), isRemote: true };
  assert.equal(tracer.startRequest(undefined).isRecording(), false);
  assert.equal(tracer.startRequest({ ...caller, traceFlags: 0 }).isRecording(), false);
  const continued = tracer.startRequest({ ...caller, traceFlags: 1 });
  assert.equal(continued.isRecording(), true);
  assert.equal(continued.spanContext().traceId, caller.traceId);
});

test('a collector that does not answer delays the end by a few seconds at most', async (context) => {
  const endpoint = await listen(
    context,
    createServer(() => undefined),
  );
  const { log } = createLog();
  const traces = openTraces({ endpoint, headers: {}, ratio: 1, version: '9', log });
  traces.tracer.startRequest(undefined).end();
  const startedAt = performance.now();
  await traces.close();
  assert.ok(performance.now() - startedAt < 4000);
});

test('only the first of failed exports is logged, and the first that works again', () => {
  const { lines, log } = createLog();
  const note = createExportLog(log);
  const refused = new Error('refused');
  for (const fault of [refused, refused, undefined, undefined, refused]) note(10, fault);
  assert.deepEqual(lines, [
    'traces cannot be exported, and are dropped {"reason":"refused"}',
    'traces are exported again {"lost":20}',
    'traces cannot be exported, and are dropped {"reason":"refused"}',
  ]);
});
