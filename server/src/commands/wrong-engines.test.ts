import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';

import { openInstallation } from '../compose/installation.ts';
import { systemClock as clock, systemRandomness as randomness } from '../platform/system.ts';
import type { StoreLocation } from '../stores/store-settings.ts';
import { missingCeph, newCephLocation } from '../testing/ceph-server.ts';
import type { PostgresDatabase } from '../testing/postgres-server.ts';
import { missingPostgres, startPostgresServer } from '../testing/postgres-server.ts';
import { openCommandLine } from './command-fixture.ts';

type Ceph = Awaited<ReturnType<typeof newCephLocation>>;

/** No process can listen there, so that a server that gets this far ends too. */
const serve = ['serve', '--host', '192.0.2.1', '--allow-plain-http', '--port', '0'];

/** A command line on an installation whose engines are named by flags. */
async function openLine(t: TestContext) {
  const line = await openCommandLine(t);

  async function secretFile(name: string, content: string): Promise<string> {
    const path = join(line.folder, name);
    await writeFile(path, content, { mode: 0o600 });
    return path;
  }

  async function flagsOf({ databaseUrl, databasePassword }: PostgresDatabase): Promise<string[]> {
    const file = await secretFile('password', databasePassword);
    return ['--database-url', databaseUrl, '--database-password-file', file];
  }

  async function bucketFlags({ blobUrl, s3 }: Ceph): Promise<string[]> {
    const { accessKeyId, secretAccessKey, endpoint, region } = s3;
    const content = `aws_access_key_id = ${accessKeyId}\naws_secret_access_key = ${secretAccessKey}`;
    const file = await secretFile('credentials', content);
    const access = [
      '--s3-endpoint',
      endpoint,
      '--s3-region',
      region,
      '--s3-credentials-file',
      file,
    ];
    return ['--blob-url', blobUrl, ...access];
  }

  /** Makes an installation, and keys that it uses. */
  async function install(location: Omit<StoreLocation, 'dataDir'>, folder = 'data') {
    const dataDir = join(line.folder, folder);
    const database = location.databaseUrl === undefined ? 'sqlite' : 'postgres';
    const blobs = location.blobUrl === undefined ? 'file' : 's3';
    const stores = { database, blobs, location: { dataDir, ...location } };
    const installation = await openInstallation(
      { stores, keyDir: join(dataDir, 'keys'), clock, randomness },
      { create: true, migrates: true },
    );
    return {
      advance: () => installation.keys.advance(),
      close: () => installation.close(),
    };
  }

  async function refuses(args: readonly string[], status: number, says: RegExp): Promise<void> {
    const run = await line.run(args);
    assert.match(run.stderr, says);
    assert.equal(run.status, status, run.stderr);
  }

  return { ...line, flagsOf, bucketFlags, install, refuses };
}

/** A port that nothing listens on. */
async function findClosedPort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('a database that is wrong', { skip: missingPostgres, timeout: 300_000 }, () => {
  const server = missingPostgres === false ? startPostgresServer() : undefined;
  server?.catch(() => undefined);

  async function newDatabase(): Promise<PostgresDatabase> {
    return (await (await server)?.createDatabase()) ?? assert.fail();
  }

  test('is named with its setting where it cannot be reached, and its password is not', async (t) => {
    const { flagsOf, run } = await openLine(t);
    const right = await newDatabase();
    const closed = `127.0.0.1:${await findClosedPort()}`;
    const faults: [PostgresDatabase, RegExp][] = [
      [
        { ...right, databaseUrl: right.databaseUrl.replace(/127\.0\.0\.1:\d+/, closed) },
        /cannot be reached\..*databaseUrl/,
      ],
      [{ ...right, databaseUrl: `${right.databaseUrl}_none` }, /no database at .*databaseUrl/],
      [{ ...right, databasePassword: 'wrong' }, /refused the sign-in.*databasePasswordFile/],
    ];
    for (const [place, says] of faults) {
      const { status, stderr } = await run([...serve, ...(await flagsOf(place))]);
      assert.equal(status, 1, stderr);
      assert.match(stderr, says);
      assert.ok(!stderr.includes(place.databasePassword), stderr);
    }
  });

  test('is refused where it is empty and keys exist', async (t) => {
    const { flagsOf, install, refuses } = await openLine(t);
    const { advance, close } = await install(await newDatabase());
    await advance();
    await close();
    const empty = await flagsOf(await newDatabase());
    const elsewhere = ['--data', 'new', '--key-dir', 'data/keys'];
    await refuses(
      [...serve, ...elsewhere, ...empty],
      6,
      /holds the keys .* is empty\. Correct databaseUrl/,
    );
  });

  test('is refused where it is older than its keys', async (t) => {
    const { flagsOf, install, refuses } = await openLine(t);
    const database = await newDatabase();
    const before = await install(database);
    await before.advance();
    await before.close();
    const name = new URL(database.databaseUrl).pathname.slice(1);
    await (
      await server
    )?.runAsSuperuser(`create database ${name}_old template ${name} owner valise`);
    const after = await install(database);
    await after.advance();
    await after.close();
    const older = await flagsOf({ ...database, databaseUrl: `${database.databaseUrl}_old` });
    await refuses([...serve, ...older], 6, /_old is older than its keys.*valise recover/);
  });

  test('is refused where it belongs to another installation', async (t) => {
    const { flagsOf, install, refuses } = await openLine(t);
    const [ours, others] = [await newDatabase(), await newDatabase()];
    for (const [place, folder] of [
      [ours, 'data'],
      [others, 'other'],
    ] as const) {
      const { advance, close } = await install(place, folder);
      await advance();
      await close();
    }
    await refuses([...serve, ...(await flagsOf(others))], 6, /another installation.*databaseUrl/);
  });
});

describe('a bucket that is wrong', { skip: missingCeph, timeout: 300_000 }, () => {
  test('is refused where it belongs to another installation, or is not the one that was used', async (t) => {
    const { bucketFlags, install, refuses, run } = await openLine(t);
    const place = await newCephLocation();
    await (await install(place)).close();
    const inUse = await bucketFlags(place);
    assert.match((await run([...serve, ...inUse])).stderr, /192\.0\.2\.1/);

    const newcomer = ['--data', 'new', ...inUse];
    await refuses([...serve, ...newcomer], 6, /holds the files of an installation.*blobUrl/);
    const other = await newCephLocation();
    await (await install(other, 'other')).close();
    const foreign = await bucketFlags(other);
    await refuses([...serve, ...foreign], 6, /another installation.*blobUrl/);
    const examine = ['doctor', '--min-free-space', '1', '--port', '0'];
    assert.match((await run([...examine, ...foreign])).stdout, /another installation than the/);
    assert.doesNotMatch((await run([...examine, ...inUse])).stdout, /installation than|not say/);
    const empty = await bucketFlags(await newCephLocation());
    await refuses([...serve, ...empty], 6, /does not hold the files of this.*blobUrl/);
  });

  test('is named with its settings where it cannot be reached', async (t) => {
    const { bucketFlags, run } = await openLine(t);
    const place = await newCephLocation();
    const endpoint = `http://127.0.0.1:${await findClosedPort()}`;
    for (const [wrong, reason] of [
      [{ ...place, s3: { ...place.s3, endpoint } }, /ECONNREFUSED/],
      [{ ...place, s3: { ...place.s3, secretAccessKey: 'wrong' } }, /403/],
    ] as const) {
      const { status, stderr } = await run([...serve, ...(await bucketFlags(wrong))]);
      assert.equal(status, 1, stderr);
      assert.match(stderr, /blobUrl, s3Endpoint, s3Region, s3CredentialsFile or the clock/);
      assert.match(stderr, reason);
      assert.ok(!stderr.includes(place.s3.secretAccessKey));
    }
  });
});
