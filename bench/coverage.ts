import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ThreadCoverage } from './coverage-probe.ts';

const root = join(import.meta.dirname, '..');
const answerTimeoutMs = 10_000;

/** The environment in which a server can be asked what it ran. */
export function coverageEnvironment(file: string): Record<string, string> {
  const probe = join(import.meta.dirname, 'coverage-probe.ts');
  return { NODE_OPTIONS: `--import=${probe}`, COVERAGE_FILE: file };
}

/** What each thread of a server ran since this was last called. */
export async function takeCoverage(pid: number, file: string): Promise<ThreadCoverage[]> {
  const taken = (await linesOf(file)).length;
  process.kill(pid, 'SIGUSR2');
  const deadline = performance.now() + answerTimeoutMs;
  while (performance.now() < deadline) {
    const line = (await linesOf(file))[taken];
    if (line !== undefined) return JSON.parse(line) as ThreadCoverage[];
    await sleep(5);
  }
  throw new Error('A thread of the server did not say what it ran');
}

async function linesOf(file: string): Promise<string[]> {
  const content = await readFile(file, 'utf8').catch(() => '');
  return content.split('\n').slice(0, -1);
}

/**
 * Our files that ran in each of the rounds, with the threads that ran them. A job or a timer that
 * ran in some of the rounds is no part of the request.
 */
export function filesOfEveryRound(rounds: readonly ThreadCoverage[][]): Map<string, string[]> {
  const [first = [], ...others] = rounds.map(pairsOf);
  const threadsOf = new Map<string, string[]>();
  for (const pair of [...first].sort()) {
    if (!others.every((round) => round.has(pair))) continue;
    const [file = '', thread = ''] = pair.split('\n');
    threadsOf.set(file, [...(threadsOf.get(file) ?? []), thread]);
  }
  return threadsOf;
}

function pairsOf(round: readonly ThreadCoverage[]): Set<string> {
  const pairs = round.flatMap(({ thread, scripts }) =>
    scripts
      .map((url) => relative(root, fileURLToPath(url)))
      .filter((file) => /^(?:server|protocol)\//.test(file))
      .map((file) => `${file}\n${thread}`),
  );
  return new Set(pairs);
}
