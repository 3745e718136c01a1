import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { noon } from '../../testing/fake-clock.ts';
import { testRowBinding } from '../../testing/row-binding-fixture.ts';
import { sampleAccount, sampleDispatch, sampleReceiver } from '../../testing/samples.ts';
import { openSqliteDatabase } from '../sqlite/sqlite-database.ts';

const alice = sampleAccount('alice@example.com');
const zoe = 'zoe@example.com';

test('an inbox shows and counts what an older version wrote, in its order', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-inbox-'));
  context.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'valise.db');
  const database = await openSqliteDatabase(path, { binding: testRowBinding, migrates: true });
  context.after(() => database.close());
  await database.accounts.add(alice);
  const drops = ['first', 'ended', 'last'].map((name) => sampleDispatch(alice, name));
  const grant = sampleDispatch(alice, 'grant', { kind: 'grant' });
  for (const each of [...drops, grant]) {
    await database.dispatches.add(each, [sampleReceiver(each, zoe)]);
  }
  const [first = assert.fail(), ended = assert.fail(), last = assert.fail()] = drops;
  await database.dispatches.end(ended.id, noon);
  const older = new DatabaseSync(path);
  context.after(() => {
    older.close();
  });
  const forget = () => {
    older.exec('update dispatch_receivers set inbox_sequence = -1');
  };

  forget();
  const items = await database.inboxItems.list(zoe, noon, 9);
  assert.deepEqual(
    items.map(({ dispatchId }) => dispatchId),
    [last.id, first.id],
  );
  forget();
  assert.equal(await database.inboxItems.countNew(zoe, noon, 9), 2);
  const { left } = older
    .prepare('select count(*) as left from dispatch_receivers where inbox_sequence < 0')
    .get() as { left: number };
  assert.equal(left, 0);
});
