import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../harness/eventually.ts';
import { doUpload, filePart, multipart } from '../harness/multipart.ts';
import { connectedPorts, openHandles, processorMs } from '../harness/process-vitals.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { storedFiles } from '../harness/stored-files.ts';

const largeBytes = 30_000_000;
/** Longer than anything here takes on a machine that has other work, too. */
const longMs = 90_000;

// Nobody is cut before a test is about that: on a busy machine an honest client may be slow, too.
const { server, clients } = await startExchange(['owner'], { settings: ['--stall-time', '1h'] });
const { owner } = clients;
await owner.upload({ 'large.bin': Buffer.alloc(largeBytes, 'l') });
await owner.get('contacts_add', { json: [{ email: owner.email }] });
await owner.get('receivers_set', { json: [{ email: owner.email }] });
await owner.get('get_files');
await owner.get('createdrop', { json: {} });
const { inbox } = await owner.get<{ inbox: { url: string }[] }>('get_history');
const largePath = owner.path(`${inbox[0]?.url ?? ''}/files/large.bin`);

const credentials = `Host: x\r\nAuthorization: ${owner.authorization}\r\nCSRF-Token: ${await owner.token()}\r\n`;
const upload = `POST ${owner.path('cgi/upload.cgi')} HTTP/1.1\r\n${credentials}Content-Type: multipart/form-data; boundary=B\r\nContent-Length: 100000\r\n\r\n--B\r\nContent-Disposition: form-data; name="file"; filename="slow.bin"\r\n\r\n`;

/** A way to keep a connection busy with nearly nothing: what is sent first, then bit by bit. */
interface Slowness {
  first: string;
  then: string;
  /** Whether what the server sends is read. */
  reads: boolean;
  /** Whether only the stall time ends it: a request that has not begun is waited for no longer than 15 s. */
  isTransfer: boolean;
}

const request = { reads: true, isTransfer: false };
const transfer = { reads: true, isTransfer: true };
const download = { reads: false, isTransfer: true };
const slownesses: Slowness[] = [
  { ...request, first: '', then: '' },
  { ...request, first: 'GET / HTTP/1.1\r\nHost: x\r\n', then: 'X: y\r\n' },
  { ...transfer, first: upload, then: 'x' },
  { ...transfer, first: `GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n${upload}`, then: 'x' },
  { ...download, first: `GET ${largePath} HTTP/1.1\r\n${credentials}\r\n`, then: '' },
];

interface SlowConnection extends Slowness {
  /** Resolves when something has come, for those who do not read: no more than the socket takes by itself. */
  answered: Promise<unknown>;
  /** Whether the server holds it, by the ports of the clients that are connected to it. */
  isHeld: (connected: ReadonlySet<number>) => boolean;
  /** Resolves when the server has cut it. */
  cut: Promise<true>;
  received: () => number;
  /** Reads all that comes from now on: only who reads notices that the other side is gone. */
  readOn: () => void;
  close: () => void;
}

const serverPort = (): number => Number(new URL(server.url).port);

/** Opens 200 connections, forty of each kind, and is slow on them. */
function openSlowly(): SlowConnection[] {
  return Array.from({ length: 40 }, () => slownesses.map(openConnection)).flat();
}

function openConnection(kind: Slowness): SlowConnection {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  // Being cut off is what is waited for.
  socket.on('error', () => undefined);
  let received = 0;
  function readOn(): void {
    socket.on('data', (piece) => (received += piece.length));
  }
  if (kind.reads) readOn();
  const answered = kind.reads ? Promise.resolve() : hear(socket, 'readable');
  socket.write(kind.first);
  const trickle = setInterval(() => socket.write(kind.then), 300);
  function isHeld(connected: ReadonlySet<number>): boolean {
    return socket.localPort !== undefined && connected.has(socket.localPort);
  }
  function close(): void {
    clearInterval(trickle);
    socket.destroy();
  }
  const cut = hear(socket, 'close').then(() => {
    clearInterval(trickle);
    return true as const;
  });
  return { ...kind, answered, isHeld, cut, received: () => received, readOn, close };
}

/** Resolves with the event, also after an error. */
async function hear(socket: Socket, event: 'close' | 'readable'): Promise<void> {
  await new Promise<void>((resolve) => {
    socket.once(event, () => {
      resolve();
    });
  });
}

/** Those that the server holds on to for longer than it should, by what they began with. */
async function findKept(connections: readonly SlowConnection[]): Promise<string[]> {
  const late = new AbortController();
  const ends = connections.map(({ cut }) =>
    Promise.race([cut, sleep(longMs, false, { signal: late.signal })]),
  );
  const cuts = await Promise.all(ends);
  late.abort();
  return [...new Set(connections.filter((_, at) => !cuts[at]).map(({ first }) => first))];
}

/** What a worker opens with its first transfer, and keeps: threads and their handles of the database. */
const openedOnce = 30;

async function untilHandles(what: string, isMeant: (count: number) => boolean): Promise<void> {
  const look = async () => (isMeant(await openHandles(server.pid)) ? true : undefined);
  await eventually(what, look, longMs);
}

/** The server's side counts: a client that does not read does not notice that it was cut. */
async function untilLetGo(connections: readonly SlowConnection[]): Promise<void> {
  const look = async () => {
    const connected = await connectedPorts(serverPort());
    return connections.some(({ isHeld }) => isHeld(connected)) ? undefined : true;
  };
  await eventually('the server holds none of these connections', look, longMs);
}

test('200 slow connections keep nobody else waiting', { timeout: 2 * longMs }, async () => {
  const { pid } = server;
  const handles = await openHandles(pid);
  const slow = openSlowly();
  await untilHandles('all are held', (count) => count - handles >= slow.length);
  for (let calls = 0; calls < 20; calls += 1) {
    const workedBefore = await processorMs(pid);
    assert.equal((await owner.call('get_history')).status, 200);
    const workedMs = (await processorMs(pid)) - workedBefore;
    // On the clock it may take longer: other processes of the machine may have their turn.
    assert.ok(workedMs < 3_000, `an honest client waited for ${workedMs} ms of work`);
  }
  const connected = await connectedPorts(serverPort());
  const transfers = slow.filter(({ isTransfer }) => isTransfer);
  const held = transfers.filter(({ isHeld }) => isHeld(connected));
  assert.equal(held.length, transfers.length, 'all are held: the client was answered meanwhile');
  for (const { close } of slow) close();
});

describe('a client that moves nothing for two seconds, and one that is merely slow', () => {
  before(() => server.restart(['--stall-time', '2s']));

  test('200 slow connections are cut, and leave nothing', async (t) => {
    const handles = await openHandles(server.pid);
    const slow = openSlowly();
    t.after(() => {
      for (const { close } of slow) close();
    });
    const readers = slow.filter(({ reads }) => reads);
    const downloads = slow.filter(({ reads }) => !reads);
    await Promise.all(downloads.map(({ answered }) => answered));
    assert.deepEqual(await findKept(readers), [], 'none of these is held on to');
    await untilLetGo(downloads);
    await untilHandles('all are given back', (count) => count - handles <= openedOnce);
    for (const { readOn } of downloads) readOn();
    assert.deepEqual(await findKept(downloads), [], 'none of these is held on to');
    assert.ok(downloads.every(({ received }) => received() < largeBytes));
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

  test('a download at 40 kB a second is not cut, though the kernel takes nothing for long', async () => {
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
});
