import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { noon } from '../../testing/fake-clock.ts';
import {
  idFor,
  sampleAccount,
  sampleDispatch,
  sampleMail,
  sampleReceiver,
} from '../../testing/samples.ts';
import { sqliteCatalogue } from '../generated/sqlite-catalogue.ts';
import { migrate } from '../sqlite/migrate.ts';
import { SqliteConnection } from '../sqlite/sqlite-connection.ts';
import { testRowBinding } from '../../testing/row-binding-fixture.ts';
import { openSqliteDatabase } from '../sqlite/sqlite-database.ts';

const alice = sampleAccount('alice@example.com');
const drop = sampleDispatch(alice, 'drop');
const zoe = sampleReceiver(drop, 'zoe@example.com');
const waiting = sampleMail(zoe, drop);
const sent = sampleMail(zoe, drop, { id: idFor('sent'), kind: 'reminder' });

/** A database with two mails, as it was before mails could be about the account itself. */
function makeEarlierRelease(path: string): void {
  const database = new DatabaseSync(path);
  const before = sqliteCatalogue.schemaSteps.filter(({ name }) => name < '0006');
  migrate(new SqliteConnection(database), before);
  database.exec(`
    insert into accounts (id, email, number, language, role, show_number, show_email, show_language, show_nick, created_at)
      values ('${alice.id}', '${alice.email}', '${alice.number}', 'en', 'api', 1, 1, 1, 1, ${noon});
    insert into dispatches (id, account_id, kind, created_at, expires_at, ttl)
      values ('${drop.id}', '${alice.id}', 'drop', ${drop.createdAt}, ${drop.expiresAt}, '${drop.ttl}');
    insert into dispatch_receivers (id, dispatch_id, position, email, number, language, groups, nick, link_hash, inbox_token)
      values ('${zoe.id}', '${drop.id}', 0, '${zoe.email}', '', 'en', '[]', '', null, '${zoe.inboxToken}');
    insert into mails (id, kind, to_email, account_id, receiver_id, created_at, state, attempts, next_attempt_at, settled_at, last_error)
      values ('${sent.id}', 'reminder', '${zoe.email}', '${alice.id}', '${zoe.id}', ${noon}, 'sent', 2, ${noon}, ${noon + 1}, null),
        ('${waiting.id}', 'download', '${zoe.email}', '${alice.id}', '${zoe.id}', ${noon}, 'waiting', 3, ${noon + 5}, null, '451 later');
  `);
  database.close();
}

test('mails of an earlier release keep their order and their state', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-migration-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'valise.db');
  makeEarlierRelease(path);

  const database = await openSqliteDatabase(path, { binding: testRowBinding, migrates: true });
  t.after(() => database.close());
  const [newest, oldest] = await database.outbox.list(9);
  assert.deepEqual(oldest, {
    ...sent,
    state: 'sent',
    attempts: 2,
    nextAttemptAt: noon,
    settledAt: noon + 1,
    lastError: undefined,
  });
  assert.deepEqual([newest?.id, newest?.lastError], [waiting.id, '451 later']);
  const claim = { now: noon + 5, by: 'node' };
  assert.equal((await database.outbox.claimNext('mail', claim))?.attempts, 4);
  await database.outbox.add([
    { ...waiting, id: idFor('about the account'), receiverId: undefined },
  ]);
  assert.equal((await database.outbox.find(idFor('about the account')))?.receiverId, undefined);
  await database.dispatches.removeAll(alice.id);
  await database.accounts.remove(alice.id);
  assert.deepEqual(await database.outbox.list(9), []);
});
