import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { test } from 'node:test';
import { eventually } from '../harness/eventually.ts';
import { exchange } from '../harness/exchange.ts';
import { doUpload, filePart, multipart } from '../harness/multipart.ts';
import { connectedPorts } from '../harness/process-vitals.ts';
import { startExchange } from '../harness/start-exchange.ts';

const openFiles = 256;

const { server, clients } = await startExchange(['anna'], {
  settings: ['--workers', '1'],
  launchedBy: ['sh', '-c', `ulimit -n ${openFiles}; exec "$@"`, 'sh'],
});
const { anna } = clients;
const { hostname, port } = new URL(server.url);

/** Opens a connection that never says a whole request. */
function joinCrowd(): Socket {
  const socket = connect(Number(port), hostname);
  // Being cut off is what is waited for.
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\n');
  return socket;
}

test('with more connections than files can be opened for, those that are there are served', async (t) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const crowd: Socket[] = [];
  t.after(() => {
    agent.destroy();
    for (const socket of crowd) socket.destroy();
  });
  /** Sends a request on the one connection of the agent. */
  async function call(path: string, headers: Record<string, string> = {}, body?: Buffer) {
    const method = body === undefined ? 'GET' : 'POST';
    const sending = request({ hostname, port, method, path, headers, agent });
    sending.end(body);
    const [answer] = (await once(sending, 'response')) as [IncomingMessage];
    const text = (await answer.setEncoding('utf8').toArray()).join('');
    return { status: answer.statusCode, text, isReused: sending.reusedSocket };
  }

  const token = await anna.token();
  assert.equal((await call('/healthz')).status, 200);
  while (crowd.length < openFiles) crowd.push(joinCrowd());
  await eventually('the log tells of connections that were closed', () =>
    countReports() > 0 ? true : undefined,
  );

  const { contentType, body } = multipart([
    doUpload,
    filePart('while-full.bin', Buffer.alloc(3_000_000, 'f')),
  ]);
  const headers = {
    authorization: anna.authorization,
    'csrf-token': token,
    'content-type': contentType,
  };
  const uploaded = await call(anna.path('cgi/upload.cgi'), headers, body);
  assert.deepEqual([uploaded.status, uploaded.isReused], [200, true], uploaded.text);
  const held = (await connectedPorts(Number(port))).size;
  assert.ok(held > 1 && held < openFiles / 2, `${held} connections are held`);

  for (const socket of crowd) socket.destroy();
  await eventually('new connections are taken again', async () => {
    const answer = await exchange(server.url, { path: '/healthz' }).catch(() => undefined);
    return answer?.status === 200 ? true : undefined;
  });
  assert.equal(countReports(), 1, 'once a minute at most');
});

function countReports(): number {
  return server.logs().split('connections were closed at once').length - 1;
}
