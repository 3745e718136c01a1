import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { hashFor, idFor, sampleAccount, sampleFile } from '../../testing/samples.ts';
import { testRowBinding } from '../../testing/row-binding-fixture.ts';
import { sqliteCatalogue } from '../generated/sqlite-catalogue.ts';
import { migrate } from '../sqlite/migrate.ts';
import { SqliteConnection } from '../sqlite/sqlite-connection.ts';
import { openSqliteDatabase } from '../sqlite/sqlite-database.ts';

const alice = sampleAccount('alice@example.com');
const part = { blobKey: idFor<string>('blob'), sizeBytes: 1000 };
const whole = sampleFile(alice, 'whole');
const inParts = sampleFile(alice, 'in parts', {
  segments: { parts: [{ ...part, store: 'file', sealedBytes: undefined }], mac: hashFor('mac') },
});

/** A database as it was before rows named their blob store. */
function makeEarlierRelease(path: string): void {
  const database = new DatabaseSync(path);
  const before = sqliteCatalogue.schemaSteps.filter(({ name }) => name < '0023');
  migrate(new SqliteConnection(database), before);
  const add = database.prepare(
    `insert into files (id, account_id, name, media_type, size_bytes, sha256, wrapped_key, key_bucket, segments_mac, created_at)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const file of [whole, inParts]) {
    const { id, accountId, name, mediaType, sizeBytes, sha256, wrappedKey, keyBucket } = file;
    const mac = file.segments?.mac ?? null;
    add.run(
      id,
      accountId,
      name,
      mediaType,
      sizeBytes,
      sha256,
      wrappedKey,
      keyBucket,
      mac,
      file.createdAt,
    );
  }
  database
    .prepare('insert into segments (file_id, number, blob_key, size_bytes) values (?, 0, ?, ?)')
    .run(inParts.id, part.blobKey, part.sizeBytes);
  database.close();
}

test('what was stored before rows named their blob store is in the folder of files', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-migration-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'valise.db');
  makeEarlierRelease(path);

  const database = await openSqliteDatabase(path, { binding: testRowBinding, migrates: true });
  t.after(() => database.close());
  assert.deepEqual(await database.files.listTray(alice.id), [whole, inParts]);
  await database.files.shred(whole.id, whole.createdAt);
  assert.deepEqual(await database.files.listGarbage('file', 10), [whole.id]);
});
