import { Worker } from 'node:worker_threads';

const program = new URL('./loop-watch-thread.cjs', import.meta.url);
/** How often the loop shows that it turns, in the time after which it counts as hung. */
const turnsInLimit = 10;
const mostTurns = 0x7fff_ffff;
/** Of the counter: a loop that is not watched. */
const notWatched = 0;

interface Options {
  /** A loop that does not turn for so long hangs. */
  limitMs: number;
  /** Whether the log is for people to read. */
  isReadable: boolean;
  /** When the watch itself fails. */
  onFault: (error: unknown) => void;
}

/**
 * Ends this process with SIGALRM once its event loop has not turned for `limitMs`: nothing else can be done about a
 * loop that hangs, and whoever started the process starts it again. A thread watches a counter that the loop
 * increases. A debugger stops the loop on purpose: the loop is not watched while one may be attached (decision 0073).
 */
export function watchLoop({ limitMs, isReadable, onFault }: Options): { stop(): Promise<void> } {
  const everyMs = limitMs / turnsInLimit;
  const shared = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const thread = new Worker(program, {
    name: 'valise-loop-watch',
    workerData: { shared, everyMs, limitMs, isReadable },
    env: {},
    execArgv: [],
  });
  thread.unref();
  thread.on('error', onFault);
  let turns = notWatched;

  function turn(): void {
    turns = (turns % mostTurns) + 1;
    Atomics.store(shared, 0, isDebugged() ? notWatched : turns);
  }

  turn();
  const timer = setInterval(turn, everyMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      Atomics.store(shared, 0, notWatched);
      await thread.terminate();
    },
  };
}

function isDebugged(): boolean {
  return process.getBuiltinModule('node:inspector').url() !== undefined;
}
