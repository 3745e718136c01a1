import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { newestInInbox, sendFiles } from '../contract/send-files.ts';
import type { Client } from '../harness/client.ts';
import { eventually } from '../harness/eventually.ts';
import type { RunningServer } from '../harness/server.ts';
import type { SlowUpload } from '../harness/slow-upload.ts';
import { beginUpload, tooMuchToHold, untilUploadIsWritten } from '../harness/slow-upload.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { storedFiles } from '../harness/stored-files.ts';
import { valise } from '../harness/valise-command.ts';

const promptMs = 5_000;

/** Starts an upload and waits until the server is in the middle of it. */
async function uploadUnderWay(server: RunningServer, client: Client): Promise<SlowUpload> {
  const upload = beginUpload(client, 'under-way.bin');
  upload.write(tooMuchToHold);
  await untilUploadIsWritten(server.dataDir);
  return upload;
}

async function untilStopping(server: RunningServer): Promise<void> {
  await eventually('the server says that it is stopping', () =>
    server.logs().includes('stopping') ? true : undefined,
  );
}

async function trayNames(client: Client): Promise<string[]> {
  return (await client.get<{ name: string }[]>('get_files')).map(({ name }) => name);
}

test('told to stop, a server ends what is under way and takes nothing new', async () => {
  const { server, clients } = await startExchange(['owner']);
  const upload = await uploadUnderWay(server, clients.owner);
  const { hostname, port } = new URL(server.url);

  const stopped = server.stop();
  await untilStopping(server);
  await assert.rejects(once(connect(Number(port), hostname), 'connect'), { code: 'ECONNREFUSED' });
  upload.write(tooMuchToHold);

  assert.equal((await upload.finish()).status, 200);
  assert.equal(await stopped, 0);
  await server.start();
  assert.deepEqual(await trayNames(clients.owner), ['under-way.bin']);
});

test('what does not end in time is cut off, and leaves nothing', async () => {
  const { server, clients } = await startExchange(['owner'], { settings: ['--drain-time', '1s'] });
  const upload = await uploadUnderWay(server, clients.owner);
  const toldAt = performance.now();

  assert.equal(await server.stop(), 0);
  const tookMs = performance.now() - toldAt;
  assert.ok(tookMs >= 1_000 && tookMs < 1_000 + promptMs, `it took ${tookMs} ms`);
  await assert.rejects(upload.finish());

  await server.start();
  assert.deepEqual(await trayNames(clients.owner), []);
  assert.deepEqual(await storedFiles(server.dataDir), { whole: [], incoming: [] });
});

/** How the downloads ended that the audit trail knows of. */
async function downloadsWrittenDown({ dataDir }: RunningServer): Promise<string[]> {
  const answer = await valise('audit', 'list', '--json', '--data', dataDir);
  const { records } = JSON.parse(answer) as { records: { action: string; outcome: string }[] };
  return records.filter(({ action }) => action === 'file.downloaded').map(({ outcome }) => outcome);
}

test('a server that stops has written down what it handed over', async () => {
  const settings = ['--drain-time', '1s'];
  const { server, clients } = await startExchange(['owner', 'bob'], { settings });
  const large = Buffer.alloc(30_000_000);
  await sendFiles(clients.owner, [clients.bob.email], { 'a.bin': 'a', 'b.bin': large });
  await server.restart();
  const { url } = await newestInInbox(clients.bob);

  const { hostname, port } = new URL(server.url);
  const slow = connect(Number(port), hostname);
  slow.write(
    [
      `GET ${clients.bob.path(`${url}/files/b.bin`)} HTTP/1.1`,
      'Host: x',
      `Authorization: ${clients.bob.authorization}`,
      `Csrf-Token: ${await clients.bob.token()}`,
      '\r\n',
    ].join('\r\n'),
  );
  await once(slow, 'readable');
  assert.equal((await clients.bob.download(url, 'a.bin')).status, 200);
  assert.equal(await server.stop(), 0);
  slow.destroy();
  assert.deepEqual(await downloadsWrittenDown(server), ['ok', 'failed']);
});

test('told twice, a server stops at once', async () => {
  const { server, clients } = await startExchange(['owner'], { settings: ['--drain-time', '10m'] });
  const upload = await uploadUnderWay(server, clients.owner);

  process.kill(server.pid, 'SIGTERM');
  await untilStopping(server);
  const toldAt = performance.now();
  await server.stop();
  assert.ok(performance.now() - toldAt < promptMs);
  await assert.rejects(upload.finish());

  await server.start();
  assert.deepEqual(await trayNames(clients.owner), []);
});

test('connections that only wait do not hold a server back', async () => {
  const { server, clients } = await startExchange(['owner']);
  const { hostname, port } = new URL(server.url);
  const idle = Array.from({ length: 5 }, () => connect(Number(port), hostname));
  await Promise.all(idle.map((socket) => once(socket, 'connect')));
  const [kept] = idle;
  kept?.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  if (kept !== undefined) await once(kept, 'data');
  assert.equal((await clients.owner.call('get_files')).status, 200);

  const toldAt = performance.now();
  assert.equal(await server.stop(), 0);
  assert.ok(performance.now() - toldAt < promptMs);
  for (const socket of idle) socket.destroy();
});
