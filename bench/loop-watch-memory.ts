/**
 * Measures what watching its own event loop costs a server with its files in S3: `npm run loop-watch-memory`.
 * Such a server is one process. The program prints its memory at rest as it is, and as it would be without the
 * thread that watches and without what gives memory back after the start. It fails beyond 5 MiB more.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseEngines, newS3 } from './engines.ts';
import { spread } from './statistics.ts';
import { startValiseServer } from './valise.ts';

const rounds = Number(process.argv[2] ?? 5);
/** By then a server has given back what starting took. */
const settleMs = 15_000;
const mebibyte = 1024 ** 2;
const most = 5 * mebibyte;

/** Loaded into a server before its own program: takes away what is left out. */
const withoutThread = `
  const threads = require('node:worker_threads');
  const { EventEmitter } = require('node:events');
  const Thread = threads.Worker;
  threads.Worker = function (program, options) {
    if (options?.name !== 'valise-loop-watch') return new Thread(program, options);
    return Object.assign(new EventEmitter(), { unref() {}, terminate: async () => 0 });
  };
  require('node:module').syncBuiltinESMExports();`;
const withoutTrim = `
  delete globalThis.gc;
  const modules = require('node:module');
  const { isBuiltin } = modules;
  modules.isBuiltin = (name) => name !== 'node:ffi' && isBuiltin(name);
  modules.syncBuiltinESMExports();`;

const kinds = {
  'as it is': '',
  'without the thread': withoutThread,
  'without both': withoutThread + withoutTrim,
};
type Kind = keyof typeof kinds;

const dir = await mkdtemp(join(tmpdir(), 'valise-loop-watch-'));
try {
  const names = Object.keys(kinds) as Kind[];
  const dataDir = join(dir, 'data');
  await chooseEngines(dataDir, await newS3(dataDir));
  const measured = new Map<Kind, number[]>(names.map((kind) => [kind, []]));
  // The first start makes the keys, and is not measured.
  for (let round = -1; round < rounds; round += 1) {
    for (const kind of names) {
      const preload = join(dir, 'preload.cjs');
      await writeFile(preload, kinds[kind]);
      const env = { NODE_OPTIONS: `--require ${preload}` };
      const server = await startValiseServer(dataDir, { settleMs: round < 0 ? 0 : settleMs, env });
      if (round >= 0) measured.get(kind)?.push(server.idleRssBytes);
      await server.stop();
    }
  }
  const medianOf = (kind: Kind): number => spread(measured.get(kind) ?? []).median;
  for (const kind of names) {
    const { median, low, high } = spread(measured.get(kind) ?? []);
    const range = `${inMebibytes(low)} to ${inMebibytes(high)}`;
    process.stdout.write(`${kind.padEnd(20)} ${inMebibytes(median)} MiB (${range})\n`);
  }
  const more = medianOf('as it is') - medianOf('without both');
  process.stdout.write(`more                 ${inMebibytes(more)} MiB, at most 5 MiB\n`);
  if (more > most) process.exitCode = 1;
} finally {
  await rm(dir, { recursive: true });
}

function inMebibytes(bytes: number): string {
  return (bytes / mebibyte).toFixed(1);
}
