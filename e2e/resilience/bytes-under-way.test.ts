import assert from 'node:assert/strict';
import { readdir, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually } from '../harness/eventually.ts';
import { openHandles, workersOf } from '../harness/process-vitals.ts';
import { startExchange } from '../harness/start-exchange.ts';

const quotaBytes = 10_000_000;
const fileBytes = 9_500_000;
/** What a server has written of such a file; the rest waits in memory for more. */
const writtenBytes = 9 * 1024 * 1024;
const settings = ['--workers', '2', '--tray-quota', '10MB'];
const { server, clients } = await startExchange(['owner'], { settings });
const { owner } = clients;
const credentials = `Host: x\r\nAuthorization: ${owner.authorization}\r\nCSRF-Token: ${await owner.token()}\r\n`;

interface HeldUpload {
  socket: Socket;
  answer: () => string;
}

/** Begins to send a file. */
function beginUpload(name: string): HeldUpload {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (data) => (answer += data.toString('latin1')));
  // A refused upload is cut off while it sends.
  socket.on('error', () => undefined);
  socket.write(
    `POST ${owner.path('cgi/upload.cgi')} HTTP/1.1\r\n${credentials}Content-Type: multipart/form-data; boundary=B\r\nContent-Length: 20000000\r\n\r\n--B\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`,
  );
  return { socket, answer: () => answer };
}

/** Begins a dozen uploads, or as many as it takes until every worker has one. */
async function beginEverywhere(): Promise<HeldUpload[]> {
  const workers = await workersOf(server.pid);
  const handles = await Promise.all(workers.map(openHandles));
  const begun: HeldUpload[] = [];
  await eventually('every worker has an upload', async () => {
    for (let count = 0; count < 6; count += 1) begun.push(beginUpload(`${begun.length}.bin`));
    const now = await Promise.all(workers.map(openHandles));
    const isBusy = now.every((count, index) => count > (handles[index] ?? 0));
    return isBusy && begun.length >= 12 ? true : undefined;
  });
  return begun;
}

async function storedBytes(): Promise<number> {
  const blobDir = join(server.dataDir, 'blobs');
  const entries = await readdir(blobDir, { recursive: true });
  const sizes = await Promise.all(
    entries.map(async (entry) => {
      const found = await stat(join(blobDir, entry)).catch(() => undefined);
      return found?.isFile() === true ? found.size : 0;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** A client that is cut off while it sends may lose the answer with the connection. */
const isRefused = ({ answer, socket }: HeldUpload) =>
  answer().startsWith('HTTP/1.1 413') || (answer() === '' && socket.closed);

/** Sends a whole file, and goes no further: its request does not end. */
async function sendFile({ socket }: HeldUpload, isDone: () => Promise<boolean>): Promise<void> {
  socket.write(Buffer.alloc(fileBytes));
  await eventually('the file is kept or refused', async () =>
    (await isDone()) ? true : undefined,
  );
}

test('uploads under way share the quota over all workers, and release it with theirs', async () => {
  const held = await beginEverywhere();
  const [first = assert.fail(), ...others] = held;
  // It has reserved nearly all that it needs by then: no other one can take that from it.
  await sendFile(first, async () => (await storedBytes()) >= writtenBytes);
  for (const other of others) await sendFile(other, () => Promise.resolve(isRefused(other)));
  assert.ok((await storedBytes()) <= quotaBytes * 1.5 && first.answer() === '');

  for (const worker of await workersOf(server.pid)) process.kill(worker, 'SIGKILL');
  await eventually('another upload has the whole quota', async () => {
    const files = { 'whole.bin': Buffer.alloc(fileBytes) };
    const answered = await owner.upload(files).catch(() => undefined);
    return answered?.status === 200 ? true : undefined;
  });
  for (const { socket } of held) socket.destroy();
});
