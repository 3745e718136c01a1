import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { describe, test } from 'node:test';
import { missingPostgres } from '../harness/postgres.ts';
import type { RunningServer } from '../harness/server.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { startTwoNodes } from '../harness/two-nodes.ts';
import { demandSuccess } from '../harness/valise-command.ts';

const email = 'anna@example.com';
const key = 'key-that-ends-0123456789-0123456789-0123456789';
const withinMs = 5000;

/** Whether a request goes on, and how it ended. */
async function begin(
  { url }: RunningServer,
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: object; body?: string } = {},
) {
  const sent = request(`${url}/api/v1${path}`, {
    ...{ method, agent: false },
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
  const closed = once(sent, 'close').then(() => performance.now());
  let answer: IncomingMessage | undefined;
  sent.on('error', () => undefined);
  sent.on('response', (incoming: IncomingMessage) => {
    answer = incoming.on('error', () => undefined).resume();
  });
  if (body === undefined) sent.end();
  else await new Promise((resolve) => sent.write(body, resolve));
  return { name: `${method} ${path}`, closed, status: () => answer?.statusCode };
}

/** All that a key has begun at each of the servers ends, soon after an operator ended the key beside the first. */
async function endKey(servers: readonly RunningServer[]): Promise<void> {
  const [{ dataDir } = assert.fail()] = servers;
  const named = ['account', 'key', 'add', email, 'ending', '--key-file', '-', '--data', dataDir];
  await demandSuccess(named, { input: key });
  const begun = await Promise.all(
    servers.flatMap((server) => [
      begin(server, '/events', { headers: { accept: 'text/event-stream' } }),
      begin(server, '/events?after=now&wait=30'),
      begin(server, '/uploads?name=half.txt', {
        ...{ method: 'POST', body: 'half' },
        headers: { 'content-type': 'text/plain', 'content-length': '1000000' },
      }),
    ]),
  );
  const early = await Promise.race([
    ...begun.map(({ name, closed }) => closed.then(() => name)),
    new Promise<undefined>((resolve) => setTimeout(resolve, 1000, undefined)),
  ]);
  assert.equal(early, undefined, 'it goes on while the key is good');

  await demandSuccess(['account', 'key', 'revoke', email, 'ending', '--data', dataDir]);
  const endedAt = performance.now();
  for (const server of servers) {
    const next = await begin(server, '/me');
    await next.closed;
    assert.equal(next.status(), 401);
  }
  for (const { name, closed, status } of begun) {
    const tookMs = (await closed) - endedAt;
    assert.ok(tookMs < withinMs, `${name} ended after ${tookMs} ms`);
    const isStream = name === 'GET /events';
    assert.ok([401, undefined, ...(isStream ? [200] : [])].includes(status()), name);
  }
}

describe('what a key has begun ends within five seconds of it', { timeout: 120_000 }, () => {
  test('on a server with two workers', async () => {
    const { server } = await startExchange(['anna'], { settings: ['--workers', '2'] });
    await endKey([server, server]);
  });

  test('on two nodes', { skip: missingPostgres }, async () => {
    const { nodes } = await startTwoNodes(['anna'], { settings: ['--workers', '1'] });
    await endKey(nodes);
  });
});
