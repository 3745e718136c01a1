import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';

import { schemaSteps } from '../generated/sqlite-schema-steps.ts';
import { openSqliteDatabase } from '../sqlite/sqlite-database.ts';
import { openSqliteTables } from '../sqlite/sqlite-tables.ts';
import { testRowBinding } from '../../testing/row-binding-fixture.ts';
import { fillTables, rowsOf } from './copy-fixture.ts';
import { copyTables, countAllRows } from './copy-tables.ts';
import { hasSequence, keyOf, tableNames } from './tables.ts';

describe('the list of tables', () => {
  const schema = new DatabaseSync(':memory:');
  for (const { statements } of schemaSteps) for (const each of statements) schema.exec(each);
  const created = schema
    .prepare("select name, sql from sqlite_schema where type = 'table'")
    .all() as { name: string; sql: string }[];

  test('has every table of the schema but the one that counts changes and those of SQLite', () => {
    const names = created.map(({ name }) => name);
    const others = names.filter((name) => !(tableNames as string[]).includes(name));
    assert.deepEqual(others.sort(), ['access_changes', 'sqlite_sequence', 'sqlite_stat1']);
  });

  test('has the key and the sequence of each', () => {
    for (const table of tableNames) {
      const columns = schema.prepare(`pragma table_info("${table}")`).all() as {
        name: string;
        pk: number;
      }[];
      const key = columns.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk);
      assert.deepEqual(
        keyOf(table),
        key.map(({ name }) => name),
        table,
      );
      const sql = created.find(({ name }) => name === table)?.sql ?? '';
      assert.equal(hasSequence(table), sql.includes('autoincrement'), table);
    }
  });

  test('has what a row refers to before it', () => {
    for (const [at, table] of tableNames.entries()) {
      for (const row of schema.prepare(`pragma foreign_key_list("${table}")`).all()) {
        const parent = String(row['table']);
        assert.ok((tableNames as string[]).indexOf(parent) < at, `${table} refers to ${parent}`);
      }
    }
  });
});

describe('a copy of all tables', () => {
  const dir = mkdtempSync(join(tmpdir(), 'valise-copy-'));
  after(() => rm(dir, { recursive: true }));

  async function newDatabase(name: string): Promise<string> {
    const path = join(dir, name);
    await (await openSqliteDatabase(path, { binding: testRowBinding })).close();
    return path;
  }

  test('has the same rows, the numbers that follow, and the new store of its blobs', async () => {
    const [source, target] = [await newDatabase('source.db'), await newDatabase('target.db')];
    fillTables(source);
    const [from, to] = [openSqliteTables(source), openSqliteTables(target)];
    const total = await countAllRows(from);
    let seen = 0;
    const copied = await copyTables(from, to, {
      blobStore: 'elsewhere',
      onRows: (rows) => (seen = rows),
    });
    assert.deepEqual([copied, seen], [total, total]);
    await from.close();
    await to.close();
    const expected = rowsOf(source);
    for (const table of ['files', 'segments']) {
      expected[table] = (expected[table] ?? []).map((row) => ({ ...row, store: 'elsewhere' }));
    }
    const found = rowsOf(target);
    for (const table of Object.keys(expected)) {
      assert.deepEqual(found[table], expected[table], table);
    }
  });

  test('that fails changes nothing', async () => {
    const [source, target] = [await newDatabase('first.db'), await newDatabase('second.db')];
    fillTables(source);
    const from = openSqliteTables(source);
    const to = openSqliteTables(target);
    const lossy = {
      ...to,
      all: async (...asked: Parameters<typeof to.all>) => (await to.all(...asked)).slice(1),
    };
    await assert.rejects(copyTables(from, lossy), /accounts are not those that were copied/);
    await to.close();
    await from.close();
    const after = openSqliteTables(target);
    assert.equal(await countAllRows(after), 0);
    await after.close();
  });
});
