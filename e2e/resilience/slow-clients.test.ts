import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../harness/eventually.ts';
import { meanwhile } from '../harness/meanwhile.ts';
import { doUpload, filePart, multipart } from '../harness/multipart.ts';
import { openHandles } from '../harness/process-vitals.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { storedFiles } from '../harness/stored-files.ts';

const { server, clients } = await startExchange(['owner'], { settings: ['--stall-time', '2s'] });
const { owner } = clients;
const patienceMs = 3_000;
const largeBytes = 30_000_000;

await owner.upload({ 'large.bin': Buffer.alloc(largeBytes, 'l') });
await owner.get('contacts_add', { json: [{ email: owner.email }] });
await owner.get('receivers_set', { json: [{ email: owner.email }] });
await owner.get('get_files');
await owner.get('createdrop', { json: {} });
const { inbox } = await owner.get<{ inbox: { url: string }[] }>('get_history');
const largePath = owner.path(`${inbox[0]?.url ?? ''}/files/large.bin`);

const credentials = `Host: x\r\nAuthorization: ${owner.authorization}\r\nCSRF-Token: ${await owner.token()}\r\n`;
const uploadHead = `POST ${owner.path('cgi/upload.cgi')} HTTP/1.1\r\n${credentials}Content-Type: multipart/form-data; boundary=B\r\nContent-Length: 100000\r\n\r\n`;
const startOfForm =
  '--B\r\nContent-Disposition: form-data; name="file"; filename="slow.bin"\r\n\r\n';

/** Ways to keep a connection busy with nearly nothing: what is sent first, then bit by bit, and how soon that is cut. */
const slownesses = [
  { first: '', then: '', ms: 5_000 },
  { first: 'GET / HTTP/1.1\r\nHost: x\r\n', then: 'X: y\r\n', ms: 5_000 },
  { first: `${uploadHead}${startOfForm}`, then: 'x', ms: 5_000 },
  {
    first: `GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n${uploadHead}${startOfForm}`,
    then: 'x',
    ms: 5_000,
  },
  // It may take eight times the stall time until what somebody reads shows.
  { first: `GET ${largePath} HTTP/1.1\r\n${credentials}\r\n`, then: '', ms: 20_000 },
];

/** Opens a connection and is slow on it; whether the server has cut it in the end. */
async function beSlow({ first, then, ms }: (typeof slownesses)[number]): Promise<boolean> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const isCut = new Promise<boolean>((resolve) => {
    socket.on('close', () => {
      resolve(true);
    });
    // Being cut off is what is waited for.
    socket.on('error', () => undefined);
  });
  socket.write(first);
  const trickle = setInterval(() => socket.write(then), 300);
  await sleep(ms);
  // Nothing was read so far. Only who reads, or writes, notices that the other side is gone.
  socket.resume();
  const outcome = await Promise.race([isCut, sleep(3_000, false)]);
  clearInterval(trickle);
  socket.destroy();
  return outcome;
}

test('200 slow connections keep nobody else waiting, and are cut', async () => {
  const handles = await openHandles(server.pid);
  const kinds = Array.from({ length: 40 }, () => slownesses).flat();
  let calls = 0;
  const cuts = await meanwhile(Promise.all(kinds.map(beSlow)), async () => {
    const askedAt = performance.now();
    assert.equal((await owner.call('get_history')).status, 200);
    const tookMs = performance.now() - askedAt;
    assert.ok(tookMs < patienceMs, `an honest client waited ${Math.round(tookMs)} ms`);
    calls += 1;
    await sleep(50);
  });
  const kept = kinds.filter((_, index) => cuts[index] !== true).map(({ first }) => first);
  assert.deepEqual([...new Set(kept)], [], 'none of these is held on to');
  assert.ok(calls > 10);
  await eventually('every connection is given back', async () =>
    Math.abs((await openHandles(server.pid)) - handles) <= 2 ? true : undefined,
  );
  assert.deepEqual((await storedFiles(server.dataDir)).incoming, []);
});

test('an honest upload over a thin line takes the time it needs', async () => {
  const { contentType, body } = multipart([doUpload, filePart('thin.bin', Buffer.alloc(80_000))]);
  async function* thinLine(): AsyncGenerator<Buffer> {
    for (let at = 0; at < body.length; at += 4_000) {
      yield body.subarray(at, at + 4_000);
      await sleep(300);
    }
  }
  const startedAt = performance.now();
  const answer = await owner.signed({
    method: 'POST',
    path: owner.path('cgi/upload.cgi'),
    headers: { 'content-type': contentType },
    body: thinLine(),
  });
  assert.equal(answer.status, 200, answer.text());
  assert.ok(
    performance.now() - startedAt > 2 * 2_000,
    'longer than the stall time, or it proves nothing',
  );
});

test('an honest download over a thin line takes the time it needs', async () => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${largePath} HTTP/1.1\r\n${credentials}Connection: close\r\n\r\n`);
  const startedAt = performance.now();
  let received = 0;
  for await (const piece of socket) {
    received += (piece as Buffer).length;
    if (performance.now() - startedAt < 5_000) await sleep(20);
  }
  assert.ok(
    performance.now() - startedAt > 2 * 2_000,
    'longer than the stall time, or it proves nothing',
  );
  assert.ok(received > largeBytes, `${received} bytes came`);
});

test('line 11: a download at 40 kB a second is not cut, though the kernel takes nothing for long', async () => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(`GET ${largePath} HTTP/1.1\r\n${credentials}Connection: close\r\n\r\n`);
  let received = 0;
  const startedAt = performance.now();
  while (performance.now() - startedAt < 20_000) {
    // Without a listener no more is read than is asked for.
    received += (socket.read(4_000) as Buffer | null)?.length ?? 0;
    await sleep(100);
  }
  assert.ok(!socket.closed && received > 100_000, `${received} bytes came`);
  // What is left comes when it is asked for: had the server cut it, that would end with an error.
  for await (const piece of socket) received += (piece as Buffer).length;
  assert.ok(received > largeBytes, `${received} bytes came`);
});
