import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, relative } from 'node:path';
import { chooseWorkers } from './choose-workers.ts';
import { eventually } from './eventually.ts';
import { usualPatienceMs } from './patience.ts';
import { isAlive, processTree } from './process-vitals.ts';
import { cleanEnvironment, launcherIn } from './valise-command.ts';

export interface ServerOptions {
  /** More flags for `valise serve`, for example `['--csrf-lifetime', '2s']`. */
  settings?: readonly string[];
  /** A folder that the test keeps; left out, the harness makes one and removes it. */
  dataDir?: string;
  env?: Record<string, string>;
  /** The checkout whose program runs; left out, this one. */
  checkout?: string | undefined;
  /** A command that runs the server in its place, for example `['nice', '-n', '10']`. */
  launchedBy?: readonly string[];
}

/** What clients and operators take for one server: a process with its workers, or several nodes behind a balancer. */
export interface RunningServer {
  /** The data folder: with several nodes, that of the first one. */
  readonly dataDir: string;
  /** The origin it answers at, without a slash at the end. A restart changes it. */
  readonly url: string;
  /** Where the program itself answers, whatever is in front of it. */
  readonly ownUrl: string;
  readonly pid: number;
  /** The processes that were started: one for each node. */
  readonly pids: readonly number[];
  /** Everything it has printed since the first start. */
  logs(): string;
  /** Resolves when it serves, with all its workers. */
  start(): Promise<void>;
  /** Asks it to stop (SIGTERM) and resolves with its exit status. */
  stop(): Promise<number | null>;
  /** Takes its life (SIGKILL): it gets to finish nothing. Does nothing when it is not running. */
  kill(): Promise<void>;
  /** Takes its life, and resolves when none of its processes is left either. */
  vanish(): Promise<void>;
  /** Stops it and starts it again on the same data, from then on with other settings where some are given. */
  restart(settings?: readonly string[]): Promise<void>;
}

/**
 * How many workers a server has unless its test says: one, which starts soonest, or with `default` as
 * many as it has by itself. `npm test` runs every whole-server test both ways but those that
 * scripts/test-passes.ts names.
 */
const { E2E_WORKERS: usualWorkers = '1' } = process.env;
const testFile = relative(join(import.meta.dirname, '../..'), process.argv[1] ?? '');
const mustNameWorkers = chooseWorkers.includes(testFile);

/** `valise serve` on a port and a data folder. */
export class ServerProcess implements RunningServer {
  readonly dataDir: string;
  #options: ServerOptions;
  #child: ChildProcess | undefined;
  #url = '';
  #logs = '';

  constructor(dataDir: string, options: ServerOptions) {
    this.dataDir = dataDir;
    this.#options = options;
  }

  get url(): string {
    return this.#url;
  }

  get ownUrl(): string {
    return this.#url;
  }

  get pids(): readonly number[] {
    return [this.pid];
  }

  get pid(): number {
    const pid = this.#child?.pid;
    if (pid === undefined) throw new Error('The server is not running');
    return pid;
  }

  logs(): string {
    return this.#logs;
  }

  async start(): Promise<void> {
    const { settings = [], env, checkout, launchedBy = [] } = this.#options;
    // Room for a full disk of the usual size would be written by each of hundreds of servers.
    const room = ['--min-free-space', '1MiB', '--ballast', '1MiB'];
    const fixed = ['--port', '0', '--log-format', 'json', ...room];
    if (!settings.includes('--workers')) {
      if (mustNameWorkers) {
        throw new Error(`Servers of ${testFile} name their --workers: it runs in one pass only`);
      }
      if (usualWorkers !== 'default') fixed.push('--workers', usualWorkers);
    }
    const launcher = launcherIn(checkout);
    const serve = [launcher, 'serve', '--data', this.dataDir, ...fixed, ...settings];
    const [command = launcher, ...args] = [...launchedBy, ...serve];
    const child = spawn(command, args, {
      env: cleanEnvironment(env),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    // Should the test process end without its hooks, the server must not outlive it.
    const killWithTheTest = (): void => {
      child.kill('SIGKILL');
    };
    process.once('exit', killWithTheTest);
    child.once('exit', () => {
      process.off('exit', killWithTheTest);
    });
    this.#url = await this.#untilServing(child);
  }

  async stop(): Promise<number | null> {
    return await this.#end('SIGTERM');
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async vanish(): Promise<void> {
    const child = this.#child;
    const isRunning = child !== undefined && child.exitCode === null && child.signalCode === null;
    const tree = isRunning ? await processTree(this.pid) : [];
    await this.kill();
    await untilGone(tree);
  }

  async restart(settings = this.#options.settings): Promise<void> {
    await this.stop();
    this.#options = { ...this.#options, ...(settings !== undefined && { settings }) };
    await this.start();
  }

  /** Stops it and starts the program of another checkout on the same data; left out, of this one. */
  async exchange(checkout?: string): Promise<void> {
    await this.stop();
    this.#options = { ...this.#options, checkout };
    await this.start();
  }

  async #end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const child = this.#child;
    if (child === undefined) return null;
    this.#child = undefined;
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const exited = once(child, 'exit');
    child.kill(signal);
    await Promise.race([
      exited,
      rejectAfter(usualPatienceMs, () => `The server did not stop on ${signal}:\n${this.#logs}`),
    ]).catch((error: unknown) => {
      child.kill('SIGKILL');
      throw error;
    });
    return child.exitCode;
  }

  async #untilServing(child: ChildProcess): Promise<string> {
    const served = Promise.withResolvers<string>();
    const startsAt = this.#logs.length;
    let isServing = false;
    const listen = (piece: Buffer): void => {
      this.#logs += piece.toString('utf8');
      if (isServing) return;
      const address = findAddress(this.#logs.slice(startsAt));
      if (address === undefined) return;
      isServing = true;
      served.resolve(address);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('error', served.reject);
    child.once('close', (code) => {
      served.reject(new Error(`The server ended with ${String(code)}:\n${this.#logs}`));
    });
    return await Promise.race([
      served.promise,
      rejectAfter(usualPatienceMs, () => `The server does not serve:\n${this.#logs}`),
    ]);
  }
}

/** Where a server serves, once all its workers do. */
function findAddress(log: string): string | undefined {
  const [, address, workers] =
    /"address":"([^"]+)"[^\n]*"workers":(\d+)\b[^\n]*"Valise is serving"/.exec(log) ?? [];
  const followers = log.split('"the worker serves"').length - 1;
  return followers >= Number(workers) - 1 ? address : undefined;
}

/** Resolves when none of these processes runs any more. */
export async function untilGone(pids: readonly number[]): Promise<void> {
  await eventually(`the processes ${pids.join(', ')} are gone`, async () =>
    (await Promise.all(pids.map(isAlive))).includes(true) ? undefined : true,
  );
}

async function rejectAfter(ms: number, message: () => string): Promise<never> {
  return await new Promise((_, reject) => {
    setTimeout(() => {
      reject(new Error(message()));
    }, ms).unref();
  });
}
