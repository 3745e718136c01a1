import { join } from 'node:path';
import type { Contestant } from '../contest.ts';
import { curl } from '../curl.ts';
import { computedParts } from '../parts/part-names.ts';
import { runProgram } from '../run-program.ts';
import { startServerProcess } from '../server-process.ts';
import type { Bench, Case } from './case.ts';

const partsDir = join(import.meta.dirname, '../parts');

/** What each part of a transfer costs alone; their sum is the least that a transfer can cost. */
export const partsCase: Case = {
  name: 'parts',
  title: 'parts of a transfer, alone',
  unit: 'bytes',
  async start(bench) {
    const dir = await bench.newDir('parts');
    const { sizeBytes } = bench.scale;
    const computed = computedParts.map((part): Contestant => ({
      name: part,
      async run() {
        const args = [join(partsDir, 'compute.ts'), part, String(sizeBytes), join(dir, 'part.bin')];
        const { stdout } = await runProgram(process.execPath, args);
        return {
          work: sizeBytes,
          ...(JSON.parse(stdout) as { seconds: number; cpuSeconds: number }),
        };
      },
    }));
    return [...(await overHttp(bench, dir)), ...computed];
  },
};

async function overHttp({ testFile, scale }: Bench, dir: string): Promise<Contestant[]> {
  const { path, sizeBytes: work } = await testFile(scale.sizeBytes);
  const server = await startServerProcess({
    name: 'bare node:http',
    command: process.execPath,
    args: [join(partsDir, 'bare-http-server.ts'), String(work)],
    logFile: join(dir, 'output.log'),
    findUrl: (log) => /listening at (\S+)/.exec(log)?.[1],
  });
  const put = ['--upload-file', path, `${server.url}/received`];
  return [
    { name: 'receive', server, run: async () => ({ work, ...(await curl(...put)) }) },
    { name: 'send', server, run: async () => ({ work, ...(await curl(server.url)) }) },
  ];
}
