// Runs one pass of the tests, or only some files as that pass runs them:
//
//   node scripts/run-tests.ts PASS [FILE...]
//
// Passes are in test-passes.ts. Files start in the order given there, longest first, where `node --test` would sort
// them by name. Files that need no process of their own share one (test-groups.ts). A dot stands for each test, and
// only failures are printed in full. At the end stand the files that took longest (`longest` in test-passes.ts follows
// them) and those that took most processor time.

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { EventData } from 'node:test';
import { run } from 'node:test';
import { dot } from 'node:test/reporters';
import { measureTestFiles } from './processor-time.ts';
import refuseSkips, { refuseSkippedPass } from './refuse-skips.ts';
import { groupFiles } from './test-groups.ts';
import { alone, filesOf, passes } from './test-passes.ts';

const root = join(import.meta.dirname, '..');
/** More than there are cores: a test of a whole server waits for half of its time. */
const { TEST_FILES_AT_ONCE: filesAtOnce = 2 * Math.min(availableParallelism(), 4) } = process.env;

/** As in bin/valise: sources load sooner. */
const loaderFlags = ['--preserve-symlinks'];

const slowestShown = 12;

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

const { engine, node } = pass;
const missing = node?.missing === false ? engine?.missing : (node?.missing ?? engine?.missing);
if (node?.missing === false && process.execPath !== node.path) {
  const { status } = spawnSync(node.path, process.argv.slice(1), { stdio: 'inherit' });
  process.exit(status ?? 1);
}
process.stdout.write(`${pass.title}\n`);
if (missing === undefined || missing === false) {
  await engine?.start();
  try {
    await runFiles();
  } finally {
    await engine?.end();
  }
} else {
  process.stderr.write(refuseSkippedPass(name, missing));
}

async function runFiles(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'valise-test-groups-'));
  process.on('exit', () => {
    rmSync(folder, { recursive: true });
  });
  const processes = groupFiles(files, alone, folder);
  const labels = new Map(processes.map(({ entry, label }) => [entry, label]));
  const measured = measureTestFiles();
  const execArgv = [...measured.execArgv, ...loaderFlags];
  const entries = [...labels.keys()];
  const events = run({ files: entries, execArgv, concurrency: Number(filesAtOnce) });
  let summary: EventData.TestSummary | undefined;
  events.on('test:summary', (data) => {
    if (data.file === undefined) summary = data;
  });
  process.on('exit', () => {
    if (summary?.success !== true) process.exitCode = 1;
  });
  // Dots leave out what a test file prints, and with it why a file failed that had not come to its tests.
  events.on('test:stderr', ({ message }) => process.stderr.write(message));
  events.compose(refuseSkips).pipe(process.stderr);
  const report = events.compose(dot);
  report.pipe(process.stdout);
  await once(report, 'end');
  const times = measured.end();
  if (summary === undefined) return;
  const { tests, passed, skipped } = summary.counts;
  const most = (of: 'processor' | 'wall') =>
    times
      .toSorted((one, other) => other[of] - one[of])
      .slice(0, slowestShown)
      .map((each) => `${labels.get(each.file) ?? each.file} ${each[of].toFixed(0)} s`)
      .join(', ');
  const sum = times.reduce((total, { processor }) => total + processor, 0);
  process.stdout.write(
    `\nTook longest: ${most('wall')}\n` +
      `Took most processor time, of ${sum.toFixed(0)} s: ${most('processor')}\n` +
      `${name}: ${tests} tests, ${passed} passed, ${skipped} skipped\n`,
  );
}
