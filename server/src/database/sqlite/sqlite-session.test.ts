import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { prepare } from '../queries/prepared-query.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { SqliteSession } from './sqlite-database.ts';

test('a query that nobody has written down is refused by name', async (context) => {
  const database = new DatabaseSync(':memory:');
  context.after(() => {
    database.close();
  });
  const session = new SqliteSession(new SqliteConnection(database), undefined);
  const forgotten = prepare('notes.forgotten', (db) => db.selectFrom('notes').selectAll());
  await assert.rejects(session.all(forgotten, {}), /notes\.forgotten .* npm run generate/);
});

test('no two queries have the same name', () => {
  prepare('notes.twice', (db) => db.selectFrom('notes').selectAll());
  assert.throws(
    () => prepare('notes.twice', (db) => db.selectFrom('notes').select('name')),
    /notes\.twice/,
  );
});
