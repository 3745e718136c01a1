import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

import { missingPostgres, startPostgresServer } from '../../testing/postgres-server.ts';
import { testRowBinding as binding } from '../../testing/row-binding-fixture.ts';
import { fillTables, rowsOf } from '../copy/copy-fixture.ts';
import { copyTables, countAllRows } from '../copy/copy-tables.ts';
import { openSqliteDatabase } from '../sqlite/sqlite-database.ts';
import { openSqliteTables } from '../sqlite/sqlite-tables.ts';
import { openPostgresDatabase } from './postgres-database.ts';
import { openPostgresTables } from './postgres-tables.ts';

describe('the tables of PostgreSQL', { skip: missingPostgres }, async () => {
  if (missingPostgres !== false) return;
  const server = await startPostgresServer();
  const dir = mkdtempSync(join(tmpdir(), 'valise-tables-'));
  after(() => rm(dir, { recursive: true }));

  async function newFile(name: string): Promise<string> {
    const path = join(dir, name);
    await (await openSqliteDatabase(path, { binding })).close();
    return path;
  }

  async function newDatabase() {
    const location = { dataDir: dir, ...(await server.createDatabase()) };
    await (await openPostgresDatabase(location, { binding, migrates: false })).close();
    return location;
  }

  test('take a copy of an SQLite database, and give it back as it was', async () => {
    const [source, back] = [await newFile('source.db'), await newFile('back.db')];
    const location = await newDatabase();
    fillTables(source);
    for (const [openFrom, openTo] of [
      [() => openSqliteTables(source), () => openPostgresTables(location)],
      [() => openPostgresTables(location), () => openSqliteTables(back)],
    ] as const) {
      const [from, to] = [await openFrom(), await openTo()];
      assert.ok((await copyTables(from, to)) > 1200);
      await from.close();
      await to.close();
    }
    const [expected, found] = [rowsOf(source), rowsOf(back)];
    for (const table of Object.keys(expected)) {
      assert.deepEqual(found[table], expected[table], table);
    }
  });

  test('are not read while a server uses them', async () => {
    const location = await newDatabase();
    const database = await openPostgresDatabase(location, { binding, migrates: false });
    await database.installationValues.find('install.id');
    await assert.rejects(openPostgresTables(location), { code: 'server_running' });
    await database.close();
    await (await openPostgresTables(location)).close();
  });

  test('are as they were when a copy is not finished', async () => {
    const source = await newFile('unfinished.db');
    const location = await newDatabase();
    fillTables(source);
    const [from, to] = [openSqliteTables(source), await openPostgresTables(location)];
    await assert.rejects(
      copyTables(from, {
        ...to,
        commit: () => Promise.reject(new Error('the connection was lost')),
      }),
      /the connection was lost/,
    );
    await from.close();
    await to.close();
    const after = await openPostgresTables(location);
    assert.equal(await countAllRows(after), 0);
    await after.close();
  });
});
