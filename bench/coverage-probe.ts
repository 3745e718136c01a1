/**
 * Loaded into every thread of a server before its own code. On SIGUSR2 it appends one line of JSON to
 * the file that `COVERAGE_FILE` names: what ran since the last signal, by thread.
 */
import { appendFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { BroadcastChannel, isMainThread, threadId, threadName } from 'node:worker_threads';

/** What one thread ran since the last signal. */
export interface ThreadCoverage {
  thread: string;
  /** Those that ran, and those within them that did not; without those of Node itself. */
  functions: SeenFunction[];
}

/** The whole of a script is one, too. */
export interface SeenFunction {
  /** That of its script. */
  url: string;
  /** Empty where it has none. */
  name: string;
  /** Its first character in the script, and the first one after it. */
  start: number;
  end: number;
  hasRun: boolean;
}

type Message =
  | { kind: 'started'; threadId: number }
  | { kind: 'take' }
  | { kind: 'taken'; threadId: number; coverage: ThreadCoverage };

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

const channel = new BroadcastChannel('valise-coverage');
channel.unref();
if (isMainThread) answerSignals();
else answerMainThread();

/** Taking the coverage also sets every count to zero. */
async function takeCoverage(): Promise<ThreadCoverage> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const functions = result
    .filter(({ url }) => url.startsWith('file:'))
    .filter(({ functions: all }) => all.some(({ ranges: [range] }) => (range?.count ?? 0) > 0))
    .flatMap(({ url, functions: all }) =>
      all.map(({ functionName: name, ranges: [range] }) => ({
        url,
        name,
        start: range?.startOffset ?? 0,
        end: range?.endOffset ?? 0,
        hasRun: (range?.count ?? 0) > 0,
      })),
    );
  return { thread: isMainThread ? 'main' : (threadName ?? ''), functions };
}

function answerMainThread(): void {
  listen((message) => {
    if (message.kind !== 'take') return;
    void takeCoverage().then((coverage) => {
      say({ kind: 'taken', threadId, coverage });
    });
  });
  say({ kind: 'started', threadId });
}

function answerSignals(): void {
  const { COVERAGE_FILE: file } = process.env;
  if (file === undefined) throw new Error('COVERAGE_FILE names no file');
  const threads = new Set<number>();
  let taken = new Map<number, ThreadCoverage>();

  function take(id: number, coverage: ThreadCoverage): void {
    taken.set(id, coverage);
    if (taken.size <= threads.size) return;
    appendFileSync(file as string, `${JSON.stringify([...taken.values()])}\n`);
  }

  listen((message) => {
    if (message.kind === 'started') threads.add(message.threadId);
    if (message.kind === 'taken') take(message.threadId, message.coverage);
  });
  process.on('SIGUSR2', () => {
    taken = new Map();
    say({ kind: 'take' });
    void takeCoverage().then((coverage) => {
      take(threadId, coverage);
    });
  });
}

function say(message: Message): void {
  channel.postMessage(message);
}

function listen(hear: (message: Message) => void): void {
  channel.onmessage = (event) => {
    hear((event as { data: Message }).data);
  };
}
