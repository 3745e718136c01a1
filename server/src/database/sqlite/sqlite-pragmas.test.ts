import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setPragmas } from './open-database.ts';

test('a database on a disk syncs every commit, checks references and overwrites what it deletes', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-pragmas-'));
  const database = new DatabaseSync(join(folder, 'valise.db'));
  context.after(async () => {
    database.close();
    await rm(folder, { recursive: true });
  });
  setPragmas(database, { inMemory: false, busyTimeoutMs: 5000 });
  const answers = [
    'journal_mode',
    'synchronous',
    'foreign_keys',
    'secure_delete',
    'busy_timeout',
  ].map((name) => Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0]);
  assert.deepEqual(answers, ['wal', 2, 1, 1, 5000]);
});

test('a pragma that SQLite does not take is an error', () => {
  using database = new DatabaseSync(':memory:');
  assert.throws(() => {
    setPragmas(database, { inMemory: false, busyTimeoutMs: 5000 });
  }, /answered memory to pragma journal_mode/);
});
