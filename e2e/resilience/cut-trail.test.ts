import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { eventually } from '../harness/eventually.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { runValise, valise } from '../harness/valise-command.ts';

test('the anchor of the audit trail moves at every stop: a tail that was cut off is found by the next server, and can be accepted', async () => {
  const { server, clients } = await startExchange(['alice']);
  const data = ['--data', server.dataDir];
  await clients.alice.get('contacts_add', { json: [{ email: 'bob@example.com' }] });
  await clients.alice.get('receivers_set', { json: [{ email: 'bob@example.com' }] });
  // A start looks at the anchor, and moves it.
  await server.restart();
  const anchor = join(server.dataDir, 'keys/audit.head');
  await eventually('the anchor is near the end', async () =>
    existsSync(anchor) && parseInt(await readFile(anchor, 'utf8'), 10) > 3 ? true : undefined,
  );
  /** The anchor, which names the newest record whenever the server has stopped. */
  async function stop(): Promise<string> {
    await server.stop();
    const seen = await readFile(anchor, 'utf8');
    const database = new DatabaseSync(join(server.dataDir, 'valise.db'), { readOnly: true });
    const newest = database.prepare('select max(sequence) as sequence from audit').get();
    database.close();
    assert.equal(parseInt(seen, 10), newest?.['sequence'], 'the end of the trail is anchored');
    return seen;
  }
  const seen = await stop();

  const database = new DatabaseSync(join(server.dataDir, 'valise.db'));
  database.exec('delete from audit where sequence > (select max(sequence) from audit) - 3');
  database.close();

  const verified = await runValise(['audit', 'verify', ...data]);
  assert.equal(verified.status, 7);
  assert.match(verified.stderr, /its end was cut off/);
  await server.start();
  await eventually('the log tells of it', () =>
    /"level":50[^\n]*The audit trail is not whole/.test(server.logs()) ? true : undefined,
  );
  assert.equal(await readFile(anchor, 'utf8'), seen);

  await valise('audit', 'accept', '--yes', ...data);
  assert.match(await valise('audit', 'verify', ...data), /is whole/);
  await clients.alice.get('receivers_set', { json: [{ email: 'bob@example.com' }] });
  await stop();
});
