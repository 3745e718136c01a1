// Runs the tests that a change can reach: what was changed since a revision, and what is not committed.
//
//   npm run -s test:changed -- [--whole] [REVISION]
//
// Without a revision, it is the last commit that `main` has too; on `main` itself, the commit before. Tests of whole
// servers are reached by every change of what ships; they run with --whole, or when they were changed themselves.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findReachedTests, isOfWholeServers, readSources, ships } from './reached-tests.ts';

const root = join(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
  options: { whole: { type: 'boolean', default: false } },
  allowPositionals: true,
});

const since = positionals[0] ?? findBase();
const changed = [
  ...linesOf('diff', '--name-only', '--no-renames', since),
  ...linesOf('ls-files', '--others', '--exclude-standard'),
];
const sources = readSources(root);
const reached = findReachedTests(sources, changed);
const shipped = changed.find(ships);
const ofServers = [...sources.files]
  .filter((file) => file.endsWith('.test.ts') && isOfWholeServers(file))
  .filter((test) => shipped !== undefined || reached.some((each) => each.test === test));
const units = reached.filter(({ test }) => !isOfWholeServers(test));
const chosen = values.whole ? ofServers : ofServers.filter((test) => changed.includes(test));

console.log(`${changed.length} files changed since ${since}.`);
for (const { test, because } of units) console.log(`  ${test}: ${because}`);
for (const test of chosen) console.log(`  ${test}: ${shipped ?? 'itself, or what it imports'}`);
if (chosen.length < ofServers.length) {
  console.log(
    `${ofServers.length - chosen.length} files of whole-server tests are reached too; --whole runs them.`,
  );
}
if (units.length + chosen.length === 0) console.log('No test to run: none imports what changed.');
runPass(
  'units',
  units.map(({ test }) => test),
);
runPass('workers', chosen);

function findBase(): string {
  const [branch] = linesOf('rev-parse', '--abbrev-ref', 'HEAD');
  return branch === 'main' ? 'HEAD~' : (linesOf('merge-base', 'main', 'HEAD')[0] ?? 'HEAD~');
}

function linesOf(...args: string[]): string[] {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout.split('\n').filter((line) => line !== '');
}

function runPass(pass: string, tests: readonly string[]): void {
  if (tests.length === 0) return;
  const runner = join(import.meta.dirname, 'run-tests.ts');
  const { status } = spawnSync(process.execPath, [runner, pass, ...tests], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
