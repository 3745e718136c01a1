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

/** A function of ours that ran. */
export interface CountedFunction {
  /** Its path from the root of the repository. */
  file: string;
  name: string;
  firstLine: number;
  /** Of its own: without the functions within it, and without blank lines. */
  lines: number;
  threads: string[];
}

/**
 * Our functions that ran in each of the rounds. A job or a timer that ran in some of the rounds is no part of the
 * request.
 */
export async function functionsOfEveryRound(
  rounds: readonly (readonly ThreadCoverage[])[],
): Promise<CountedFunction[]> {
  const counted: CountedFunction[] = [];
  for (const [file, functions] of ownFunctionsOf(rounds)) {
    const ran = functions.filter(({ threads }) => threads.length > 0);
    if (ran.length > 0)
      counted.push(...countIn(await readFile(join(root, file), 'utf8'), file, functions));
  }
  return counted;
}

interface OwnFunction {
  name: string;
  start: number;
  end: number;
  /** Those that ran it in each of the rounds. */
  threads: string[];
}

/** Our functions by their files, those that did not run in each of the rounds among them. */
function ownFunctionsOf(
  rounds: readonly (readonly ThreadCoverage[])[],
): Map<string, OwnFunction[]> {
  const timesRun = new Map<string, number>();
  const byPlace = new Map<string, OwnFunction>();
  const byFile = new Map<string, OwnFunction[]>();
  for (const { thread, functions } of rounds.flat()) {
    for (const { url, name, start, end, hasRun } of functions) {
      const file = relative(root, fileURLToPath(url));
      if (!/^(?:server|protocol)\//.test(file)) continue;
      const place = `${file} ${start} ${end}`;
      const found = byPlace.get(place) ?? { name, start, end, threads: [] };
      if (!byPlace.has(place)) byFile.set(file, [...(byFile.get(file) ?? []), found]);
      byPlace.set(place, found);
      const times = (timesRun.get(`${thread} ${place}`) ?? 0) + (hasRun ? 1 : 0);
      timesRun.set(`${thread} ${place}`, times);
      if (times === rounds.length) found.threads.push(thread);
    }
  }
  return byFile;
}

/** Each line counts for one function at most. Node blanks types out: places in what it runs are those in the text. */
function countIn(text: string, file: string, functions: readonly OwnFunction[]): CountedFunction[] {
  const innermost = new Array<CountedFunction | undefined>(text.length);
  const counted: CountedFunction[] = [];
  for (const each of functions.toSorted((a, b) => b.end - b.start - (a.end - a.start))) {
    const { name, start, end, threads } = each;
    const firstLine = text.slice(0, start).split('\n').length;
    const ran = threads.length === 0 ? undefined : { file, name, firstLine, lines: 0, threads };
    innermost.fill(ran, start, end);
    if (ran !== undefined) counted.push(ran);
  }
  for (const { 0: line, index } of text.matchAll(/\S.*/g)) {
    const ran = innermost.slice(index, index + line.length).find((each) => each !== undefined);
    if (ran !== undefined) ran.lines += 1;
  }
  return counted;
}
