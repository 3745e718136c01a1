import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after } from 'node:test';
import { eventually } from '../harness/eventually.ts';
import type { Certificate } from './certificate.ts';
import { searchPath } from './missing-program.ts';

/** What a test puts in place of an example's ports and paths. */
export interface ProxyPlace {
  /** The proxy's own: what it reads and writes is in here. */
  folder: string;
  plainPort: number;
  securePort: number;
  certificate: Certificate;
  /** Where Valise listens: `127.0.0.1:8080`. */
  upstream: string;
  /** Where a second node listens, for examples that have two. */
  secondUpstream?: string;
}

/** The address of a node that is down. */
export const nobodyListens = '127.0.0.1:9';

export interface Proxy {
  pid: number;
  place: ProxyPlace;
  /** Everything it has printed. */
  output: () => string;
}

export type StartProxy = (place: ProxyPlace) => Promise<Proxy>;

/** Starts a proxy in the foreground; it is stopped when the test that asked is over. */
export async function spawnProxy(
  place: ProxyPlace,
  command: string,
  args: readonly string[],
): Promise<Proxy> {
  const child = spawn(command, args, {
    cwd: place.folder,
    env: { PATH: searchPath, HOME: place.folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  after(() => kill(child));
  let output = '';
  const note = (piece: Buffer): void => {
    output += piece.toString('utf8');
  };
  child.stdout.on('data', note);
  child.stderr.on('data', note);

  const failed = Promise.withResolvers<never>();
  const noteEnd = (code: number | null): void => {
    failed.reject(new Error(`${command} ended with ${String(code)}:\n${output}`));
  };
  child.once('error', failed.reject).once('exit', noteEnd);
  await Promise.race([failed.promise, untilListening(command, place)]);
  child.off('exit', noteEnd);
  if (child.pid === undefined) throw new Error(`${command} has no process`);
  return { pid: child.pid, place, output: () => output };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

async function untilListening(
  command: string,
  { plainPort, securePort }: ProxyPlace,
): Promise<void> {
  for (const port of [plainPort, securePort]) {
    await eventually(`${command} listens`, async () => ((await accepts(port)) ? true : undefined));
  }
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false; // Not yet.
  } finally {
    socket.destroy();
  }
}
