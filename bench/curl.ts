import { runProgram } from './run-program.ts';

export interface CurlRun {
  seconds: number;
  clientCpuSeconds: number;
}

/** `times` is how a shell tells what its children used; its last line is theirs. */
const script = 'curl "$@"; status=$?; times >&2; exit $status';

const quiet = ['--silent', '--show-error', '--fail'];

/**
 * One request with curl, its answer thrown away. The time is curl's own measure: from the start of
 * the connection to the last byte, without the start of the program. Throws unless the answer is 2xx.
 */
export async function curl(...args: string[]): Promise<CurlRun> {
  const measured = ['--output', '/dev/null', '--write-out', '%{time_total}'];
  const all = ['-c', script, 'sh', ...quiet, ...measured, ...args];
  const { stdout, stderr } = await runProgram('sh', all);
  const used = [...stderr.matchAll(/(\d+)m([\d.]+)s/g)].slice(-2);
  return {
    seconds: Number(stdout),
    clientCpuSeconds: used.reduce(
      (sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds),
      0,
    ),
  };
}

/** Several at once: from the start of the first connection to the last byte of all. */
export async function curlTogether(requests: readonly (readonly string[])[]): Promise<CurlRun> {
  const runs = await Promise.all(
    requests.map(async (args) => ({ ...(await curl(...args)), endedAt: performance.now() })),
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
