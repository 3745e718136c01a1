// Keeps some connections busy with one request, each sending the next when the last is answered.
// Runs in a process of its own, so that it takes nothing from the thread it measures.
//
//   node load-client.ts ORDER      where ORDER is a LoadOrder as JSON; prints a LoadResult

import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { AnswerReader } from './answer-reader.ts';
import type { LoadOrder, LoadResult } from './load.ts';

const { url, headers, connections, seconds } = JSON.parse(process.argv[2] ?? '{}') as LoadOrder;
const { hostname, port, host, pathname } = new URL(url);
const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`);
const request = Buffer.from(`GET ${pathname} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);

async function keepBusy(socket: Socket, until: number): Promise<number> {
  const answers = new AnswerReader();
  return await new Promise((resolve, reject) => {
    socket.on('data', (piece: Buffer) => {
      try {
        if (!answers.push(piece)) return;
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      if (performance.now() < until) {
        socket.write(request);
      } else {
        resolve(answers.count);
        socket.destroy();
      }
    });
    socket.once('error', reject);
    socket.once('close', () => {
      reject(new Error('The server closed a connection'));
    });
    socket.write(request);
  });
}

const sockets = Array.from({ length: connections }, () =>
  connect({ host: hostname, port: Number(port), noDelay: true }),
);
await Promise.all(sockets.map((socket) => once(socket, 'connect')));

const startedAt = performance.now();
const cpuBefore = process.cpuUsage();
const counts = await Promise.all(
  sockets.map((socket) => keepBusy(socket, startedAt + seconds * 1000)),
);
const { user, system } = process.cpuUsage(cpuBefore);

const result: LoadResult = {
  answers: counts.reduce((sum, count) => sum + count, 0),
  seconds: (performance.now() - startedAt) / 1000,
  cpuSeconds: (user + system) / 1e6,
};
console.log(JSON.stringify(result));
