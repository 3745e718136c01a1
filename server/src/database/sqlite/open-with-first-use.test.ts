import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openWithFirstUse } from './sqlite-database.ts';
import { testRowBinding } from '../../testing/row-binding-fixture.ts';

test('a database that cannot be opened now is unavailable, and is opened later', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-first-use-'));
  context.after(() => rm(folder, { recursive: true }));
  const database = openWithFirstUse(join(folder, 'later', 'valise.db'), testRowBinding);
  const used = Promise.allSettled([database.check(), database.check()]);
  for (const outcome of await used) {
    assert.ok(outcome.status === 'rejected');
    assert.equal((outcome.reason as { code?: unknown }).code, 'unavailable');
  }
  await mkdir(join(folder, 'later'));
  await database.check();
  assert.equal(
    await database.transact(({ installationValues }) => installationValues.find('nothing')),
    undefined,
  );
});
