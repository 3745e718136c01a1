import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Database } from '../../domain/model/database.ts';
import type { MailId } from '../../domain/model/ids.ts';
import { noon } from '../../testing/fake-clock.ts';
import { idFor, sampleAccount, sampleFile } from '../../testing/samples.ts';
import { sqliteCatalogue } from '../generated/sqlite-catalogue.ts';
import { migrate } from './migrate.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { connectToFile, openSqliteDatabase } from './sqlite-database.ts';
import { workOn } from './work-beside-fixture.ts';
import { testRowBinding } from '../../testing/row-binding-fixture.ts';

const alice = sampleAccount('alice@example.com');
/** Longer than a loaded machine needs for a few statements. */
const timeoutMs = 8_000;

async function newFolder(context: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'valise-sqlite-'));
  context.after(() => rm(folder, { recursive: true }));
  return folder;
}

async function newPath(context: TestContext): Promise<string> {
  return join(await newFolder(context), 'valise.db');
}

async function open(context: TestContext, path: string, busyTimeoutMs = 50): Promise<Database> {
  const database = await openSqliteDatabase(path, { binding: testRowBinding, busyTimeoutMs });
  context.after(() => database.close());
  return database;
}

/** A second process's view of the database. */
function openBeside(context: TestContext, path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  context.after(() => {
    database.close();
  });
  return database;
}

/** A database as a program left it that knew so many steps. */
function makeOlder(path: string, steps: number): void {
  const database = new DatabaseSync(path);
  migrate(new SqliteConnection(database), sqliteCatalogue.schemaSteps.slice(0, steps));
  database.close();
}

function stepsIn(path: string): number {
  const database = new DatabaseSync(path);
  const { length } = database.prepare('select * from schema_steps').all();
  database.close();
  return length;
}

describe('a SQLite store on a disk', () => {
  test('a handle that could only be read is refused when it is opened', async (context) => {
    const path = await newPath(context);
    await (await openSqliteDatabase(path, { binding: testRowBinding })).close();
    await assert.rejects(
      openSqliteDatabase(`file:${path}?mode=ro`, { binding: testRowBinding }),
      /readonly/,
    );
    await (await open(context, path)).check();
  });

  test('a database that another process keeps to itself does not pass its check', async (context) => {
    const path = await newPath(context);
    const database = await open(context, path);
    const other = openBeside(context, path);
    other.exec('begin immediate');
    await assert.rejects(database.check(), { code: 'unavailable' });
    other.exec('rollback');
    await database.check();
  });

  test('keeps its rows and its schema when it is opened again', async (context) => {
    const path = await newPath(context);
    const first = await openSqliteDatabase(path, { binding: testRowBinding });
    await first.accounts.add(alice);
    await first.close();
    const second = await open(context, path);
    assert.deepEqual(await second.accounts.list(), [alice]);
  });

  test('writes ahead, so that others may read while it writes', async (context) => {
    const path = await newPath(context);
    const database = await open(context, path);
    const beside = openBeside(context, path);
    assert.deepEqual({ ...beside.prepare('pragma journal_mode').get() }, { journal_mode: 'wal' });
    await database.transact(async ({ accounts }) => {
      await accounts.add(alice);
      assert.equal(beside.prepare('select * from accounts').all().length, 0);
    });
    assert.equal(beside.prepare('select * from accounts').all().length, 1);
  });

  test('refuses a schema that a newer program made, and leaves it as it is', async (context) => {
    const path = await newPath(context);
    await (await openSqliteDatabase(path, { binding: testRowBinding })).close();
    const newer = openBeside(context, path);
    newer.exec("insert into schema_steps (name) values ('9999-teleport')");
    await assert.rejects(openSqliteDatabase(path, { binding: testRowBinding }), {
      code: 'schema_newer',
      message: /9999-teleport/,
    });
    assert.equal(
      newer.prepare('select * from schema_steps').all().length,
      sqliteCatalogue.schemaSteps.length + 1,
    );
  });

  test('its connection opens the file anew once the handle has become read-only', async (context) => {
    const connection = connectToFile(await newPath(context), 50);
    context.after(() => {
      connection.close();
    });
    connection.first('pragma query_only = true');
    const create = 'create table rows (value text)';
    assert.throws(() => connection.change(create), { code: 'unavailable' });
    connection.change(create);
  });

  test('its connection gives up the ballast beside it when the disk is full', async (context) => {
    const folder = await newFolder(context);
    const connection = connectToFile(join(folder, 'valise.db'), 50);
    context.after(() => {
      connection.close();
    });
    connection.change('create table rows (value blob)');
    await writeFile(join(folder, 'valise.ballast'), 'room');
    connection.first('pragma max_page_count = 4');
    assert.throws(() => connection.change('insert into rows values (zeroblob(100000))'), {
      code: 'insufficient_storage',
    });
    assert.ok(!(await readdir(folder)).includes('valise.ballast'));
  });

  test('an older schema is refused, and left as it is', async (context) => {
    const path = await newPath(context);
    makeOlder(path, 3);
    await assert.rejects(openSqliteDatabase(path, { binding: testRowBinding }), {
      code: 'schema_older',
    });
    assert.equal(stepsIn(path), 3);
  });

  test('who may bring a schema forward keeps a copy of the newest one before', async (context) => {
    const folder = await newFolder(context);
    const path = join(folder, 'valise.db');
    await writeFile(`${path}.before-0002`, 'of an earlier upgrade');
    makeOlder(path, 3);
    const database = await openSqliteDatabase(path, { binding: testRowBinding, migrates: true });
    context.after(() => database.close());
    assert.equal(stepsIn(path), sqliteCatalogue.schemaSteps.length);
    const copies = (await readdir(folder)).filter((name) => name.includes('before'));
    assert.deepEqual(copies, ['valise.db.before-0004']);
    assert.equal(stepsIn(`${path}.before-0004`), 3);
  });

  test('a new database needs no copy, and no leave', async (context) => {
    const folder = await newFolder(context);
    const path = join(folder, 'valise.db');
    await (await openSqliteDatabase(path, { binding: testRowBinding })).close();
    await (await openSqliteDatabase(path, { binding: testRowBinding, migrates: true })).close();
    assert.deepEqual(await readdir(folder), ['valise.db']);
  });

  test('shares its rows with another process: no update is lost, and no mail is claimed twice', async (context) => {
    const path = await newPath(context);
    const database = await open(context, path, timeoutMs);
    await database.accounts.add(alice);
    const mails = Array.from({ length: 40 }, (_, at) => ({
      id: idFor<MailId>(`mail ${at}`),
      kind: 'key_rotated' as const,
      to: alice.email,
      accountId: alice.id,
      receiverId: undefined,
      createdAt: noon,
    }));
    await database.outbox.add(mails);
    const beside = promisify(execFile)(process.execPath, [
      join(import.meta.dirname, 'work-beside-fixture.ts'),
      path,
    ]);
    const mine = await workOn(database);
    const theirs = JSON.parse((await beside).stdout) as string[];
    assert.deepEqual([...mine, ...theirs].sort(), mails.map(({ id }) => id).sort());
    assert.equal(await database.installationValues.find('counter'), '40');
  });

  test('is unavailable while another process keeps the write lock', async (context) => {
    const path = await newPath(context);
    const database = await open(context, path);
    const other = openBeside(context, path);
    other.exec('begin immediate');
    const unavailable = { code: 'unavailable', retryAfterSeconds: 1 };
    await assert.rejects(database.installationValues.set('note', 'alone'), unavailable);
    await assert.rejects(
      database.transact(({ installationValues }) => installationValues.set('note', 'together')),
      unavailable,
    );
    assert.equal(await database.installationValues.find('note'), undefined);
    other.exec('commit');
    await database.transact(({ installationValues }) => installationValues.set('note', 'together'));
    assert.equal(await database.installationValues.find('note'), 'together');
  });

  test('waits for the write lock before it gives up', async (context) => {
    const path = await newPath(context);
    const database = await open(context, path, 300);
    const other = openBeside(context, path);
    other.exec('begin immediate');
    const startedAt = performance.now();
    await assert.rejects(database.installationValues.set('note', 'late'), { code: 'unavailable' });
    const waitedMs = performance.now() - startedAt;
    assert.ok(waitedMs >= 200 && waitedMs < 3000, `waited ${waitedMs} ms`);
  });

  test('answers readers while it waits for the write lock, and writes once it is free', async (context) => {
    const path = await newPath(context);
    const database = await open(context, path, 60_000);
    await database.installationValues.set('note', 'before');
    const other = openBeside(context, path);
    other.exec('begin immediate');
    const writing = database.transact(({ installationValues }) =>
      installationValues.set('note', 'after'),
    );
    for (let turns = 0; turns < 20; turns += 1) {
      assert.equal(await database.installationValues.find('note'), 'before');
      await nextTurn();
    }
    other.exec('commit');
    await writing;
    assert.equal(await database.installationValues.find('note'), 'after');
  });

  test('has the same version until this or another process changes something', async (context) => {
    const path = await newPath(context);
    const database = await open(context, path);
    const beside = openBeside(context, path);
    const read = async () => {
      await database.installationValues.find('note');
      return database.version();
    };
    const first = await read();
    assert.equal(await read(), first);
    beside.exec("begin; insert into notes (name, value) values ('note', 'beside')");
    assert.equal(await read(), first, 'nothing is committed yet');
    beside.exec('commit');
    const second = await read();
    assert.notEqual(second, first);
    assert.equal(await read(), second);
    await assert.rejects(
      database.transact(async ({ installationValues }) => {
        await installationValues.set('note', 'taken back');
        throw new Error('taken back');
      }),
    );
    const third = await read();
    assert.notEqual(third, second, 'what may have been seen meanwhile must not be kept');
    assert.equal(await read(), third);
  });

  test('has the same access version until this or another process changes who may come in', async (context) => {
    const path = await newPath(context);
    const database = await open(context, path);
    await database.accounts.add(alice);
    const beside = openBeside(context, path);
    const ask = async () => {
      await database.installationValues.find('note');
      return database.accessVersion();
    };
    const first = await ask();
    await database.installationValues.set('note', 'here');
    beside.exec("update notes set value = 'beside'");
    assert.equal(await ask(), first, 'a note lets nobody in');

    const seen = [first];
    beside.exec('pragma foreign_keys = on');
    for (const change of [
      "update accounts set disabled_at = 1 where email = 'alice@example.com'",
      `insert into api_keys (id, account_id, hash, created_at) values ('key', '${alice.id}', x'01', 1)`,
      'update api_keys set expires_at = 2',
      `insert into csrf_tokens (hash, account_id, expires_at) values (x'02', '${alice.id}', 3)`,
      'update csrf_tokens set expires_at = 4',
      'delete from csrf_tokens',
      'delete from api_keys',
      'delete from accounts',
    ]) {
      beside.exec(`begin; ${change}`);
      assert.equal(await ask(), seen.at(-1), `not committed yet: ${change}`);
      beside.exec('commit');
      seen.push(await ask());
      assert.ok(!seen.slice(0, -1).includes(seen.at(-1)), change);
    }
  });

  test('does not take a change for one that was taken back', async (context) => {
    const path = await newPath(context);
    const database = await open(context, path);
    await database.accounts.add(alice);
    const beside = openBeside(context, path);
    let uncommitted: number | undefined;
    await assert.rejects(
      database.transact(async ({ accounts }) => {
        await accounts.setDisabled(alice.id, noon);
        uncommitted = database.accessVersion();
        throw new Error('taken back');
      }),
    );
    beside.exec('update accounts set disabled_at = 1');
    assert.notEqual(database.accessVersion(), uncommitted);
  });

  test('holds nothing of a shredded key in any of its files once it is scrubbed', async (context) => {
    const folder = await newFolder(context);
    const database = await open(context, join(folder, 'valise.db'));
    const marker = Buffer.from('MARKER-of-a-wrapped-key-0123456789abcdef');
    const written = async () => {
      const names = await readdir(folder);
      return Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name)))));
    };
    await database.accounts.add(alice);
    for (let count = 0; count < 50; count += 1) {
      const wrappedKey = Buffer.concat([marker, Buffer.from(`${count}`)]);
      await database.files.addToTray(sampleFile(alice, `${count}.pdf`, { wrappedKey }));
    }
    await database.scrub();
    assert.ok((await written()).includes(marker), 'the marker must be there to be missed');

    await database.files.shredAccount(alice.id, noon);
    await database.scrub();
    assert.ok(!(await written()).includes(marker));
    assert.equal((await stat(join(folder, 'valise.db-wal'))).size, 0);
    assert.equal((await database.files.listGarbage('file', 100)).length, 50);
  });

  test('is scrubbed later when a reader is in the way, and keeps no writer waiting', async (context) => {
    const path = await newPath(context);
    const database = await open(context, path, timeoutMs);
    const reader = openBeside(context, path);
    reader.exec('begin');
    reader.prepare('select * from accounts').all();
    await database.accounts.add(alice);
    const startedAt = performance.now();
    const scrubbed = database.scrub();
    await database.installationValues.set('note', 'written meanwhile');
    assert.equal(await scrubbed, false);
    assert.ok(performance.now() - startedAt < timeoutMs, 'it waited for the reader');
    reader.exec('commit');
    assert.equal(await database.scrub(), true);
    assert.equal((await stat(`${path}-wal`)).size, 0);
  });

  test('is scrubbed later when another process writes', async (context) => {
    const path = await newPath(context);
    const database = await open(context, path, timeoutMs);
    await database.accounts.add(alice);
    const writer = openBeside(context, path);
    writer.exec('begin immediate');
    const startedAt = performance.now();
    assert.equal(await database.scrub(), false);
    assert.ok(performance.now() - startedAt < timeoutMs, 'it waited for the writer');
    writer.exec('commit');
    assert.equal(await database.scrub(), true);
  });
});
