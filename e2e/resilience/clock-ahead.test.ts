import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendFiles } from '../contract/send-files.ts';
import { eventually } from '../harness/eventually.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { valise } from '../harness/valise-command.ts';

/** Jobs that delete look every two seconds. */
const longEnoughMs = 5000;

/** A folder with a timedatectl that knows of no synchronised clock, whatever this machine has. */
const programs = await mkdtemp(join(tmpdir(), 'valise-clock-'));
after(() => rm(programs, { recursive: true }));
await writeFile(join(programs, 'timedatectl'), '#!/bin/sh\necho no\n');
await chmod(join(programs, 'timedatectl'), 0o755);

interface Listed {
  drops: { endedAt: string | null }[];
}

test('a clock that is ahead at a start destroys nothing until it is accepted', async () => {
  const env = { PATH: `${programs}:${process.env.PATH ?? ''}` };
  const { server, clients } = await startExchange(['alice'], { env });
  const data = ['--data', server.dataDir];
  const endedAt = async () =>
    (JSON.parse(await valise('drop', 'list', '--json', ...data)) as Listed).drops[0]?.endedAt;
  const clockState = async () => {
    const answer = await clients.alice.bare({ path: '/readyz' });
    return (JSON.parse(answer.text()) as { checks: { clock: string } }).checks.clock;
  };

  await sendFiles(clients.alice, ['bob@example.com'], { 'a.txt': 'a' }, { desttime: 60 });
  await server.stop();
  // To the next server, its clock is three days ahead of the last one's, and the drop is over.
  const database = new DatabaseSync(join(server.dataDir, 'valise.db'));
  const threeDaysAgo = Date.now() - 3 * 86_400_000;
  database
    .prepare("update notes set value = ? where name = 'clock.last_seen'")
    .run(`${threeDaysAgo}`);
  database.exec(`update dispatches set expires_at = ${Date.now() - 1000}`);
  database.close();
  await server.start();

  await sleep(longEnoughMs);
  assert.equal(await endedAt(), null, 'nothing was destroyed');
  assert.match(await clockState(), /^(?!ok)/);

  await valise('clock', 'accept', '--yes', ...data);
  await eventually('what is due ends', async () => ((await endedAt()) === null ? undefined : true));
});
