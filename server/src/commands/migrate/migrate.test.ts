import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';

import { fileBlobs } from '../../blobs/file/definition.ts';
import { dataPaths } from '../../compose/installation.ts';
import { takeServerLock } from '../../locks/server-lock.ts';
import { missingCeph, newCephLocation } from '../../testing/ceph-server.ts';
import { missingPostgres, startPostgresServer } from '../../testing/postgres-server.ts';
import { systemClock } from '../../platform/system.ts';
import { openCommandLine } from '../command-fixture.ts';

const accounts = ['a@example.com', 'b@example.com'];

/** An installation with two accounts and some stored files. */
async function newInstallation(t: TestContext) {
  const line = await openCommandLine(t);
  for (const email of accounts) {
    const added = await line.type(`account add ${email} 46700000001`);
    assert.equal(added.status, 0, added.stderr);
  }
  const blobs = Array.from({ length: 20 }, (_, at) => ({
    key: `${at}`.padStart(22, 'k'),
    bytes: Uint8Array.from(randomBytes(1 + at * 7000)),
  }));
  const store = await fileBlobs.open({ dataDir: line.dataDir }, systemClock);
  await store.putMany(blobs);

  async function read(key: string): Promise<Buffer> {
    const size = (await store.findSize(key)) ?? assert.fail(`${key} is missing`);
    return Buffer.concat(await Array.fromAsync(store.read(key, 0, size)));
  }

  return { ...line, blobs, store, read };
}

async function newStore(folder: string) {
  const { blobUrl, s3 } = await newCephLocation();
  await writeFile(
    join(folder, 's3.txt'),
    `aws_access_key_id = ${s3.accessKeyId}\naws_secret_access_key = ${s3.secretAccessKey}\n`,
    { mode: 0o600 },
  );
  const access = `s3-endpoint ${s3.endpoint} --s3-credentials-file s3.txt`;
  return {
    to: `--to-blobs ${blobUrl} --to-${access.replace('--s3', '--to-s3')}`,
    now: `--blob-url ${blobUrl} --${access}`,
  };
}

describe('valise migrate', { skip: missingPostgres }, async () => {
  if (missingPostgres !== false) return;
  const postgres = await startPostgresServer();

  async function newDatabase(folder: string) {
    const { databaseUrl, databasePassword } = await postgres.createDatabase();
    await writeFile(join(folder, 'pg.txt'), databasePassword, { mode: 0o600 });
    return {
      to: `--to-database ${databaseUrl} --to-database-password-file pg.txt`,
      now: `--database-url ${databaseUrl} --database-password-file pg.txt`,
      databaseUrl,
    };
  }

  test('moves to PostgreSQL and S3, and back', { skip: missingCeph }, async (t) => {
    const { type, folder, dataDir, blobs, store, read } = await newInstallation(t);
    const { to, now } = await newDatabase(folder);
    const { to: toS3, now: onS3 } = await newStore(folder);

    const moved = await type(`migrate ${to} ${toS3}`);
    assert.equal(moved.status, 0, moved.stderr);
    assert.match(moved.stdout, /20 stored files/);
    assert.match(moved.stdout, /set databaseUrl to postgres:.*set blobUrl to s3:/s);

    const refused = await type('account list');
    assert.equal(refused.status, 6, refused.stdout);
    assert.match(refused.stderr, /databaseUrl/);
    const listed = await type(`account list --json ${now} ${onS3}`);
    assert.equal(listed.status, 0, listed.stderr);
    for (const email of accounts) assert.ok(listed.stdout.includes(email));
    const verified = await type(`audit verify ${now} ${onS3}`);
    assert.equal(verified.status, 0, verified.stderr);

    for (const { key } of blobs) await store.delete(key);
    await type(`account add c@example.com 46700000001 ${now} ${onS3}`);
    const back = await type(`migrate --to-database embedded --to-blobs embedded ${now} ${onS3}`);
    assert.equal(back.status, 0, back.stderr);
    for (const { key, bytes } of blobs) assert.ok((await read(key)).equals(bytes));
    const home = await type('account list --json');
    assert.equal(home.status, 0, home.stderr);
    for (const email of [...accounts, 'c@example.com']) assert.ok(home.stdout.includes(email));
    assert.equal((await type('audit verify')).status, 0);
    assert.ok((await readdir(dataDir)).some((name) => name.startsWith('valise.db.before-')));
  });

  test('leaves the files of another installation alone', { skip: missingCeph }, async (t) => {
    const [one, other] = [await newInstallation(t), await newInstallation(t)];
    const { to } = await newStore(one.folder);
    await writeFile(join(other.folder, 's3.txt'), await readFile(join(one.folder, 's3.txt')), {
      mode: 0o600,
    });
    const moved = await one.type(`migrate ${to}`);
    assert.equal(moved.status, 0, moved.stderr);
    const refused = await other.type(`migrate ${to}`);
    assert.equal(refused.status, 6, refused.stdout);
    assert.match(refused.stderr, /belongs to another installation/);
    assert.equal((await other.type('account list')).status, 0);
  });

  test('copies files only while a server runs', async (t) => {
    const { type, folder, dataDir } = await newInstallation(t);
    const { to, now } = await newDatabase(folder);
    const lock = takeServerLock(dataPaths(dataDir).serverLock);
    const begun = await type(`migrate ${to}`);
    assert.equal(begun.status, 5, begun.stderr);
    assert.match(begun.stdout, /The server is running: stop it/);
    lock.release();
    assert.equal((await type('account list')).status, 0);
    assert.notEqual((await type(`account list ${now}`)).status, 0);
  });

  test('refuses a database that another installation uses, and changes nothing there', async (t) => {
    const one = await newInstallation(t);
    const { to, now } = await newDatabase(one.folder);
    assert.equal((await one.type(`migrate ${to}`)).status, 0);
    const other = await newInstallation(t);
    await writeFile(join(other.folder, 'pg.txt'), await readFile(join(one.folder, 'pg.txt')), {
      mode: 0o600,
    });
    const refused = await other.type(`migrate ${to}`);
    assert.equal(refused.status, 6, refused.stdout);
    assert.match(refused.stderr, /is not empty/);
    assert.equal((await one.type(`account list ${now}`)).status, 0);
    assert.equal((await other.type('account list')).status, 0);
  });

  test('goes on after it was interrupted', async (t) => {
    const { type, folder, dataDir } = await newInstallation(t);
    const { to, now } = await newDatabase(folder);
    assert.equal((await type(`migrate ${to}`)).status, 0);
    // As it is when the process ends after the copy was committed.
    await writeFile(join(dataDir, 'stores.json'), '{"database":"sqlite","blobs":"file"}\n');
    const begun = await type('account list');
    assert.equal(begun.status, 6);
    assert.match(begun.stderr, /is being moved.*valise migrate --abandon/);
    const again = await type(`migrate ${to}`);
    assert.equal(again.status, 0, again.stderr);
    assert.equal((await type(`account list ${now}`)).status, 0);
  });

  test('can be abandoned, and does not take its old copy for a new one', async (t) => {
    const { type, folder, dataDir } = await newInstallation(t);
    assert.match((await type('migrate --abandon')).stdout, /No move was begun/);
    const { to } = await newDatabase(folder);
    assert.equal((await type(`migrate ${to}`)).status, 0);
    await writeFile(join(dataDir, 'stores.json'), '{"database":"sqlite","blobs":"file"}\n');
    assert.equal((await type('migrate --abandon')).status, 0);
    assert.equal((await type('account add d@example.com 46700000001')).status, 0);
    const refused = await type(`migrate ${to}`);
    assert.equal(refused.status, 6);
    assert.match(refused.stderr, /is not empty/);
    assert.equal((await type('account list')).status, 0);
  });

  test('wants to know where to', async (t) => {
    const { type, folder } = await newInstallation(t);
    const { now, databaseUrl } = await newDatabase(folder);
    for (const line of ['migrate', 'migrate --to-database embedded']) {
      const refused = await type(line);
      assert.equal(refused.status, 2, refused.stdout);
      assert.match(refused.stderr, /--to-database, --to-blobs/);
    }
    const wrong = await type('migrate --to-database mysql://db/valise');
    assert.equal(wrong.status, 2);
    assert.match(wrong.stderr, /databaseUrl must be/);
    assert.ok(now.includes(databaseUrl));
  });
});
