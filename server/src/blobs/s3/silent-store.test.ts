import assert from 'node:assert/strict';
import { createServer as createHttpServer, get } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { ValiseError } from '../../domain/model/valise-error.ts';
import { key } from '../conformance/blob-store-case.ts';
import { createOneBufferAgents } from './one-buffer-agents.ts';
import { S3BlobStore } from './s3-blob-store.ts';
import { usualTimeouts } from './s3-client.ts';
import { isSilence, usualRetries } from './s3-errors.ts';

const idleMs = 300;
const access = {
  region: 'none',
  accessKeyId: 'id',
  secretAccessKey: 'secret',
  pathStyle: true,
};

async function portOf(t: TestContext, server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** Takes connections and requests, and answers nothing. */
async function openSilentStore(t: TestContext) {
  let connections = 0;
  const silent = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined).resume();
    t.after(() => socket.destroy());
  });
  const endpoint = `http://127.0.0.1:${await portOf(t, silent)}`;
  const store = new S3BlobStore({
    ...{ bucket: 'bucket', prefix: '', spoolFolder: tmpdir(), clock: { now: () => Date.now() } },
    access: { ...access, endpoint },
    timeouts: { connectMs: 3_000, idleMs, answerMs: 60_000 },
  });
  return { store, connections: () => connections };
}

function isUnavailable(error: unknown): boolean {
  return error instanceof ValiseError && error.code === 'unavailable';
}

test('a request gives up below thirty seconds where a store does not answer', () => {
  const { silentAttempts, maxMs } = usualRetries;
  assert.ok(silentAttempts * usualTimeouts.idleMs + maxMs < 25_000);
});

test('what waits in line for a store that does not answer is refused with the first, and what cleans up after it', async (t) => {
  const { store, connections } = await openSilentStore(t);
  const blobs = Array.from({ length: 200 }, (_, at) => ({
    key: `${key.slice(0, -3)}${String(at).padStart(3, '0')}`,
    bytes: Buffer.from('bytes'),
  }));
  const outcomes = await store.putMany(blobs);
  assert.ok(outcomes.every(isUnavailable), String(outcomes.find((each) => !isUnavailable(each))));
  // Sixteen are sent at a time, each twice. The others, and the removal of all, are not even tried.
  assert.ok(connections() <= 2 * 16 + 2, `${connections()} connections`);
  await assert.rejects(store.findSize(key), isUnavailable);
  await assert.rejects(store.delete(key), isUnavailable);
  assert.ok(connections() <= 2 * 16 + 2, `${connections()} connections`);
});

test('a socket without a byte for the idle time fails, and an idle one is not kept', async (t) => {
  const server = createHttpServer((request, response) => {
    if (request.url === '/answered') response.end('answer');
  });
  const port = await portOf(t, server);
  const { httpAgent } = createOneBufferAgents({ keepAlive: true, timeout: idleMs }, {});
  t.after(() => {
    httpAgent.destroy();
  });
  function ask(path: string): Promise<string> {
    return new Promise((resolve, reject) => {
      get({ port, host: '127.0.0.1', path, agent: httpAgent }, (answer) => {
        answer.on('end', () => {
          resolve('answered');
        });
        answer.resume();
      }).on('error', reject);
    });
  }
  await assert.rejects(ask('/silent'), isSilence);
  assert.equal(await ask('/answered'), 'answered');
  await sleep(2 * idleMs);
  assert.deepEqual(Object.keys(httpAgent.freeSockets), []);
  assert.equal(await ask('/answered'), 'answered');
});

test('a store that refuses because of the clock names the clock, and how far it is off', async (t) => {
  const refusing = createHttpServer((request, response) => {
    request.resume();
    const storeTime = new Date(Date.now() - 5 * 3_600_000).toUTCString();
    response.writeHead(403, { date: storeTime, 'content-length': 0 }).end();
  });
  const store = new S3BlobStore({
    bucket: 'bucket',
    prefix: '',
    access: { ...access, endpoint: `http://127.0.0.1:${await portOf(t, refusing)}` },
    spoolFolder: tmpdir(),
    clock: { now: () => 0 },
  });
  await assert.rejects(store.exists(), (error: Error) => {
    assert.match(
      (error.cause as Error).message,
      /status 403.*the clock of this machine is 300 minutes ahead of that of the store/,
    );
    return true;
  });
});
