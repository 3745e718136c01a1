import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { openCommandLine } from '../commands/command-fixture.ts';
import { systemClock as clock, systemRandomness as randomness } from '../platform/system.ts';
import { openInstallation } from './installation.ts';

interface Names {
  database?: string;
  blobs?: string;
}

async function openFolder(t: TestContext) {
  const line = await openCommandLine(t);
  const { dataDir } = line;

  async function open({ database = 'sqlite', blobs = 'file' }: Names): Promise<void> {
    const stores = { database, blobs, location: { dataDir } };
    const installation = await openInstallation(
      // Memory forgets its installation, so it gets new keys each time.
      { stores, keyDir: join(line.folder, randomness.bytes(4).toString('hex')), clock, randomness },
      { create: true },
    );
    await installation.close();
  }
  return { ...line, open, storesFile: join(dataDir, 'stores.json') };
}

test('a folder of the embedded stores has no file that names them', async (t) => {
  const { open, dataDir } = await openFolder(t);
  await open({});
  assert.ok(!(await readdir(dataDir)).includes('stores.json'));
});

test('a folder keeps which other stores its installation uses, and no more', async (t) => {
  const { open, storesFile } = await openFolder(t);
  await open({ database: 'memory', blobs: 'memory' });
  assert.deepEqual(JSON.parse(await readFile(storesFile, 'utf8')), {
    database: 'memory',
    blobs: 'memory',
  });
  await open({ database: 'memory', blobs: 'memory' });
});

for (const [used, given, setting] of [
  [{ database: 'memory' }, {}, /"memory".*"sqlite".*databaseUrl.*--database-url/],
  [{ blobs: 'memory' }, {}, /"memory".*"file".*blobUrl.*--blob-url/],
  [{}, { database: 'memory' }, /"sqlite".*"memory".*databaseUrl/],
  [{ database: 'memory' }, { database: 'memory', blobs: 'memory' }, /"file".*"memory".*blobUrl/],
] satisfies [Names, Names, RegExp][]) {
  test(`a folder of ${JSON.stringify(used)} is not opened as ${JSON.stringify(given)}`, async (t) => {
    const { open } = await openFolder(t);
    await open(used);
    await assert.rejects(open(given), (error) => {
      assert.ok(error instanceof Error);
      assert.match(error.message, setting);
      return true;
    });
  });
}

test('a command without the settings of its server refuses, and creates nothing', async (t) => {
  const { open, storesFile, type, dataDir } = await openFolder(t);
  await open({ database: 'memory', blobs: 'memory' });
  await writeFile(storesFile, '{"database":"postgres","blobs":"s3"}\n');
  const before = await readdir(dataDir);
  for (const command of ['account add a@example.com 46700000001', 'account list']) {
    const { status, stderr } = await type(command);
    assert.equal(status, 6, command);
    assert.match(stderr, /"postgres".*databaseUrl/);
  }
  const doctor = await type('doctor --offline --port 0');
  assert.match(doctor.stdout, /problem +data .*"postgres".*databaseUrl/);
  assert.deepEqual(await readdir(dataDir), before);
});

test('a file that cannot be understood is not taken for the embedded stores', async (t) => {
  const { open, storesFile } = await openFolder(t);
  await open({ database: 'memory' });
  for (const text of ['', '{', 'null', '{"database":"sqlite"}']) {
    await writeFile(storesFile, text);
    await assert.rejects(open({}), /stores\.json does not say/);
  }
});
