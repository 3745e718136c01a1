import type { ProgramOutput } from './run-program.ts';
import { runProgram, startProgram } from './run-program.ts';

export interface CurlRun {
  seconds: number;
  clientCpuSeconds: number;
}

/** `times` is how a shell tells what its children used; its last line is theirs. */
const script = 'curl "$@"; status=$?; times >&2; exit $status';

const quiet = ['--silent', '--show-error', '--fail'];

/** More than waits between two programs: when all of it is taken, who reads it runs. */
const idleTalk = `#${' '.repeat(1000)}\n`.repeat(1000);

interface HeldCurl {
  /** Resolves when the program is there and waits. */
  ready: Promise<void>;
  go: () => Promise<CurlRun>;
}

/** One request with curl, its answer thrown away, that is held back until it is told to go. */
function holdCurl(args: readonly string[]): HeldCurl {
  const measured = ['--output', '/dev/null', '--write-out', '%{time_total}'];
  // It reads settings, of which there are none, until they end.
  const all = ['-c', script, 'sh', ...quiet, ...measured, ...args, '--config', '-'];
  const { stdin, output } = startProgram('sh', all);
  const ready = new Promise<void>((resolve) => {
    // One that ends before its time has failed, and says why to whoever tells it to go.
    stdin
      .once('error', () => undefined)
      .write(idleTalk, () => {
        resolve();
      });
  });
  output.catch(() => undefined);
  return {
    ready,
    async go() {
      stdin.end();
      return readRun(await output);
    },
  };
}

function readRun({ stdout, stderr }: ProgramOutput): CurlRun {
  const used = [...stderr.matchAll(/\b(\d+)m([\d.]+)s/g)].slice(-2);
  return {
    seconds: Number(stdout),
    clientCpuSeconds: used.reduce(
      (sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds),
      0,
    ),
  };
}

/**
 * One request with curl, its answer thrown away. The time is curl's own measure: from the start of
 * the connection to the last byte, without the start of the program. Throws unless the answer is 2xx.
 */
export async function curl(...args: string[]): Promise<CurlRun> {
  return await curlTogether([args]);
}

/**
 * Several at once: from the start of the first connection to the last byte of all. The first waits
 * until all programs have started, which would else take a server's processors from it.
 */
export async function curlTogether(requests: readonly (readonly string[])[]): Promise<CurlRun> {
  const held = requests.map(holdCurl);
  await Promise.all(held.map(({ ready }) => ready));
  const runs = await Promise.all(
    held.map(async ({ go }) => ({ ...(await go()), endedAt: performance.now() })),
  );
  return together(runs);
}

export function together(runs: readonly (CurlRun & { endedAt: number })[]): CurlRun {
  const startedAt = Math.min(...runs.map(({ endedAt, seconds }) => endedAt - seconds * 1000));
  const endedAt = Math.max(...runs.map((run) => run.endedAt));
  return {
    seconds: (endedAt - startedAt) / 1000,
    clientCpuSeconds: runs.reduce((sum, run) => sum + run.clientCpuSeconds, 0),
  };
}

/** Keeps what a request is answered with. */
export async function curlToFile(path: string, ...args: string[]): Promise<void> {
  await runProgram('curl', [...quiet, '--output', path, ...args]);
}

/** The SHA-256 of what a request is answered with. */
export async function curlSha256(...args: string[]): Promise<string> {
  const { stdout } = await runProgram('bash', [
    '-c',
    'set -o pipefail; curl "$@" | sha256sum',
    'bash',
    ...quiet,
    ...args,
  ]);
  return stdout.slice(0, 64);
}

export function headerArguments(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]);
}
