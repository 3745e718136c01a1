import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { longest, passes } from './test-passes.ts';

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
  const { status, stdout } = runTests(['all', passing]);
  assert.equal(status, 0, stdout);
  assert.match(stdout, /✔ passes[^]*pass 1\n[^]*duration_ms [\d.]+\n*$/);
});

for (const pass of Object.keys(passes)) {
  test(`${pass}: what fails is shown, and fails the run`, () => {
    const { status, stdout, stderr } = runTests([pass, passing, failing, crashing]);
    assert.equal(status, 1, stdout);
    assert.match(stdout, /fails[^]*Error: why/);
    assert.match(stdout, /crashing\.test\.js/);
    assert.match(stdout + stderr, /Error: not loaded/);
  });

  test(`${pass}: a file that ends before its tests do fails the run`, () => {
    assert.equal(runTests([pass, passing, crashing]).status, 1);
  });

  test(`${pass}: a skipped test fails the run in CI`, () => {
    const { status, stderr } = runTests([pass, passing, skipped], { CI: 'true' });
    assert.equal(status, 1, stderr);
    assert.match(stderr, /skipped: is skipped: no browser/);
  });
}

test('a pass sets the environment of its tests', () => {
  const file = writeTest(
    'workers.test.js',
    `test('w', () => { if (process.env.E2E_WORKERS !== 'default') throw new Error('not set'); });`,
  );
  assert.equal(runTests(['workers', file]).status, 0);
  assert.equal(runTests(['all', file]).status, 1);
});

test('a pass that does not exist is refused', () => {
  const { status, stderr } = runTests(['none']);
  assert.equal(status, 1);
  assert.match(stderr, /There is no pass none\. Passes are: workers, all/);
});

test('every file that a pass leaves out or starts first is there', () => {
  const named = [...longest, ...Object.values(passes).flatMap(({ except }) => except)];
  assert.ok(named.length > 20);
  assert.deepEqual(
    named.filter((file) => !existsSync(join(root, file))),
    [],
  );
});

test('what one pass leaves out runs in another', () => {
  assert.deepEqual(passes['all']?.except, []);
});
