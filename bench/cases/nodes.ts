import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Contestant } from '../contest.ts';
import { chooseEngines, newPostgres, newS3 } from '../engines.ts';
import type { LoadPlan } from '../load/load.ts';
import { load } from '../load/load.ts';
import { readCpuSeconds } from '../process-meter.ts';
import type { Valise } from '../valise.ts';
import { createValiseData, startValise } from '../valise.ts';
import { filesOf } from '../valise-host.ts';
import { askForContacts } from './answer.ts';
import type { Bench, Case } from './case.ts';

const mostNodes = 3;
const fileBytes = 64 * 1024;

/** What the nodes are asked, and for how long. */
type Work = (valise: Valise, bench: Bench) => Promise<Pick<LoadPlan, 'request' | 'until'>>;

/**
 * The same calls to one, two and three nodes over one PostgreSQL and one bucket, each node a server with one
 * worker and as many connections as the others. Engines, nodes and clients share the cores of this machine.
 */
function nodesCase(name: string, title: string, unit: Case['unit'], work: Work): Case {
  return {
    name: `nodes-${name}`,
    title: `${title}, PostgreSQL and S3`,
    unit,
    async start(bench) {
      const dataDir = join(await bench.newDir('first'), 'data');
      const engines = { ...(await newPostgres(dataDir)), ...(await newS3(dataDir)) };
      await chooseEngines(dataDir, engines);
      await createValiseData(dataDir);
      const nodes = [await startValise(dataDir, { workers: '1' })];
      for (let count = 1; count < mostNodes; count += 1) {
        const copy = join(await bench.newDir('node'), 'data');
        await cp(dataDir, copy, { recursive: true });
        nodes.push(await startValise(copy, { workers: '1' }));
      }
      const [first] = nodes;
      if (first === undefined) throw new Error('There is no node');
      const plan = { ...(await work(first, bench)), connections: bench.scale.connections };
      return nodes.map((_, index) => several(nodes.slice(0, index + 1), plan));
    },
  };
}

function several(
  nodes: readonly Valise[],
  { request, until, connections }: Omit<LoadPlan, 'url' | 'firstNumber'>,
): Contestant {
  let calls = 0;
  return {
    name: `${nodes.length} ${nodes.length === 1 ? 'node' : 'nodes'}`,
    // Each is the last of one contestant, which stops it.
    ...server(nodes),
    hasOtherWork: true,
    async run() {
      const before = await sumCpu(nodes);
      const results = await Promise.all(
        nodes.map(({ server: { url } }) =>
          load({
            ...{ url, request, until },
            connections: Math.ceil(connections / nodes.length),
            // A name that no other upload has.
            firstNumber: (calls += 1) * 1_000_000,
          }),
        ),
      );
      const seconds = Math.max(...results.map((result) => result.seconds));
      const sum = (read: (result: (typeof results)[number]) => number): number =>
        results.reduce((total, result) => total + read(result), 0);
      return {
        work: sum(({ answers }) => answers),
        seconds,
        clientCpuSeconds: sum(({ cpuSeconds }) => cpuSeconds),
        p99Seconds: Math.max(...results.map(({ p99Seconds }) => p99Seconds)),
        cpuSeconds: (await sumCpu(nodes)) - before,
      };
    },
  };
}

function server(nodes: readonly Valise[]): Pick<Contestant, 'server'> {
  const last = nodes.at(-1);
  return last === undefined ? {} : { server: last.server };
}

async function sumCpu(nodes: readonly Valise[]): Promise<number> {
  const each = await Promise.all(nodes.map(({ server: { pid } }) => readCpuSeconds(pid)));
  return each.reduce((total, seconds) => total + seconds, 0);
}

export const nodesCases: readonly Case[] = [
  nodesCase('contacts', 'contacts_read', 'calls', async (valise, { scale }) => ({
    request: await askForContacts(valise),
    until: { seconds: scale.loadSeconds },
  })),
  nodesCase('uploads', `uploads of ${fileBytes / 1024} KiB`, 'files', (valise, { scale }) =>
    Promise.resolve({
      request: filesOf(valise).smallUpload(fileBytes),
      until: { seconds: scale.loadSeconds },
    }),
  ),
];
