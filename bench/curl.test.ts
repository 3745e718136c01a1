import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { curl, curlTogether, together } from './curl.ts';

test('transfers together last from the first beginning to the last end', () => {
  const runs = [
    { seconds: 2, endedAt: 10_000, clientCpuSeconds: 1 },
    { seconds: 1, endedAt: 10_500, clientCpuSeconds: 0.5 },
  ];
  assert.deepEqual(together(runs), { seconds: 2.5, clientCpuSeconds: 1.5 });
});

test('requests together are all made, and each is measured', async (context) => {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.end('answer');
  });
  context.after(() => server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { seconds } = await curlTogether([[url], [url], [url]]);
  assert.equal(requests, 3);
  assert.ok(seconds > 0);
});

test('a request that cannot be made fails with the reason', async () => {
  await assert.rejects(curl('http://127.0.0.1:1/'), /connect/);
  await assert.rejects(curl('--no-such-option', 'http://127.0.0.1:1/'), /no-such-option/);
});
