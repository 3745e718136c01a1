import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { launcher } from '../harness/valise-command.ts';
import { adaptExample, readDocument } from './example.ts';
import { missingProgram } from './missing-program.ts';

const skip = missingProgram('systemd-analyze');

/** As `systemd-analyze security` counts: 0 is nothing, 10 everything. */
const mostExposure = 2;

function analyze(...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['--no-pager', ...args], {
    encoding: 'utf8',
  });
  return { status, output: `${stdout}${stderr}` };
}

/** The unit where the program really is, and with a drop-in where one is asked for. */
async function writeUnit(dropIn?: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'valise-unit-'));
  after(() => rm(folder, { recursive: true, force: true }));
  const unit = join(folder, 'valise.service');
  await writeFile(
    unit,
    adaptExample('deploy/valise.service', [['/opt/valise/bin/valise', launcher]]),
  );
  if (dropIn !== undefined) {
    await mkdir(`${unit}.d`);
    await writeFile(join(`${unit}.d`, 'direct-tls.conf'), readDocument(dropIn));
  }
  return unit;
}

function exposureOf(unit: string): number {
  const { output } = analyze('security', '--offline=yes', unit);
  return Number(/exposure level for \S+: ([\d.]+)/.exec(output)?.[1] ?? NaN);
}

for (const dropIn of [undefined, 'deploy/direct-tls.conf']) {
  const name = dropIn ?? 'a proxy';
  test(`systemd understands the unit with ${name}`, { skip }, async () => {
    const { status, output } = analyze('verify', await writeUnit(dropIn));
    assert.equal(output, '');
    assert.equal(status, 0);
  });

  test(`the service with ${name} is hardly exposed`, { skip }, async () => {
    assert.ok(exposureOf(await writeUnit(dropIn)) <= mostExposure);
  });
}

test('the service is given longer to stop than its requests are', () => {
  const stopSeconds = /^TimeoutStopSec=(\d+)s$/m.exec(readDocument('deploy/valise.service'))?.[1];
  const drain = /^\| `drainTime` .* \| `(\d+)s` \|/m.exec(readDocument('docs/configuration.md'));
  assert.ok(Number(stopSeconds) > Number(drain?.[1]));
});

test('systemd never gives the service up, and leaves it a moment between starts', () => {
  const unit = readDocument('deploy/valise.service');
  assert.match(unit, /^StartLimitIntervalSec=0$/m);
  assert.match(unit, /^Restart=on-failure\nRestartSec=5s$/m);
  assert.doesNotMatch(unit, /StartLimitBurst/);
});
