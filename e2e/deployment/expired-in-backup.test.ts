import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { newestInInbox, prepareDrop, sendFiles } from '../contract/send-files.ts';
import type { History } from '../contract/wire.ts';
import { addAccount, keyFor } from '../harness/add-account.ts';
import { Client } from '../harness/client.ts';
import type { RunningServer } from '../harness/server.ts';
import { startServer } from '../harness/server.ts';
import { untilDueIsDone } from '../harness/until-due-is-done.ts';
import { valise } from '../harness/valise-command.ts';
import { missingProgram } from './missing-program.ts';
import { runCommands } from './run-commands.ts';

const skip = missingProgram('rsync') || missingProgram('sqlite3') || missingProgram('flock');
const script = join(import.meta.dirname, '../../deploy/backup.sh');
const clockAhead = join(import.meta.dirname, 'run-ahead.ts');

const hour = 3_600_000;
/** Late enough for the day to be over on which a drop of an hour ends. */
const expired = 72 * hour;
const graceRuns = expired + hour / 2;
const graceIsOver = expired + 2 * hour;

const sender = 'sender@example.com';
const receiver = 'receiver@example.com';
const contents = {
  'live.txt': 'sent for a month',
  'sent.txt': 'sent for an hour before the backup',
  'tray.txt': 'in the tray when the backup was made, and then sent for an hour',
};

async function configure(dataDir: string, keyDir: string): Promise<void> {
  const settings = { keyDir, keyGrace: '1h', clockGap: '30d' };
  await writeFile(join(dataDir, 'valise.json'), JSON.stringify(settings));
}

/** Serves with a clock that is ahead, and resolves when everything is done that was due at the start. */
async function serve(dataDir: string, aheadMs = 0): Promise<RunningServer> {
  const env = { NODE_OPTIONS: `--import=${clockAhead}`, AHEAD_MS: String(aheadMs) };
  const startedAt = Date.now() + aheadMs;
  const server = await startServer({ dataDir, env });
  await untilDueIsDone(dataDir, startedAt);
  return server;
}

function clientOf(server: RunningServer, email: string): Client {
  return new Client(server, { email, key: keyFor(email) });
}

/**
 * What somebody reads who has a backup and a key folder: they serve both as one installation, with a
 * clock that says when the backup was made.
 */
async function readBackup(backup: string, keys: string, folder: string): Promise<string[]> {
  await mkdir(folder);
  const [dataDir, keyDir] = [join(folder, 'data'), join(folder, 'keys')];
  await cp(backup, dataDir, { recursive: true });
  await cp(keys, keyDir, { recursive: true });
  await configure(dataDir, keyDir);
  await valise('recover', '--accept-older-database', '--yes', '--data', dataDir);
  const server = await serve(dataDir);
  const sending = clientOf(server, sender);
  await sending.get('get_files');
  const sent = await sending.call('createdrop', { json: {} });
  if (sent.status !== 200) {
    assert.equal(sent.status, 409, sent.text());
    assert.match(sent.text(), /"file_unreadable".*tray\.txt/);
  }
  const reading = clientOf(server, receiver);
  const { inbox } = await reading.get<History>('get_history');
  const read: string[] = [];
  for (const [name, content] of Object.entries(contents)) {
    const entry = inbox.find(({ files }) => files.some((file) => file.name === name));
    const answer = entry && (await reading.download(entry.url, name).catch(() => undefined));
    if (answer?.status === 200 && answer.text() === content) read.push(name);
  }
  await server.stop();
  return read;
}

test('an old backup holds what has expired, and nobody can read it', { skip }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-expired-'));
  const at = (name: string): string => join(folder, name);
  after(() => rm(folder, { recursive: true, force: true }));
  await mkdir(at('data'), { mode: 0o700 });
  await configure(at('data'), at('keys'));
  for (const email of [sender, receiver]) await addAccount(at('data'), email);

  const first = await serve(at('data'));
  const sending = clientOf(first, sender);
  const pick = (name: keyof typeof contents) => ({ [name]: contents[name] });
  await sendFiles(sending, [receiver], pick('live.txt'), { desttime: 30 * 86_400 });
  await sendFiles(sending, [receiver], pick('sent.txt'), { desttime: 3600 });
  await prepareDrop(sending, [receiver], pick('tray.txt'));
  // Lies in a tray on the same day, and stays there.
  await prepareDrop(clientOf(first, receiver), [receiver], { 'left.txt': 'left' });
  await runCommands(`${script} data backup`, folder);
  await sending.get('createdrop', { json: { desttime: 3600 } });
  await first.stop();

  for (const aheadMs of [expired, graceRuns]) {
    await (await serve(at('data'), aheadMs)).stop();
  }
  assert.deepEqual(
    await readBackup(at('backup'), at('keys'), at('in-grace')),
    Object.keys(contents),
    'as long as the keys are there, all of it can be read',
  );

  const last = await serve(at('data'), graceIsOver);
  const reading = clientOf(last, receiver);
  await reading.get('get_files');
  await reading.get('createdrop', { json: {} });
  const left = await reading.download((await newestInInbox(reading)).url, 'left.txt');
  assert.equal(left.text(), 'left');
  await last.stop();
  assert.deepEqual(await readBackup(at('backup'), at('keys'), at('later')), ['live.txt']);
});
