// Runs format, lint and types side by side: each keeps one core busy. What one of them has to say is printed
// when it ends, so that it stays together. In a run of everything, each waits for its place (slots.ts).

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { takeSlot } from './slots.ts';

const root = join(import.meta.dirname, '..');
const { TEST_SLOTS: slots } = process.env;
/** The compiler that is a program of its own: it takes a third of the time of the one that the linter needs. */
const tsc = 'typescript-native/bin/tsc';

/** Longest first. One thread each, so that none does the work of another twice. */
const checks = [
  ['.bin/eslint', '.'],
  ['.bin/prettier', '--check', '--log-level', 'warn', '.'],
  [tsc, '-p', '.', '--singleThreaded'],
  [tsc, '-p', 'web', '--singleThreaded'],
] as const;

async function check([program, ...args]: readonly [string, ...string[]]): Promise<boolean> {
  const leave = slots === undefined ? undefined : await takeSlot(slots);
  const child = spawn(join(root, 'node_modules', program), args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [stdout, stderr, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ]);
  leave?.();
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  if (status === 0) return true;
  process.stderr.write(`${[program, ...args].join(' ')} failed\n`);
  return false;
}

const results = await Promise.all(checks.map(check));
if (results.includes(false)) process.exitCode = 1;
