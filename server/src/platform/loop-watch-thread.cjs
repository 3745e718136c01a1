// The thread of loop-watch.ts. CommonJS, because a thread with an ES module takes 0.6 MiB more.
'use strict';

const { constants, openSync, writeSync } = process.getBuiltinModule('node:fs');
const { workerData } = process.getBuiltinModule('node:worker_threads');

const { shared, everyMs, limitMs, isReadable } = workerData;
const text = `the event loop has not turned for ${limitMs / 1000} s: the process ends, to be started again`;

/** The log of this process is written by the thread that hangs. Nobody may be reading it: that must not delay the end. */
function say() {
  const line = isReadable
    ? `valise: ${text}\n`
    : `${JSON.stringify({ level: 60, time: new Date().toISOString(), msg: text })}\n`;
  try {
    writeSync(openSync('/proc/self/fd/1', constants.O_WRONLY | constants.O_NONBLOCK), line);
  } catch {
    // A socket cannot be opened again: the journal, which reads.
    try {
      writeSync(1, line);
    } catch {
      // Nobody is left to tell.
    }
  }
}

let seen = 0;
let still = 0;
for (;;) {
  // Counted in turns of this thread, which a stopped process and a suspended machine do not have.
  Atomics.wait(shared, 1, 0, everyMs);
  const turns = Atomics.load(shared, 0);
  still = turns !== 0 && turns === seen ? still + 1 : 0;
  seen = turns;
  if (still * everyMs < limitMs) continue;
  if (still * everyMs < limitMs + everyMs) say();
  process.kill(process.pid, still * everyMs < limitMs + everyMs ? 'SIGALRM' : 'SIGKILL');
}
