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
import { openSqliteStore } from './sqlite-store.ts';

test('line 13: no hash of contents stays in the database after shredding', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-shredded-'));
  const path = join(folder, 'valise.db');
  const store = await openSqliteStore(path, { binding: testRowBinding });
  const rows = new DatabaseSync(path, { readOnly: true });
  t.after(async () => {
    rows.close();
    await store.close();
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
  await store.accounts.add(alice);
  await store.dispatches.add(drop, []);
  await store.dispatches.add(grant, [lent]);
  for (const file of [one, inTray]) await store.files.addToTray(file);
  await store.files.addToDispatch(sampleFile(alice, 'sent', { dispatchId: drop.id }));
  await store.uploads.add(upload);
  await store.uploads.noteCompletion(upload.id, completion);

  assert.equal(countHashes('files'), 3);
  await store.files.shred(one.id, noon);
  assert.equal(countHashes('files'), 2);
  await store.files.shredDispatch(drop.id, noon);
  assert.equal(countHashes('files'), 1);
  await store.files.shredAccount(alice.id, noon);
  assert.equal(countHashes('files'), 0);

  assert.equal(countHashes('incoming_uploads'), 1);
  await store.uploads.shred(upload.id, noon);
  assert.equal(countHashes('incoming_uploads'), 0);
  await store.uploads.noteCompletion(upload.id, completion);
  assert.equal(countHashes('incoming_uploads'), 0, 'one that was being read back meanwhile');
});
