import assert from 'node:assert/strict';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { eventually } from '../harness/eventually.ts';
import { workersOf } from '../harness/process-vitals.ts';
import { startExchange } from '../harness/start-exchange.ts';

const settings = [
  '--workers',
  '2',
  '--transfers-per-network',
  '4',
  '--trusted-proxies',
  '127.0.0.1',
];
const { server, clients } = await startExchange(['owner'], { settings });
const { owner } = clients;
const credentials = `Host: x\r\nAuthorization: ${owner.authorization}\r\nCSRF-Token: ${await owner.token()}\r\n`;

/** Begins an upload from this network, and goes no further with it. */
function holdUpload(network: string): Socket {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  // Its worker is killed below.
  socket.on('error', () => undefined);
  // An answer is a refusal: a question was asked at that moment, and had the last slot.
  socket.once('data', () => socket.destroy());
  socket.write(
    `POST ${owner.path('cgi/upload.cgi')} HTTP/1.1\r\n${credentials}X-Forwarded-For: ${network}\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: 100000\r\n\r\n--B\r\nContent-Disposition: form-data; name="file"; filename="held.bin"\r\n\r\n`,
  );
  return socket;
}

/** What an upload from there is answered: 400 says that it may run, since this one is no form. */
async function tryUpload(network: string): Promise<{ status: number; retryAfter: unknown }> {
  const { status, headers } = await owner.signed({
    method: 'POST',
    path: owner.path('cgi/upload.cgi'),
    headers: { 'content-type': 'multipart/form-data; boundary=B', 'x-forwarded-for': network },
    body: 'no form',
  });
  return { status, retryAfter: headers['retry-after'] };
}

async function untilAnswered(network: string, status: number): Promise<void> {
  await eventually(`an upload from ${network} is answered ${status}`, async () =>
    (await tryUpload(network)).status === status ? true : undefined,
  );
}

test('transfers at a time are counted over all workers, and end with theirs', async () => {
  const held: Socket[] = [];
  const holdAll = (what: string) =>
    eventually(what, async () => {
      held.push(holdUpload('192.0.2.7'));
      return (await tryUpload('192.0.2.7')).status === 429 ? true : undefined;
    });
  await holdAll('all slots are taken');
  assert.deepEqual(await tryUpload('192.0.2.7'), { status: 429, retryAfter: '10' });
  assert.equal((await tryUpload('192.0.2.8')).status, 400, 'another network is not held up');

  held.find(({ destroyed }) => !destroyed)?.destroy();
  await untilAnswered('192.0.2.7', 400);
  await holdAll('the freed slot is taken again');

  for (const worker of await workersOf(server.pid)) process.kill(worker, 'SIGKILL');
  await eventually('workers serve again and hold nothing', async () =>
    (await tryUpload('192.0.2.7').catch(() => undefined))?.status === 400 ? true : undefined,
  );
  for (const socket of held) socket.destroy();
});
