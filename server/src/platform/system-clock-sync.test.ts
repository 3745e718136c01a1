import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { isClockSynchronised } from './system.ts';

/** Runs with a timedatectl that is this script, in place of the machine's. */
async function withTimedatectl(context: TestContext, script: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'valise-clock-'));
  const program = join(folder, 'timedatectl');
  await writeFile(program, `#!/bin/sh\n${script}\n`);
  await chmod(program, 0o755);
  const { PATH } = process.env;
  process.env['PATH'] = `${folder}:${PATH ?? ''}`;
  context.after(async () => {
    process.env['PATH'] = PATH;
    await rm(folder, { recursive: true });
  });
}

for (const isSinceStart of [true, false]) {
  const when = isSinceStart ? 'since the start' : 'about a jump';

  test(`a doubt ${when} ends with a clock that the system calls synchronised`, async (context) => {
    const question = '"$*" = "show --property=NTPSynchronized --value"';
    await withTimedatectl(context, `[ ${question} ] && echo yes`);
    assert.equal(await isClockSynchronised({ isSinceStart }), true);
  });

  test(`a doubt ${when} stays with a clock that the system does not call so`, async (context) => {
    await withTimedatectl(context, 'echo no');
    assert.equal(await isClockSynchronised({ isSinceStart }), false);
  });
}

test('a doubt about a jump stays where the system cannot be asked', async (context) => {
  await withTimedatectl(context, 'exit 1');
  assert.equal(await isClockSynchronised({ isSinceStart: false }), false);
});
