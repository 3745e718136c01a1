import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { inspect } from 'node:util';
import type { ErrorCode, ValiseError } from '../../domain/model/valise-error.ts';
import { makeCertificate } from '../../testing/certificate.ts';
import type { PostgresDatabase, PostgresServer } from '../../testing/postgres-server.ts';
import { launchPostgres, missingPostgres } from '../../testing/postgres-server.ts';
import { testRowBinding } from '../../testing/row-binding-fixture.ts';
import type { DataLocation } from '../database-definition.ts';
import { postgresDatabase } from './definition.ts';

describe('the way to a PostgreSQL server by TLS', { skip: missingPostgres }, () => {
  let folder: string;
  let databaseCaFile: string;
  let otherCaFile: string;
  let server: PostgresServer & { end(): Promise<void> };
  let place: PostgresDatabase;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'valise-tls-'));
    const certificate = await makeCertificate(folder, 'database');
    databaseCaFile = certificate.file;
    otherCaFile = (await makeCertificate(folder, 'other')).file;
    server = await launchPostgres({ certificate });
    place = await server.createDatabase();
  });

  after(async () => {
    await server.end();
    await rm(folder, { recursive: true });
  });

  function locationAt(host: string, caFile?: string): DataLocation {
    const url = new URL(`${place.databaseUrl}?sslmode=verify-full`);
    url.hostname = host;
    return { ...place, dataDir: folder, databaseUrl: url.href, databaseCaFile: caFile };
  }

  async function open(location: DataLocation) {
    return await postgresDatabase.open(location, { binding: testRowBinding, migrates: false });
  }

  /** Nothing that is printed of the error, with all its causes, contains the password. */
  async function assertRefused(
    location: DataLocation,
    message: RegExp,
    code: ErrorCode = 'unavailable',
  ): Promise<void> {
    await assert.rejects(open(location), (error: ValiseError) => {
      assert.equal(error.code, code);
      assert.match(error.message, message);
      const printed = inspect(error, { depth: 20, showHidden: true });
      for (const form of [place.databasePassword, encodeURIComponent(place.databasePassword)]) {
        assert.ok(!printed.includes(form), printed);
      }
      return true;
    });
  }

  test('is encrypted where the certificate is of an authority that databaseCaFile names', async (context) => {
    const database = await open(locationAt('localhost', databaseCaFile));
    context.after(() => database.close());
    await database.check();
    const connections = await server.runAsSuperuser(
      `select ssl, version from pg_stat_ssl join pg_stat_activity using (pid) where usename = 'valise'`,
    );
    assert.ok(connections.length > 0);
    for (const { ssl, version } of connections) {
      assert.equal(ssl, true);
      assert.match(String(version), /^TLSv1\.[23]$/);
    }
  });

  test('is refused where the certificate is of another authority', async () => {
    const unverified =
      /certificate of the database server at \S+ could not be verified.*Set databaseCaFile to/;
    await assertRefused(locationAt('localhost', otherCaFile), unverified);
    await assertRefused(locationAt('localhost'), unverified);
  });

  test('is refused where the certificate is for another host', async () => {
    const otherHost =
      /could not be verified.*127\.0\.0\.1.*use the host name that the certificate is for/;
    await assertRefused(locationAt('127.0.0.1', databaseCaFile), otherHost);
  });

  test('is refused where the file of the authority is missing or holds no certificate', async () => {
    const empty = join(folder, 'empty.pem');
    await writeFile(empty, '');
    const none = /^databaseCaFile .*empty\.pem.* contains no certificate/;
    await assertRefused(locationAt('localhost', empty), none, 'config_invalid');
    const unreadable = /^databaseCaFile cannot be read .*missing\.pem/;
    const missing = join(folder, 'missing.pem');
    await assertRefused(locationAt('localhost', missing), unreadable, 'config_invalid');
  });

  test('is not taken in plain text where the server offers no TLS', async () => {
    await server.runAsSuperuser('alter system set ssl = off');
    await server.stop();
    await server.start();
    const plain = /does not offer TLS.*add \?sslmode=disable to databaseUrl/;
    await assertRefused(locationAt('localhost', databaseCaFile), plain);
  });
});
