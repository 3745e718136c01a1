import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { addAccount } from '../harness/add-account.ts';
import { startServer } from '../harness/server.ts';
import { runValise } from '../harness/valise-command.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'valise-older-'));
after(() => rm(dataDir, { recursive: true, force: true }));
await addAccount(dataDir, 'owner@example.com');

/** As if this step were one that the version before did not know. */
function takeStepBack(): void {
  const database = new DatabaseSync(join(dataDir, 'valise.db'));
  database.exec(
    "delete from schema_steps where name = '0012-waiting-mails'; drop index mails_waiting",
  );
  database.close();
}

function steps(file = 'valise.db'): unknown[] {
  const database = new DatabaseSync(join(dataDir, file), { readOnly: true });
  const rows = database.prepare('select name from schema_steps order by name').all();
  database.close();
  return rows.map((row) => row['name']);
}

const newest = steps();
takeStepBack();

test('a newer server beside a running older one changes nothing of its database', async (context) => {
  const before = steps();
  const older = new DatabaseSync(join(dataDir, 'server.lock'));
  older.exec('pragma journal_mode = delete; begin exclusive');
  context.after(() => {
    older.close();
  });
  const { status, stderr } = await runValise(['serve', '--data', dataDir, '--port', '0']);
  assert.equal(status, 5, stderr);
  assert.match(stderr, /already running/);
  assert.deepEqual(steps(), before);
});

for (const command of [
  'account list',
  'account add new@example.com 46700000001',
  'audit list',
  'drop list',
]) {
  test(`"${command}" refuses an older schema and changes nothing`, async () => {
    const before = steps();
    const { status, stderr } = await runValise([...command.split(' '), '--data', dataDir]);
    assert.equal(status, 6, stderr);
    assert.match(stderr, /older Valise.*valise serve/);
    assert.deepEqual(steps(), before);
  });
}

test('a server that is alone upgrades an older schema, keeps a copy, and says both in log and audit trail', async () => {
  const before = steps();
  assert.notDeepEqual(before, newest);
  const server = await startServer({ dataDir });
  await server.stop();
  assert.deepEqual(steps(), newest);
  assert.deepEqual(steps('valise.db.before-0012'), before);
  assert.match(
    server.logs(),
    /"level":40[^\n]*0012-waiting-mails[^\n]*the schema of the database was upgraded/,
  );
  const { stdout } = await runValise(['audit', 'list', '--json', '--data', dataDir]);
  const { records } = JSON.parse(stdout) as {
    records: { action: string; details: Record<string, string> }[];
  };
  const upgrade = records.find(({ action }) => action === 'schema.upgraded');
  assert.deepEqual(upgrade?.details, {
    steps: '0012-waiting-mails',
    copy: join(dataDir, 'valise.db.before-0012'),
  });
  const started = records.find(({ action }) => action === 'server.started');
  assert.match(started?.details['commit'] ?? '', /^(?:[0-9a-f]{40}|unknown)$/);
});

test('a server that stops has noted where its audit trail ends', async () => {
  const { stdout } = await runValise(['audit', 'list', '--json', '--data', dataDir]);
  const { records } = JSON.parse(stdout) as { records: { sequence: number; action: string }[] };
  const [last] = records.toSorted((one, other) => other.sequence - one.sequence);
  assert.equal(last?.action, 'server.stopped');
  const head = await readFile(join(dataDir, 'keys/audit.head'), 'utf8');
  assert.equal(head.split(':')[0], String(last.sequence));
});
