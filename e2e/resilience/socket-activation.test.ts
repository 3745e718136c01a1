import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { freePorts } from '../deployment/free-ports.ts';
import { missingProgram } from '../deployment/missing-program.ts';
import { eventually } from '../harness/eventually.ts';
import { exchange } from '../harness/exchange.ts';
import { meanwhile } from '../harness/meanwhile.ts';
import { processTree } from '../harness/process-vitals.ts';
import { untilGone } from '../harness/server.ts';
import { cleanEnvironment, launcher } from '../harness/valise-command.ts';

const skip = missingProgram('/usr/bin/python3');
const holder = join(import.meta.dirname, 'socket-holder.py');
const startMs = 30_000;

/** A server on a socket that another process holds and hands to each server in turn. */
async function start(context: TestContext, workers: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'valise-socket-'));
  const [port] = await freePorts(1);
  const serve = [
    launcher,
    'serve',
    '--data',
    dataDir,
    '--workers',
    workers,
    '--log-format',
    'json',
  ];
  const child = spawn('/usr/bin/python3', [holder, String(port), ...serve], {
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let logs = '';
  child.stdout.on('data', (piece: Buffer) => {
    logs += piece.toString();
  });
  const exited = once(child, 'exit');
  const holderPid = child.pid ?? assert.fail('Nothing was started');
  context.after(async () => {
    const tree = await processTree(holderPid);
    child.kill('SIGKILL');
    await exited;
    for (const pid of tree.slice(1, 2)) process.kill(pid, 'SIGKILL');
    await untilGone(tree);
    await rm(dataDir, { recursive: true, force: true });
  });
  const starts = (): number => logs.split('"Valise is serving"').length - 1;
  await eventually('it serves', () => (starts() === 1 ? true : undefined), startMs);
  return {
    url: `http://127.0.0.1:${port}`,
    logs: () => logs,
    starts,
    mainPid: async () => (await processTree(holderPid))[1] ?? assert.fail('No server runs'),
  };
}

/**
 * Undefined when the connection had been taken and nothing was heard on it yet when the server ended:
 * nothing was begun, and every client asks again.
 */
async function askUnlessUnheard(url: string): Promise<number | undefined> {
  try {
    const { status } = await exchange(url, { path: '/healthz' });
    assert.equal(status, 200);
    return status;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET') return undefined;
    throw error;
  }
}

for (const workers of ['1', '2']) {
  test(
    `on a passed socket, a restart of a server of ${workers} refuses nobody`,
    { skip },
    async (context) => {
      const server = await start(context, workers);
      const { url } = server;
      assert.match(server.logs(), new RegExp(`"address":"${url}"`));
      const restarted = (async () => {
        process.kill(await server.mainPid(), 'SIGTERM');
        await eventually(
          'the next one serves',
          () => (server.starts() === 2 ? true : undefined),
          startMs,
        );
      })();
      let answered = 0;
      // A refused connection would reject.
      await meanwhile(restarted, async () => {
        if ((await askUnlessUnheard(url)) === 200) answered += 1;
      });
      assert.equal((await exchange(url, { path: '/healthz' })).status, 200);
      assert.ok(answered > 0);
    },
  );
}

test(
  'with all workers, the process ends that cannot open the socket again',
  { skip },
  async (context) => {
    const server = await start(context, '2');
    const main = await server.mainPid();
    await eventually('both work', async () =>
      (await processTree(main)).length === 3 ? true : undefined,
    );
    for (const pid of (await processTree(main)).slice(1)) process.kill(pid, 'SIGKILL');
    const answer = await eventually(
      'another server answers',
      async () =>
        server.starts() === 2 ? await exchange(server.url, { path: '/healthz' }) : undefined,
      startMs,
    );
    assert.equal(answer.status, 200);
    assert.notEqual(await server.mainPid(), main);
  },
);
