import assert from 'node:assert/strict';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { testRowBinding as binding } from '../../testing/row-binding-fixture.ts';
import { sampleAccount } from '../../testing/samples.ts';
import { openSqliteDatabase } from './sqlite-database.ts';

test('a database whose table was found damaged fails its check, though the check itself reads elsewhere', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-damaged-'));
  context.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'valise.db');
  const alice = sampleAccount('alice@example.com');
  const whole = await openSqliteDatabase(path, { binding });
  await whole.accounts.add(alice);
  await whole.close();

  const raw = new DatabaseSync(path);
  raw.exec('pragma wal_checkpoint(truncate)');
  const find = raw.prepare("select rootpage from sqlite_schema where name = 'suppressions'");
  const page = Number(find.get()?.['rootpage']);
  const size = Number(raw.prepare('pragma page_size').get()?.['page_size']);
  raw.close();
  const file = await open(path, 'r+');
  await file.write(Buffer.alloc(size, 0xff), 0, size, (page - 1) * size);
  await file.close();

  const damaged = await openSqliteDatabase(path, { binding });
  context.after(() => damaged.close());
  await damaged.check();
  const refusal = { email: 'zoe@example.com', accountId: undefined, createdAt: 1 };
  await assert.rejects(damaged.suppressions.add(refusal), /malformed/);
  assert.deepEqual(await damaged.accounts.find(alice.id), alice, 'all else is read');
  await assert.rejects(damaged.check(), /met damage/);
});
