import assert from 'node:assert/strict';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import type { Installation } from '../compose/installation.ts';
import { dataPaths, openInstallation } from '../compose/installation.ts';
import { takeKeyLock, takeServerLock } from '../locks/server-lock.ts';
import { systemClock, systemRandomness } from '../platform/system.ts';
import type { CommandLine } from './command-fixture.ts';
import { openCommandLine } from './command-fixture.ts';
import { expectFinding, openHealthy } from './doctor/doctor-fixture.ts';
import { embeddedStores } from '../stores/store-settings.ts';

const later = 'tray-2026-11-15';
const exits = { usage: 2, inUse: 5 };

async function withInstallation<Result>(
  { dataDir }: CommandLine,
  work: (installation: Installation) => Promise<Result>,
  options: { migrates?: boolean } = {},
): Promise<Result> {
  const installation = await openInstallation(
    {
      stores: embeddedStores(dataDir),
      keyDir: join(dataDir, 'keys'),
      clock: systemClock,
      randomness: systemRandomness,
    },
    { create: false, ...options },
  );
  try {
    return await work(installation);
  } finally {
    await installation.close();
  }
}

/** A data folder with a database from before the newest key was made, on which `sql` was run. */
async function openOlder(t: TestContext, sql = '') {
  const line = await openCommandLine(t);
  await line.type('account add a@example.com 46700000001');
  const databaseFile = join(line.dataDir, 'valise.db');
  await withInstallation(line, ({ keys }) => keys.setRowsBoundAt(systemClock.now()));
  await cp(databaseFile, join(line.folder, 'older.db'));
  await withInstallation(line, ({ keys }) => keys.keyRing.ensure(later));
  await cp(join(line.folder, 'older.db'), databaseFile);
  const rows = new DatabaseSync(databaseFile);
  rows.exec(sql);
  rows.close();
  const keyring = () => readFile(join(line.dataDir, 'keys/keyring.sealed'), 'hex');
  return { ...line, keyring };
}

test('an older database that was accepted knows every key, so that each ends in its turn', async (t) => {
  const line = await openOlder(t);
  const { status, stdout } = await line.type('recover --accept-older-database --yes');
  assert.equal(status, 0);
  assert.match(stdout, /^Accepted/);
  await withInstallation(line, async ({ database, trailAnchor }) => {
    assert.deepEqual(await database.keyBuckets.list(), [{ bucket: later, spentAt: undefined }]);
    const [newest] = await database.audit.listNewest(1);
    assert.equal(newest?.action, 'database.older_accepted');
    assert.equal((await trailAnchor.find())?.sequence, newest.sequence);
  });
});

test('an older database from before rows of people had MACs gets them at the next start', async (t) => {
  const line = await openOlder(t, 'update accounts set mac = null');
  const boundAt = () => withInstallation(line, ({ keys }) => Promise.resolve(keys.rowsBoundAt));
  const count = () =>
    withInstallation(line, async ({ database }) => (await database.accounts.list()).length);
  assert.notEqual(await boundAt(), undefined, 'the keys are from after');
  assert.equal((await line.type('recover --accept-older-database --yes')).status, 0);
  assert.equal(await boundAt(), undefined);
  assert.equal(await count(), 1, 'until then rows are taken as they are');
  await withInstallation(line, () => Promise.resolve(), { migrates: true });
  assert.notEqual(await boundAt(), undefined);
  assert.equal(await count(), 1);
});

test('an older database whose rows of people have MACs keeps them in force', async (t) => {
  const line = await openOlder(t);
  assert.equal((await line.type('recover --accept-older-database --yes')).status, 0);
  assert.notEqual(
    await withInstallation(line, ({ keys }) => Promise.resolve(keys.rowsBoundAt)),
    undefined,
  );
});

test('an older database is accepted only by who says so, and while no server uses it or its keys', async (t) => {
  const line = await openOlder(t);
  const before = await line.keyring();
  const asked = await line.type('recover --accept-older-database', { answer: 'no' });
  assert.match(asked.stderr, /Nothing was changed/);
  for (const take of [
    () => takeKeyLock(join(line.dataDir, 'keys')),
    () => takeServerLock(dataPaths(line.dataDir).serverLock),
  ]) {
    const lock = take();
    const { status, stderr } = await line.type('recover --accept-older-database --yes');
    lock.release();
    assert.equal(status, exits.inUse, stderr);
  }
  assert.equal((await line.type('recover --yes')).status, exits.usage);
  assert.equal(await line.keyring(), before);
});

async function storeOrphans({ dataDir }: CommandLine, count: number, prefix = 'aa'): Promise<void> {
  const folder = join(dataDir, 'blobs', prefix);
  await mkdir(folder, { recursive: true });
  for (let at = 0; at < count; at += 1) {
    await writeFile(join(folder, `${prefix}${String(at).padStart(20, '0')}`), 'sealed');
  }
}

test('a database is accepted although files came in after it, and the doctor is content from then on', async (t) => {
  const line = await openHealthy(t);
  const accept = 'recover --accept-older-database';
  const fits = await line.type(`${accept} --yes`);
  assert.match(fits.stdout, /Nothing was changed/, 'no file has come in');

  await storeOrphans(line, 3);
  const remedy =
    /3 files came in after.+restored backup, run: valise recover --accept-older-database/;
  await expectFinding(line, 'journal', 'problem', remedy);
  const declined = await line.type(accept, { answer: 'no' });
  assert.match(declined.stderr, /Nothing was changed/);
  await expectFinding(line, 'journal', 'problem', remedy);

  const accepted = await line.json(`${accept} --yes`);
  assert.deepEqual(accepted, { status: 'ok', accepted: 0, newerFiles: 3, quarantined: 0 });
  await withInstallation(line, async ({ database }) => {
    const [newest] = await database.audit.listNewest(1);
    assert.equal(newest?.action, 'database.older_accepted');
    assert.deepEqual(newest.details, { changes: 0, keys: 0, files: 3 });
  });
  const { files } = await expectFinding(line, 'journal', 'ok', /Nothing was stored/, '--files');
  assert.equal(files?.orphans?.blobs, 3, 'that no row knows them is still said');

  const again = await line.type(`${accept} --yes`);
  assert.match(again.stdout, /Nothing was changed/);
  await storeOrphans(line, 2, 'bb');
  const { stdout } = await line.type(accept, { answer: 'yes' });
  assert.match(
    stdout,
    /^Accepted: the database does not know 2 stored files that came in after it/,
  );
});

test('more orphans than crashes leave are put into quarantine when the operator says so', async (t) => {
  const line = await openCommandLine(t);
  await line.type('account add a@example.com 46700000001');
  await storeOrphans(line, 101);
  const { stdout, stderr } = await line.type('recover --quarantine-orphans --yes');
  assert.match(stdout, /^Put 101 stored files into quarantine/, stderr);
  await withInstallation(line, async ({ blobs }) => {
    assert.equal((await Array.fromAsync(blobs.listQuarantined())).length, 101);
    assert.equal((await Array.fromAsync(blobs.list())).length, 0);
  });
});
