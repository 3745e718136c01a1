// Keeps some connections busy with one request, each sending the next when the last is answered.
// Runs in a process of its own, so that it takes nothing from the thread it measures.
//
//   node load-client.ts PLAN      where PLAN is a LoadPlan as JSON; prints a LoadResult

import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { percentile } from '../statistics.ts';
import { AnswerReader } from './answer-reader.ts';
import type { LoadPlan, LoadResult } from './load.ts';
import { createRequestWriter } from './request-writer.ts';

const plan = JSON.parse(process.argv[2] ?? '{}') as LoadPlan;
const { hostname, port, host } = new URL(plan.url);
const writeRequest = createRequestWriter(host, plan.request);
const firstNumber = plan.firstNumber ?? 0;
const answerSeconds: number[] = [];
let asked = 0;

async function keepBusy(socket: Socket, hasEnded: () => boolean): Promise<void> {
  const answers = new AnswerReader();
  let askedAt = 0;
  function ask(): void {
    askedAt = performance.now();
    socket.cork();
    for (const piece of writeRequest(firstNumber + asked)) socket.write(piece);
    socket.uncork();
    asked += 1;
  }
  await new Promise<void>((resolve, reject) => {
    socket.on('data', (piece: Buffer) => {
      try {
        if (!answers.push(piece)) return;
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      answerSeconds.push((performance.now() - askedAt) / 1000);
      if (hasEnded()) {
        resolve();
        socket.destroy();
      } else {
        ask();
      }
    });
    socket.once('error', reject);
    socket.once('close', () => {
      reject(new Error('The server closed a connection'));
    });
    ask();
  });
}

const sockets = Array.from({ length: plan.connections }, () =>
  connect({ host: hostname, port: Number(port), noDelay: true }),
);
await Promise.all(sockets.map((socket) => once(socket, 'connect')));

const startedAt = performance.now();
const { until } = plan;
const hasEnded =
  'seconds' in until
    ? () => performance.now() - startedAt >= until.seconds * 1000
    : () => asked >= until.answers;
const cpuBefore = process.cpuUsage();
await Promise.all(sockets.map((socket) => keepBusy(socket, hasEnded)));
const { user, system } = process.cpuUsage(cpuBefore);

const result: LoadResult = {
  answers: answerSeconds.length,
  seconds: (performance.now() - startedAt) / 1000,
  cpuSeconds: (user + system) / 1e6,
  p50Seconds: percentile(answerSeconds, 50),
  p95Seconds: percentile(answerSeconds, 95),
  p99Seconds: percentile(answerSeconds, 99),
};
console.log(JSON.stringify(result));
