import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const folder = mkdtempSync(join(tmpdir(), 'valise-skips-'));
after(() => {
  rmSync(folder, { recursive: true, force: true });
});
const reporter = join(import.meta.dirname, 'refuse-skips.ts');

/** Runs one test, skipped for a reason or not, in a test runner of its own. */
function runOne(skip: string | false, env: Record<string, string>) {
  const file = join(folder, 'one.test.js');
  writeFileSync(
    file,
    `require('node:test').test('one', { skip: ${JSON.stringify(skip)} }, () => {});`,
  );
  const { PATH } = process.env;
  const args = [
    '--test',
    `--test-reporter=${reporter}`,
    '--test-reporter-destination=stdout',
    file,
  ];
  return spawnSync(process.execPath, args, { env: { PATH, ...env }, encoding: 'utf8' });
}

test('in CI a skipped test fails the run, and is named with its reason', () => {
  const { status, stdout } = runOne('no browser', { CI: 'true' });
  assert.equal(status, 1);
  assert.match(stdout, /skipped: one: no browser\nIn CI no test may be skipped: 1 were/);
});

test('elsewhere it is only named; a run without skips says nothing', () => {
  const elsewhere = runOne('no browser', {});
  assert.equal(elsewhere.status, 0);
  assert.equal(elsewhere.stdout, 'skipped: one: no browser\n');
  const whole = runOne(false, { CI: 'true' });
  assert.equal(whole.status, 0);
  assert.equal(whole.stdout, '');
});

test('a pass that cannot run is named with the reason, and fails a run in CI', () => {
  const { PATH } = process.env;
  const code = `import { refuseSkippedPass } from ${JSON.stringify(reporter)};
    process.stdout.write(refuseSkippedPass('postgres', 'no server'));`;
  const skip = (env: Record<string, string>) =>
    spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
      env: { PATH, ...env },
      encoding: 'utf8',
    });
  const elsewhere = skip({});
  assert.equal(elsewhere.status, 0);
  assert.equal(elsewhere.stdout, 'skipped: the pass postgres: no server\n');
  const inCi = skip({ CI: 'true' });
  assert.equal(inCi.status, 1);
  assert.match(inCi.stdout, /no server\nIn CI no pass may be skipped\.\n$/);
});
