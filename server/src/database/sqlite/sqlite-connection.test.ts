import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { openDatabase } from './open-database.ts';
import { SqliteConnection } from './sqlite-connection.ts';

const timeout = 50;

/** A connection whose handle is read-only though the database could be written by now. */
async function openReadOnly(context: TestContext): Promise<SqliteConnection> {
  const folder = await mkdtemp(join(tmpdir(), 'valise-connection-'));
  const path = join(folder, 'valise.db');
  const made = openDatabase(path, timeout);
  made.exec('create table rows (value text)');
  made.close();
  const connection = new SqliteConnection(new DatabaseSync(path, { readOnly: true, timeout }), {
    reopen: () => openDatabase(path, timeout),
  });
  context.after(async () => {
    connection.close();
    await rm(folder, { recursive: true });
  });
  return connection;
}

test('a read-only handle fails once with unavailable, and is then replaced', async (context) => {
  const connection = await openReadOnly(context);
  const insert = "insert into rows (value) values ('kept')";
  const before = connection.version();
  assert.throws(() => connection.change(insert), { code: 'unavailable' });
  assert.equal(connection.change(insert), 1);
  assert.deepEqual(connection.all('select value from rows'), [{ value: 'kept' }]);
  assert.notEqual(connection.version(), before);
});

test('a transaction on a read-only handle is taken back, and the next one is on a new handle', async (context) => {
  const connection = await openReadOnly(context);
  const insert = "insert into rows (value) values ('kept')";
  assert.ok(connection.tryBegin(), 'SQLite begins one as if nothing were wrong');
  assert.throws(() => connection.change(insert), { code: 'unavailable' });
  assert.throws(() => connection.change(insert), { code: 'unavailable' });
  connection.change('rollback');
  assert.ok(connection.tryBegin());
  connection.change(insert);
  connection.change('commit');
  assert.equal(connection.all('select * from rows').length, 1);
});

test('while the database cannot be opened for writing, each try is unavailable', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-connection-'));
  const path = join(folder, 'valise.db');
  openDatabase(path, timeout).close();
  const openReadOnly = () => new DatabaseSync(path, { readOnly: true, timeout });
  let tries = 0;
  const reopen = () => {
    tries += 1;
    return tries < 3 ? openDatabase(`file:${path}?mode=ro`, timeout) : openDatabase(path, timeout);
  };
  const connection = new SqliteConnection(openReadOnly(), { reopen });
  context.after(async () => {
    connection.close();
    await rm(folder, { recursive: true });
  });
  const create = 'create table rows (value text)';
  for (let round = 0; round < 3; round += 1) {
    assert.throws(() => connection.change(create), { code: 'unavailable' });
  }
  connection.change(create);
  assert.equal(tries, 3);
});

test('a full disk is told as such, and who keeps room for it is told at once', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-connection-'));
  let told = 0;
  const connection = new SqliteConnection(openDatabase(join(folder, 'valise.db'), timeout), {
    onFull() {
      told += 1;
    },
  });
  context.after(async () => {
    connection.close();
    await rm(folder, { recursive: true });
  });
  connection.change('create table rows (value blob)');
  // SQLite fails as it does on a full disk.
  connection.first('pragma max_page_count = 4');
  const insert = 'insert into rows (value) values (zeroblob(100000))';
  assert.throws(() => connection.change(insert), { code: 'insufficient_storage' });
  assert.equal(told, 1);
  connection.first('pragma max_page_count = 1000');
  assert.equal(connection.change(insert), 1);
});

test('damage that a statement met is remembered', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-damaged-'));
  const path = join(folder, 'valise.db');
  context.after(() => rm(folder, { recursive: true }));
  const whole = new SqliteConnection(openDatabase(path, 0));
  whole.change('create table rows (value blob)');
  for (let row = 0; row < 50; row += 1) {
    whole.change('insert into rows (value) values (zeroblob(10000))');
  }
  whole.damage.refuse();
  whole.first('pragma wal_checkpoint(truncate)');
  whole.close();
  const bytes = await readFile(path);
  // Every page but the first, which has the schema.
  await writeFile(
    path,
    Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(bytes.length - 4096, 0xff)]),
  );
  const damaged = new SqliteConnection(new DatabaseSync(path, { readOnly: true }));
  context.after(() => {
    damaged.close();
  });
  assert.throws(() => damaged.all('select * from rows'), /malformed/);
  assert.throws(() => {
    damaged.damage.refuse();
  }, /met damage/);
});
