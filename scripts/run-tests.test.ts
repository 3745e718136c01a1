import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { missingPostgres } from '../server/src/testing/postgres-server.ts';
import { filesOf, longest, passes, steps } from './test-passes.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'valise-run-tests-'));
after(() => {
  rmSync(folder, { recursive: true, force: true });
});

function writeTest(name: string, code: string): string {
  const file = join(folder, name);
  writeFileSync(file, `const { test } = require('node:test');\n${code}\n`);
  return file;
}

const passing = writeTest('passing.test.js', `test('passes', () => {});`);
const failing = writeTest('failing.test.js', `test('fails', () => { throw new Error('why') });`);
const crashing = writeTest('crashing.test.js', `throw new Error('not loaded');`);
const skipped = writeTest(
  'skipped.test.js',
  `test('is skipped', { skip: 'no browser' }, () => {});`,
);

function runTests(args: readonly string[], env: Record<string, string> = {}) {
  const { PATH } = process.env;
  return spawnSync(process.execPath, [join(import.meta.dirname, 'run-tests.ts'), ...args], {
    env: { PATH, ...env },
    encoding: 'utf8',
  });
}

test('a run whose tests pass succeeds, and its summary is the end of the output', () => {
  const { status, stdout } = runTests(['units', passing]);
  assert.equal(status, 0, stdout);
  assert.match(stdout, /\nunits: 1 tests, 1 passed, 0 skipped\n$/);
  assert.match(stdout, /\nTook longest: \S+passing\.test\.js \d+ s\n/);
});

test('the processor time of a file has that of the programs it starts in it', () => {
  const file = writeTest(
    'busy.test.js',
    `const { spawnSync } = require('node:child_process');
     const spin = 'const end = process.cpuUsage().user + 6e5; while (process.cpuUsage().user < end);';
     test('spins', () => { spawnSync(process.execPath, ['--eval', spin]); });`,
  );
  const { stdout } = runTests(['units', passing, file]);
  const inChildren = process.platform === 'linux' ? '[1-9]' : '\\d';
  const busiest = new RegExp(
    `\nTook most processor time, of ${inChildren} s: \\S+busy\\.test\\.js ${inChildren} s, `,
  );
  assert.match(stdout, busiest);
});

test('what fails is shown, and fails the run', () => {
  const { status, stdout, stderr } = runTests(['units', passing, failing, crashing]);
  assert.equal(status, 1, stdout);
  assert.match(stdout, /fails[^]*Error: why/);
  assert.match(stdout, /crashing\.test\.js/);
  assert.match(stderr, /Error: not loaded/);
});

test('a file that ends before its tests do fails the run', () => {
  assert.equal(runTests(['units', passing, crashing]).status, 1);
});

test('a skipped test fails the run in CI', () => {
  const { status, stderr } = runTests(['units', passing, skipped], { CI: 'true' });
  assert.equal(status, 1, stderr);
  assert.match(stderr, /skipped: is skipped: no browser/);
});

test('a pass sets the environment of its tests', () => {
  const file = writeTest(
    'workers.test.js',
    `test('w', () => { if (process.env.E2E_WORKERS !== 'default') throw new Error('not set'); });`,
  );
  assert.equal(runTests(['workers', file]).status, 0);
  assert.equal(runTests(['single', file]).status, 1);
});

test('a pass starts the engine that its tests share', { skip: missingPostgres }, () => {
  const file = writeTest(
    'engine.test.js',
    `const { existsSync } = require('node:fs');
     test('e', () => {
       const { port, socketFolder } = JSON.parse(process.env.TEST_POSTGRES);
       if (!existsSync(socketFolder + '/.s.PGSQL.' + port)) throw new Error('not started');
     });
     test('fails', () => { throw new Error('why'); });`,
  );
  const { status, stdout } = runTests(['postgres', file]);
  assert.equal(status, 1);
  assert.doesNotMatch(stdout, /not started/);
  assert.match(stdout, /Error: why/);
});

test('the pass for the oldest Node runs on it', { skip: passes['oldest']?.node?.missing }, () => {
  const file = writeTest(
    'oldest.test.js',
    `test('n', () => { if (!process.version.startsWith('v24.')) throw new Error(process.version); });`,
  );
  const { status, stdout } = runTests(['oldest', file]);
  assert.equal(status, 0, stdout);
  assert.match(stdout, /oldest: 1 tests, 1 passed/);
});

test('a pass that does not exist is refused', () => {
  const { status, stderr } = runTests(['none']);
  assert.equal(status, 1);
  assert.match(stderr, /There is no pass none\. Passes are: workers, single, units, postgres/);
});

test('every file that a pass leaves out or starts first is there', () => {
  const named = [...longest, ...Object.values(passes).flatMap(({ except }) => except)];
  assert.ok(named.length > 20);
  assert.deepEqual(
    named.filter((file) => !existsSync(join(root, file))),
    [],
  );
});

test('every test file runs in a step, and every pass but two', () => {
  const inRun = Object.entries(passes).filter(([name]) => steps.some((step) => step === name));
  const run = new Set(inRun.flatMap(([, pass]) => filesOf(pass)));
  const all = globSync('**/*.test.{ts,js}', { cwd: root, exclude: ['**/node_modules'] });
  assert.ok(all.length > 300);
  assert.deepEqual(
    all.filter((file) => !run.has(file)),
    [],
  );
  const others = Object.keys(passes).filter((name) => !inRun.some(([each]) => each === name));
  assert.deepEqual(others, ['nightly', 'cluster']);
});

test('each change runs on the oldest Node what Node itself does for us, and the night all but whole servers', () => {
  const { units, oldest, nightly } = passes;
  assert.ok(units !== undefined && oldest?.node !== undefined);
  assert.equal(nightly?.node, oldest.node);
  const ofOldest = filesOf(oldest);
  const reliesOnNode = ['blobs/file', 'database/sqlite', 'platform', 'sealing', 'workers'];
  for (const folder of reliesOnNode.map((each) => `server/src/${each}`)) {
    const wanted = globSync(`${folder}/**/*.test.ts`, { cwd: root });
    assert.ok(wanted.length > 2, folder);
    assert.deepEqual(
      wanted.filter((file) => !ofOldest.includes(file)),
      [],
    );
  }
  const ofNight = new Set(filesOf(nightly));
  assert.deepEqual(
    filesOf(units).filter((file) => !ofNight.has(file)),
    [],
  );
});
