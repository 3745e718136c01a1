import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { forgetHighestMemory, residentBytes } from '../harness/process-vitals.ts';
import { startExchange } from '../harness/start-exchange.ts';

const mebibyte = 1024 * 1024;
const readers = 200;
const senders = 300;
const fileBytes = 8_000_000;
const heldBytes = 1_000_000;
const settleMs = 4_000;

/** The caps are lifted: this is about what so many transfers cost, once they run. */
const settings = ['--stall-time', '10m'];
const { server, clients } = await startExchange(['owner'], { settings });
const { owner } = clients;

await owner.upload({ 'file.bin': Buffer.alloc(fileBytes, 'f') });
await owner.get('contacts_add', { json: [{ email: owner.email }] });
await owner.get('receivers_set', { json: [{ email: owner.email }] });
await owner.get('get_files');
await owner.get('createdrop', { json: {} });
const { inbox } = await owner.get<{ inbox: { url: string }[] }>('get_history');
const filePath = owner.path(`${inbox[0]?.url ?? ''}/files/file.bin`);
const credentials = `Host: x\r\nAuthorization: ${owner.authorization}\r\nCSRF-Token: ${await owner.token()}\r\n`;

async function open(request: string | Buffer): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  // Whether it was cut shows at the end.
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    socket.write(request, () => {
      resolve();
    });
  });
  return socket;
}

/** Takes a kilobyte of a download each second. */
async function readSlowly(): Promise<Socket> {
  const socket = await open(`GET ${filePath} HTTP/1.1\r\n${credentials}\r\n`);
  const timer = setInterval(() => {
    // Reading from it without a listener takes no more than is asked for.
    (socket.read(1024) as Buffer | null)?.fill(0);
  }, 1_000);
  socket.once('close', () => {
    clearInterval(timer);
  });
  return socket;
}

/** Sends a megabyte of an upload, and then nothing. */
async function holdUpload(): Promise<Socket> {
  const head = `POST ${owner.path('cgi/upload.cgi')} HTTP/1.1\r\n${credentials}Content-Type: multipart/form-data; boundary=B\r\nContent-Length: ${2 * heldBytes}\r\n\r\n`;
  const part = '--B\r\nContent-Disposition: form-data; name="file"; filename="held.bin"\r\n\r\n';
  return await open(Buffer.concat([Buffer.from(head + part), Buffer.alloc(heldBytes, 'h')]));
}

/** Some at a time: what counts is what they cost once they are there. */
async function openMany(count: number, openOne: () => Promise<Socket>): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    sockets.push(...(await Promise.all(Array.from({ length: 10 }, openOne))));
    await sleep(50);
  }
  return sockets;
}

/** A busy moment, so that all that a server ever starts has started, and its heap has its usual size. */
async function warmUp(): Promise<void> {
  const visitors = await Promise.all(
    Array.from({ length: readers + senders }, async () => {
      const socket = await open('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
      await once(socket, 'readable');
      return socket;
    }),
  );
  for (const socket of visitors) socket.destroy();
  for (let round = 0; round < 2; round += 1) {
    await Promise.all(
      Array.from({ length: 60 }, async (_, at) => {
        assert.equal((await owner.signed({ path: filePath })).body.length, fileBytes);
        await owner.upload({ [`warm-${at}.bin`]: Buffer.alloc(1_500_000, 'w') });
      }),
    );
  }
  await sleep(settleMs);
}

/** Lets them all come, and go again; returns how much memory the server took at most, and has afterwards. */
async function flood(): Promise<{ highest: number; after: number }> {
  await forgetHighestMemory(server.pid);
  const sockets = [
    ...(await openMany(readers, readSlowly)),
    ...(await openMany(senders, holdUpload)),
  ];
  await sleep(settleMs);
  assert.equal(sockets.filter(({ destroyed }) => destroyed).length, 0, 'all of them are served');
  assert.equal((await owner.call('get_history')).status, 200);
  const highest = await residentBytes(server.pid, 'VmHWM');
  for (const socket of sockets) socket.destroy();
  // What was kept to be lent again is freed after some seconds.
  await sleep(2 * settleMs);
  return { highest, after: await residentBytes(server.pid) };
}

test('line 8: 200 slow readers and 300 held uploads cost at most 100 MiB, and the next ones nothing more', async (t) => {
  await warmUp();
  const before = await residentBytes(server.pid);
  const more = (bytes: number): number => Math.round((bytes - before) / mebibyte);
  const first = await flood();
  const second = await flood();
  for (const { highest, after } of [first, second]) {
    t.diagnostic(`${more(highest)} MiB more at the highest, ${more(after)} MiB afterwards`);
  }
  assert.ok(more(first.highest) <= 100, `${more(first.highest)} MiB more`);
  assert.ok(more(second.highest) <= 100, `${more(second.highest)} MiB more the second time`);
  const kept = Math.round((second.after - first.after) / mebibyte);
  assert.ok(kept <= 20, `${kept} MiB more after the second time than after the first`);
});
