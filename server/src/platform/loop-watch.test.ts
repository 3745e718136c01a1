import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

const limitMs = 500;

/** A process that is watched, and then runs this. */
function startWatched(then: string, flags: readonly string[] = []) {
  const source = `
    import { watchLoop } from '${new URL('./loop-watch.ts', import.meta.url).href}';
    import { setTimeout as sleep } from 'node:timers/promises';
    const options = { limitMs: ${limitMs}, isReadable: false, onFault(error) { throw error; } };
    function hang(ms) { const until = Date.now() + ms; while (Date.now() < until); }
    const watch = watchLoop(options);
    ${then}`;
  const args = [
    ...flags,
    '--disable-warning=ExperimentalWarning',
    '--input-type=module',
    '-e',
    source,
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const output = text(child.stdout);
  return { child, ended: once(child, 'exit') as Promise<[number | null, string | null]>, output };
}

test('a process whose event loop does not turn says so and ends with SIGALRM', async () => {
  const { ended, output } = startWatched('await sleep(1_000); hang(60_000);');
  assert.deepEqual(await ended, [null, 'SIGALRM']);
  const line = JSON.parse(await output) as { level: number; msg: string };
  assert.equal(line.level, 60);
  assert.match(line.msg, /the event loop has not turned for 0\.5 s/);
});

test('a process whose loop turns lives, and one that is stopped is not held to have hung', async () => {
  const { child, ended } = startWatched(
    'await sleep(5_000); await watch.stop(); hang(1_500); process.exit(7);',
  );
  await sleep(1_500);
  child.kill('SIGSTOP');
  await sleep(4 * limitMs);
  child.kill('SIGCONT');
  assert.deepEqual(await ended, [7, null], 'nor is one that is not watched any more');
});

test('a process with a debugger is not watched', async () => {
  const { ended } = startWatched('await sleep(1_000); hang(2_000); process.exit(7);', [
    '--inspect=127.0.0.1:0',
  ]);
  assert.deepEqual(await ended, [7, null]);
});
