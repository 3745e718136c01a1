import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { readRssBytes } from './process-meter.ts';

const startTimeoutMs = 20_000;
const stopTimeoutMs = 15_000;
const pollMs = 5;
const usualSettleMs = 500;

export interface ServerCommand {
  name: string;
  command: string;
  args: readonly string[];
  /** Takes everything it prints: a file costs the measured machine less than a reader would. */
  logFile: string;
  /** Asked again and again until it names the address; `log` is what was printed so far. */
  findUrl(log: string): string | undefined | Promise<string | undefined>;
  /** How long it is left alone before its memory at rest is read. */
  settleMs?: number;
  /** Variables that are added to the environment. */
  env?: Readonly<Record<string, string>>;
}

/** A server under measurement, in processes of its own. */
export interface ServerProcess {
  name: string;
  pid: number;
  /** The origin it answers at, without a slash at the end. */
  url: string;
  /** When its process was started, on the clock of `performance.now`. */
  launchedAt: number;
  /** Its memory shortly after the start, before any request. */
  idleRssBytes: number;
  stop(): Promise<void>;
}

/** Starts a server and resolves when it answers and has come to rest. */
export async function startServerProcess(server: ServerCommand): Promise<ServerProcess> {
  const log = openSync(server.logFile, 'w');
  const launchedAt = performance.now();
  const child = spawn(server.command, server.args, {
    env: { ...cleanEnvironment(), ...server.env },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  await once(child, 'spawn');
  const { pid } = child;
  if (pid === undefined) throw new Error(`${server.name} has no process`);
  // Whatever ends this program, its servers must not outlive it.
  const killWithUs = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', killWithUs);
  child.once('exit', () => {
    process.off('exit', killWithUs);
  });

  const url = await untilAnswering(child, server);
  await sleep(server.settleMs ?? usualSettleMs);
  return {
    name: server.name,
    pid,
    url,
    launchedAt,
    idleRssBytes: await readRssBytes(pid),
    stop: () => stop(child, server),
  };
}

async function untilAnswering(child: ChildProcess, server: ServerCommand): Promise<string> {
  const deadline = performance.now() + startTimeoutMs;
  while (child.exitCode === null && child.signalCode === null && performance.now() < deadline) {
    const url = await server.findUrl(await readFile(server.logFile, 'utf8'));
    if (url !== undefined) return url;
    await sleep(pollMs);
  }
  child.kill('SIGKILL');
  throw new Error(`${server.name} did not start:\n${await readFile(server.logFile, 'utf8')}`);
}

async function stop(child: ChildProcess, { name, logFile }: ServerCommand): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) {
    throw new Error(`${name} ended by itself:\n${(await readFile(logFile, 'utf8')).slice(-4096)}`);
  }
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const stopped = await Promise.race([
    exited.then(() => true),
    sleep(stopTimeoutMs, false, { ref: false }),
  ]);
  if (stopped) return;
  child.kill('SIGKILL');
  throw new Error(`${name} did not stop when it was told to`);
}

/** Nothing that a developer's shell may have set for Valise reaches what is measured. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('VALISE_')),
  );
}
