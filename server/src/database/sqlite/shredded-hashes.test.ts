import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { noon } from '../../testing/fake-clock.ts';
import { testRowBinding } from '../../testing/row-binding-fixture.ts';
import {
  hashFor,
  sampleAccount,
  sampleDispatch,
  sampleFile,
  sampleReceiver,
  sampleUpload,
} from '../../testing/samples.ts';
import { openSqliteDatabase } from './sqlite-database.ts';

test('no hash of contents stays in the database after shredding', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-shredded-'));
  const path = join(folder, 'valise.db');
  const database = await openSqliteDatabase(path, { binding: testRowBinding });
  const rows = new DatabaseSync(path, { readOnly: true });
  t.after(async () => {
    rows.close();
    await database.close();
    await rm(folder, { recursive: true });
  });
  const countHashes = (table: string) =>
    rows.prepare(`select count(*) as count from ${table} where length(sha256) > 0`).get()?.[
      'count'
    ];

  const alice = sampleAccount('alice@example.com');
  const drop = sampleDispatch(alice, 'drop');
  const grant = sampleDispatch(alice, 'grant', { kind: 'grant' });
  const lent = sampleReceiver(grant, 'bob@example.com');
  const [one, inTray] = [sampleFile(alice, 'one'), sampleFile(alice, 'in tray')];
  const upload = sampleUpload(alice, lent, 'upload');
  const completion = { sha256: hashFor('content'), segmentsMac: hashFor('segments') };
  await database.accounts.add(alice);
  await database.dispatches.add(drop, []);
  await database.dispatches.add(grant, [lent]);
  for (const file of [one, inTray]) await database.files.addToTray(file);
  await database.files.addToDispatch(sampleFile(alice, 'sent', { dispatchId: drop.id }));
  await database.uploads.add(upload);
  await database.uploads.noteCompletion(upload.id, completion);

  assert.equal(countHashes('files'), 3);
  await database.files.shred(one.id, noon);
  assert.equal(countHashes('files'), 2);
  await database.files.shredDispatch(drop.id, noon);
  assert.equal(countHashes('files'), 1);
  await database.files.shredAccount(alice.id, noon);
  assert.equal(countHashes('files'), 0);

  assert.equal(countHashes('incoming_uploads'), 1);
  await database.uploads.shred(upload.id, noon);
  assert.equal(countHashes('incoming_uploads'), 0);
  await database.uploads.noteCompletion(upload.id, completion);
  assert.equal(countHashes('incoming_uploads'), 0, 'one that was being read back meanwhile');
});
