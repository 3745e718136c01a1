import { runProgram } from './run-program.ts';

export interface CurlRun {
  seconds: number;
  clientCpuSeconds: number;
}

/** `times` is how a shell tells what its children used; its last line is theirs. */
const script = 'curl "$@"; status=$?; times >&2; exit $status';

/**
 * One request with curl, its answer thrown away. The time is curl's own measure: from the start of
 * the connection to the last byte, without the start of the program. Throws unless the answer is 2xx.
 */
export async function curl(...args: string[]): Promise<CurlRun> {
  const { stdout, stderr } = await runProgram('sh', [
    '-c',
    script,
    'sh',
    '--silent',
    '--show-error',
    '--fail',
    '--output',
    '/dev/null',
    '--write-out',
    '%{time_total}',
    ...args,
  ]);
  const used = [...stderr.matchAll(/(\d+)m([\d.]+)s/g)].slice(-2);
  return {
    seconds: Number(stdout),
    clientCpuSeconds: used.reduce(
      (sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds),
      0,
    ),
  };
}

export function headerArguments(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]);
}
