import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Contestant } from '../contest.ts';
import { readCpuSeconds, readLargestRssBytes, readRssBytes } from '../process-meter.ts';
import { startBareFastify } from '../references/bare-fastify.ts';
import type { ServerProcess } from '../server-process.ts';
import { createValiseData, startValiseServer } from '../valise.ts';
import type { Case } from './case.ts';

/** How long a server is left alone before its memory at rest is read. */
const restMs = 2000;

/** From the start of the program to the answer to a first request, and what it then holds at rest. */
export const startCase: Case = {
  name: 'start',
  title: 'cold start to first answer',
  unit: 'time',
  async start({ newDir }) {
    const dataDir = join(await newDir('valise'), 'data');
    await createValiseData(dataDir);
    const bareDir = await newDir('bare-fastify');
    const answer = { path: '/healthz', headers: {}, body: 'ok' };
    return [
      starter('valise', () => startValiseServer(dataDir, { settleMs: 0 })),
      starter('bare Fastify', () => startBareFastify(bareDir, answer, { settleMs: 0 })),
    ];
  },
};

export function starter(name: string, start: () => Promise<ServerProcess>): Contestant {
  return {
    name,
    async run() {
      const server = await start();
      const answer = await fetch(`${server.url}/healthz`);
      await answer.arrayBuffer();
      const seconds = (performance.now() - server.launchedAt) / 1000;
      const cpuSeconds = await readCpuSeconds(server.pid);
      if (!answer.ok) throw new Error(`${name} answered ${answer.status}`);
      await sleep(restMs);
      const idleRssBytes = await readRssBytes(server.pid);
      const largestRssBytes = await readLargestRssBytes(server.pid);
      await server.stop();
      return { work: 1, seconds, cpuSeconds, idleRssBytes, largestRssBytes };
    },
  };
}
