import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { noon } from '../../testing/fake-clock.ts';
import { sampleAccount, sampleDispatch, sampleReceiver } from '../../testing/samples.ts';
import { sqliteCatalogue } from '../generated/sqlite-catalogue.ts';
import { migrate } from '../sqlite/migrate.ts';
import { SqliteConnection } from '../sqlite/sqlite-connection.ts';
import { openSqliteDatabase } from '../sqlite/sqlite-database.ts';
import { testRowBinding } from '../../testing/row-binding-fixture.ts';

const alice = sampleAccount('alice@example.com');
const drop = sampleDispatch(alice, 'drop', { ttlUnit: undefined });
const zoe = sampleReceiver(drop, 'zoe@example.com');

/** A database as it was before there were codes. */
function makeEarlierRelease(path: string): void {
  const database = new DatabaseSync(path);
  const before = sqliteCatalogue.schemaSteps.filter(({ name }) => name < '0004');
  migrate(new SqliteConnection(database), before);
  database.exec(`
    insert into accounts (id, email, number, language, role, show_number, show_email, show_language, show_nick, created_at)
      values ('${alice.id}', '${alice.email}', '${alice.number}', 'en', 'api', 1, 1, 1, 1, ${noon});
    insert into dispatches (id, account_id, kind, created_at, expires_at, ttl)
      values ('${drop.id}', '${alice.id}', 'drop', ${drop.createdAt}, ${drop.expiresAt}, '${drop.ttl}');
    insert into dispatch_receivers (id, dispatch_id, position, email, number, language, groups, nick, link_hash, inbox_token)
      values ('${zoe.id}', '${drop.id}', 0, '${zoe.email}', '', 'en', '[]', '', x'${zoe.linkHash?.toString('hex') ?? ''}', '${zoe.inboxToken}');
  `);
  database.close();
}

test('what was sent before there were codes stays open to its link', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-migration-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'valise.db');
  makeEarlierRelease(path);

  const database = await openSqliteDatabase(path, { binding: testRowBinding, migrates: true });
  t.after(() => database.close());
  await database.bindRows();
  assert.deepEqual(await database.accounts.list(), [alice]);
  const found = await database.dispatches.findByLink(zoe.linkHash ?? Buffer.alloc(0), noon);
  assert.deepEqual(found?.dispatch, drop);
  assert.equal(found.dispatch.secondFactor, 'off');
  assert.equal(await database.receiverCodes.find(zoe.id, Buffer.alloc(32)), undefined);
});
