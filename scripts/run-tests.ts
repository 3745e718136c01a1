// Runs one pass of the tests, or only some files as that pass runs them:
//
//   node scripts/run-tests.ts PASS [FILE...]
//
// Passes are in test-passes.ts. Files start in the order given there, longest first, where `node --test` would
// sort them by name. The output is the runner's report, which ends with its summary.

import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { run } from 'node:test';
import { dot, spec } from 'node:test/reporters';
import refuseSkips from './refuse-skips.ts';
import type { Pass } from './test-passes.ts';
import { longest, passes } from './test-passes.ts';

const root = join(import.meta.dirname, '..');
/** More than there are cores: a test of a whole server waits for half of its time. */
const filesAtOnce = 2 * Math.min(availableParallelism(), 4);

/** The files of a pass, in the order in which they start. */
function filesOf({ patterns, except }: Pass): string[] {
  const found = patterns.flatMap((pattern) => {
    const files = globSync(pattern, { cwd: root, exclude: ['**/node_modules'] }).sort();
    if (files.length === 0) throw new Error(`No test file matches ${pattern}`);
    return files.filter((file) => !except.includes(file));
  });
  const first = longest.filter((file) => found.includes(file));
  return [...first, ...found.filter((file) => !longest.includes(file))];
}

const [name = '', ...chosen] = process.argv.slice(2);
const pass = passes[name];
if (pass === undefined) {
  throw new Error(`There is no pass ${name}. Passes are: ${Object.keys(passes).join(', ')}.`);
}
const files =
  chosen.length > 0
    ? chosen.map((file) => resolve(file))
    : filesOf(pass).map((file) => join(root, file));

// As in bin/valise: a source file is compiled once, not once for each of hundreds of processes.
process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules/.cache/valise');
Object.assign(process.env, pass.env);

process.stdout.write(`${pass.title}\n`);
const events = run({ files, concurrency: filesAtOnce });
let hasSucceeded = false;
events.on('test:summary', ({ file, success }) => {
  if (file === undefined) hasSucceeded = success;
});
process.on('exit', () => {
  if (!hasSucceeded) process.exitCode = 1;
});
if (pass.isTerse) {
  // Dots leave out what a test file prints, and with it why a file failed that had not come to its tests.
  events.on('test:stderr', ({ message }) => process.stderr.write(message));
}
events.compose(refuseSkips).pipe(process.stderr);
events.compose(pass.isTerse ? dot : spec).pipe(process.stdout);
