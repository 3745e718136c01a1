import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { newestInInbox, sendFiles } from '../contract/send-files.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { missingProgram } from './missing-program.ts';
import { unitFilterCommand } from './unit-filter.ts';

const skip = missingProgram('systemd-analyze') || missingProgram('/usr/bin/python3');

/** Takes every privilege away where the test is run by root: other users have none. */
const unprivileged =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : [];

const lowerNiceness = ['/usr/bin/python3', '-c', 'import os; os.setpriority(0, 0, 5)'];

/** Large enough to be sealed, and opened again, in threads of their own. */
const large = randomBytes(3_000_000);

function assertRefused([command = '', ...args]: readonly string[], error: RegExp): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  assert.equal(status, 1, 'what the test is about is allowed here');
  assert.match(stderr, error);
}

async function assertCarriesLargeFile(
  launchedBy: readonly string[],
  workers: string,
): Promise<void> {
  const { clients } = await startExchange(['anna', 'ben'], {
    launchedBy,
    settings: ['--workers', workers],
  });
  await sendFiles(clients.anna, [clients.ben.email], { 'scan.bin': large });
  const { url } = await newestInInbox(clients.ben);
  const downloaded = await clients.ben.download(url, 'scan.bin');
  assert.equal(downloaded.status, 200);
  assert.ok(downloaded.body.equals(large));
}

for (const workers of ['1', '2']) {
  test(
    `under the unit's system-call filter, ${workers} processes carry 3 MB up and down`,
    {
      skip,
    },
    async () => {
      const filtered = [...unprivileged, ...unitFilterCommand()];
      assertRefused([...filtered, ...lowerNiceness], /Operation not permitted/);
      await assertCarriesLargeFile(filtered, workers);
    },
  );
}

test('without privileges and at niceness 10, 3 MB go up and down', async () => {
  const nice = [...unprivileged, 'nice', '-n', '10'];
  assertRefused([...nice, ...lowerNiceness], /Permission denied/);
  await assertCarriesLargeFile(nice, '1');
});
