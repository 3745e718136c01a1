import assert from 'node:assert/strict';
import type { ChildProcess, StdioOptions } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { freePorts } from '../deployment/free-ports.ts';
import { eventually } from '../harness/eventually.ts';
import { exchange } from '../harness/exchange.ts';
import { cleanEnvironment, launcher } from '../harness/valise-command.ts';

interface Started {
  child: ChildProcess;
  url: string;
}

/** A server whose output the test has in hand; the harness would read it. */
async function start(context: TestContext, workers: string, stdio: StdioOptions): Promise<Started> {
  const dataDir = await mkdtemp(join(tmpdir(), 'valise-log-'));
  const [port] = await freePorts(1);
  const flags = ['--data', dataDir, '--port', String(port), '--workers', workers];
  const child = spawn(launcher, ['serve', ...flags, '--log-format', 'json'], {
    env: cleanEnvironment(),
    stdio,
  });
  const exited = once(child, 'exit');
  context.after(async () => {
    child.kill('SIGKILL');
    await exited;
    await rm(dataDir, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  await eventually('it answers', () => healthOf(url));
  return { child, url };
}

async function healthOf(url: string): Promise<number | undefined> {
  try {
    return (await exchange(url, { path: '/healthz' })).status;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ECONNREFUSED' || code === 'ECONNRESET') return undefined;
    throw error;
  }
}

async function assertGoesOn({ child, url }: Started): Promise<void> {
  for (let count = 0; count < 100; count += 1) {
    const { status } = await exchange(url, { path: '/nobody@example.com/' });
    assert.equal(status, 401);
  }
  assert.equal(child.exitCode, null);
  child.kill('SIGTERM');
  const [status] = (await once(child, 'exit')) as [number | null];
  assert.equal(status, 0);
}

for (const workers of ['1', '2']) {
  test(`a log on a full disk does not end a server of ${workers}`, async (context) => {
    const full = await open('/dev/full', 'w');
    const started = await start(context, workers, ['ignore', full.fd, full.fd]);
    await full.close();
    await assertGoesOn(started);
  });

  test(`a log whose reader is gone does not end a server of ${workers}`, async (context) => {
    const started = await start(context, workers, ['ignore', 'pipe', 'pipe']);
    started.child.stdout?.destroy();
    started.child.stderr?.destroy();
    await assertGoesOn(started);
  });
}
