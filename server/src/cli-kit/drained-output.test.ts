import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openInstallation } from '../compose/installation.ts';
import { systemClock, systemRandomness } from '../platform/system.ts';
import { operator } from '../commands/installation/open-data.ts';
import { embeddedStores } from '../stores/store-settings.ts';

const launcher = join(import.meta.dirname, '../../../bin/valise');
/** What a pipe holds on Linux. Every command below prints several times as much. */
const pipeBytes = 65_536;
const commands = [
  'audit list --limit 5000',
  'audit list --limit 5000 --json',
  'audit export',
  'contacts global list',
  'contacts global list --json',
  'contacts global export',
];

let folder: string;
let dataDir: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'valise-output-'));
  dataDir = join(folder, 'data');
  await fill(dataDir);
});

after(() => rm(folder, { recursive: true, force: true }));

async function fill(dir: string): Promise<void> {
  const installation = await openInstallation(
    {
      stores: embeddedStores(dir),
      keyDir: join(dir, 'keys'),
      clock: systemClock,
      randomness: systemRandomness,
    },
    { create: true },
  );
  const { database, audit } = installation;
  await database.transact(async (repositories) => {
    await repositories.contacts.replaceGlobal(
      Array.from({ length: 3000 }, (_, index) => ({
        email: `contact-${index}@a-rather-long-domain-name.example.org`,
        number: '46700000001',
        language: 'sv',
        groups: ['everyone'],
        nick: `Contact number ${index}`,
      })),
    );
    for (let index = 0; index < 1500; index += 1) {
      await audit.record(repositories, operator, {
        action: 'contacts.global_replaced',
        object: `record-${index}-${'x'.repeat(100)}`,
        outcome: 'ok',
      });
    }
  });
  await installation.close();
}

/** What arrives at a reader that lets the command wait before it reads anything. */
async function throughSlowPipe(args: readonly string[]): Promise<{ out: string; status: number }> {
  const child = spawn(launcher, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close') as Promise<[number]>;
  await Promise.race([once(child.stdout, 'readable'), ended]);
  await sleep(300);
  const out = await text(child.stdout);
  const [status] = await ended;
  return { out, status };
}

async function intoFile(args: readonly string[]): Promise<string> {
  const path = join(folder, 'output');
  const file = await open(path, 'w');
  const child = spawn(launcher, args, { stdio: ['ignore', file.fd, 'inherit'] });
  await once(child, 'close');
  await file.close();
  return await readFile(path, 'utf8');
}

for (const command of commands) {
  test(`all of \`${command}\` arrives at a slow reader of a pipe`, async () => {
    const args = [...command.split(' '), '--data', dataDir];
    const whole = await intoFile(args);
    const { out, status } = await throughSlowPipe(args);
    assert.ok(whole.length > 3 * pipeBytes, `only ${whole.length} bytes`);
    assert.equal(status, 0);
    // An export writes a record of itself, so the second has one more.
    if (command === 'audit export') assert.ok(out.length >= whole.length);
    else assert.equal(out, whole);
  });
}

test('a reader that has seen enough is no failure', async () => {
  const child = spawn(launcher, ['audit', 'list', '--limit', '5000', '--data', dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = text(child.stderr);
  await once(child.stdout, 'readable');
  child.stdout.destroy();
  const [status] = (await once(child, 'close')) as [number];
  assert.equal(await said, '');
  assert.equal(status, 0);
});
