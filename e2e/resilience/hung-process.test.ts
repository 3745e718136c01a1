import assert from 'node:assert/strict';
import { mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { missingProgram } from '../deployment/missing-program.ts';
import { eventually } from '../harness/eventually.ts';
import { isAlive, processTree } from '../harness/process-vitals.ts';
import { startServer, untilGone } from '../harness/server.ts';

const folder = await mkdtemp(join(tmpdir(), 'valise-hung-'));
after(() => rm(folder, { recursive: true, force: true }));
/** Loaded into the server, so that a signal makes it hang. */
const hangs = join(folder, 'hangs.cjs');
await writeFile(
  hangs,
  `if (require('node:worker_threads').isMainThread) process.on('SIGUSR2', () => { for (;;); });`,
);
const env = { NODE_OPTIONS: `--require ${hangs}` };
const settings = ['--workers', '1', '--worker-timeout', '4s'];
const isRoot = process.getuid?.() === 0;

/** The process below the launcher that runs Node. */
async function findServer(launcher: number): Promise<number> {
  for (const pid of await processTree(launcher)) {
    const program = await readlink(`/proc/${pid}/exe`).catch(() => '');
    if (program.endsWith('/node')) return pid;
  }
  assert.fail('There is no server');
}

/** The shell that starts the server again. */
async function findParent(server: number): Promise<number> {
  const status = await readFile(`/proc/${server}/status`, 'utf8');
  return Number(/^PPid:\t(\d+)$/m.exec(status)?.[1]);
}

function countStarts(log: string): number {
  return log.split('"Valise is serving"').length - 1;
}

test('a single process that hangs says so and ends, with a status for a service manager', async () => {
  const server = await startServer({ settings, env });
  const { pid } = server;
  process.kill(pid, 'SIGUSR2');
  await untilGone([pid]);
  assert.match(server.logs(), /"level":60,[^\n]*"the event loop has not turned for 2 s/);
  assert.equal(countStarts(server.logs()), 1);
});

const launchers = [
  {
    name: 'on a terminal',
    launchedBy: ['sh', '-c', 'exec script -qefc "$*" /dev/null', 'sh'],
    skip: missingProgram('script', '--version'),
  },
  {
    name: 'as the first process of a container',
    launchedBy: ['unshare', ...(isRoot ? [] : ['--user', '--map-root-user']), '--pid', '--fork'],
    skip: missingProgram('unshare', '--version'),
  },
];

for (const { name, launchedBy, skip } of launchers) {
  test(
    `a server that hangs is started again ${name}, and ends when it is told to`,
    { skip },
    async () => {
      const server = await startServer({ settings, env, launchedBy });
      const { pid } = server;
      // Whoever launched it does not take it along.
      after(async () => {
        for (const each of started) if (await isAlive(each)) process.kill(each, 'SIGKILL');
      });
      const started = await processTree(pid);
      const hung = await findServer(pid);
      const launcher = await findParent(hung);
      process.kill(hung, 'SIGUSR2');
      await eventually('it serves again', () =>
        countStarts(server.logs()) === 2 ? true : undefined,
      );
      started.push(...(await processTree(pid)));
      assert.notEqual(await findServer(pid), hung);
      process.kill(launcher, 'SIGTERM');
      await untilGone(started);
      assert.match(server.logs(), /"stopping: no new requests/);
      assert.equal(countStarts(server.logs()), 2);
    },
  );
}
