import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { noon } from '../../testing/fake-clock.ts';
import { hashFor, sampleAccount, sampleDispatch, sampleReceiver } from '../../testing/samples.ts';
import { sqliteCatalogue } from '../generated/sqlite-catalogue.ts';
import { migrate } from '../sqlite/migrate.ts';
import { SqliteConnection } from '../sqlite/sqlite-connection.ts';
import { openSqliteDatabase } from '../sqlite/sqlite-database.ts';
import { testRowBinding } from '../../testing/row-binding-fixture.ts';

const alice = sampleAccount('alice@example.com');
const drop = sampleDispatch(alice, 'drop', { message: 'Hello', ttlUnit: undefined });
const receivers = ['zoe@example.com', 'adam@example.com'].map((email) =>
  sampleReceiver(drop, email, { nick: 'Nick', groups: ['a', 'b'] }),
);

/** A database as the first release left it, with a drop whose mails were never sent. */
function makeFirstRelease(path: string): void {
  const database = new DatabaseSync(path);
  const first = sqliteCatalogue.schemaSteps.filter(({ name }) => name === '0001-exchange');
  migrate(new SqliteConnection(database), first);
  const insert = (table: string, row: Record<string, string | number | Buffer | null>) => {
    const names = Object.keys(row);
    const marks = names.map(() => '?').join(', ');
    database
      .prepare(`insert into ${table} (${names.join(', ')}) values (${marks})`)
      .run(...Object.values(row));
  };
  insert('accounts', {
    id: alice.id,
    email: alice.email,
    number: alice.number,
    language: alice.language,
    role: alice.role,
    show_number: 1,
    show_email: 1,
    show_language: 1,
    show_nick: 1,
    created_at: alice.createdAt,
  });
  insert('dispatches', {
    id: drop.id,
    account_id: alice.id,
    kind: drop.kind,
    created_at: drop.createdAt,
    expires_at: drop.expiresAt,
    ttl: drop.ttl,
    message: 'Hello',
  });
  for (const [position, receiver] of receivers.entries()) {
    insert('dispatch_receivers', {
      id: receiver.id,
      dispatch_id: drop.id,
      position,
      email: receiver.email,
      number: receiver.number,
      language: receiver.language,
      groups: JSON.stringify(receiver.groups),
      nick: receiver.nick,
      link_hash: receiver.linkHash ?? null,
      inbox_token: receiver.inboxToken,
    });
    insert('outbox', {
      kind: 'download',
      receiver_id: receiver.id,
      created_at: noon + position,
      state: 'waiting',
    });
  }
  database.close();
}

test('a database of the first release loses nothing, and sends the mail that waited', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-migration-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'valise.db');
  makeFirstRelease(path);

  const database = await openSqliteDatabase(path, { binding: testRowBinding, migrates: true });
  t.after(() => database.close());
  await database.bindRows();
  assert.deepEqual(await database.accounts.list(), [alice]);
  const overview = await database.dispatches.find(drop.id);
  assert.deepEqual(overview?.dispatch, drop);
  assert.deepEqual(overview.receivers, receivers);
  const link = receivers[0]?.linkHash ?? hashFor('none');
  assert.equal((await database.dispatches.findByLink(link, noon))?.receiver.id, receivers[0]?.id);

  assert.equal(await database.outbox.countWaiting(), 2);
  const claim = { now: noon + 1, by: 'node' };
  const claimed = [
    (await database.outbox.claimNext('mail', claim)) ?? assert.fail(),
    (await database.outbox.claimNext('mail', claim)) ?? assert.fail(),
  ] as const;
  assert.deepEqual(
    claimed.map(({ kind, to, accountId, receiverId, createdAt, attempts }) => [
      kind,
      to,
      accountId,
      receiverId,
      createdAt,
      attempts,
    ]),
    receivers.map(({ id, email }, index) => ['download', email, alice.id, id, noon + index, 1]),
  );
  assert.equal(new Set(claimed.map(({ id }) => id)).size, 2);
  const [first] = claimed;
  await database.outbox.settle(first.id, 'sent', noon + 2);
  assert.equal(await database.outbox.countWaiting(), 1);
});
