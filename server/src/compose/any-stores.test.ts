import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';

import { accountsOf } from '../commands/account/account-list.ts';
import { operator } from '../commands/installation/open-data.ts';
import type { Database } from '../domain/model/database.ts';
import { formOf } from '../http/upload-page/upload-page-fixture.ts';
import { systemRandomness as randomness } from '../platform/system.ts';
import { blobStores, databases } from '../stores/registry.ts';
import { missingCeph, newCephLocation } from '../testing/ceph-server.ts';
import { missingPostgres, startPostgresServer } from '../testing/postgres-server.ts';
import { openTestApp } from './test-app-fixture.ts';

const alice = 'alice@example.com';
const limit = { timeout: 300_000 };

interface Names {
  database: string;
  blobs: string;
}

const server = missingPostgres === false ? startPostgresServer() : undefined;

/** A whole server on stores from the registry, and an account that calls it. */
async function openServer(t: TestContext, names: Names) {
  const calls: string[] = [];
  const { app, installation, config, dataDir } = await openTestApp(t, {
    args: ['--workers', '1'],
    opening: { create: true, migrates: true },
    async stores(folder) {
      const location = {
        dataDir: folder,
        ...(names.blobs === 's3' && (await newCephLocation())),
        ...(names.database === 'postgres' && (await (await server)?.createDatabase())),
      };
      return { ...names, location };
    },
    wrap: (opened) => ({ ...opened, database: noteCalls(opened.database, calls) }),
  });
  const added = { email: alice, number: '46700000001', role: 'api', key: undefined } as const;
  const { key = '' } = await accountsOf(installation, config).add(operator, added);
  const authorization = `Basic ${Buffer.from(`${alice}:${key}`).toString('base64')}`;
  const page = await app.inject({ url: `/${alice}/`, headers: { authorization } });
  const token = /name="csrftoken" value="([^"]+)"/.exec(page.body)?.[1] ?? assert.fail();

  /** Without a body, it is a GET. */
  async function call(operation: string, body: Partial<ReturnType<typeof formOf>> | object[] = {}) {
    const sent = Array.isArray(body) ? { payload: body } : body;
    const answer = await app.inject({
      method: 'payload' in sent ? 'POST' : 'GET',
      url: `/${alice}/cgi/${operation}.cgi`,
      ...sent,
      headers: { ...('headers' in sent && sent.headers), authorization, 'csrf-token': token },
    });
    assert.equal(answer.statusCode, 200, `${operation}: ${answer.body}`);
  }
  return { app, installation, dataDir, call, calls };
}

/** The database, with a note of each call of a repository. */
function noteCalls(database: Database, calls: string[]): Database {
  const noted = Object.entries(database).map(([name, value]: [string, unknown]) => {
    if (typeof value !== 'object' || value === null) return [name, value];
    const methods = Object.entries(value).map(
      ([verb, method]: [string, (...args: unknown[]) => unknown]) => [
        verb,
        (...args: unknown[]) => {
          calls.push(`${name}.${verb}`);
          return method(...args);
        },
      ],
    );
    return [name, Object.fromEntries(methods) as unknown];
  });
  return Object.fromEntries(noted) as Database;
}

test(
  'on PostgreSQL an authenticated call costs one read besides its own after a change, and none before the next one',
  { ...limit, skip: missingPostgres },
  async (t) => {
    const { call, calls } = await openServer(t, { database: 'postgres', blobs: 'memory' });
    await call('contacts_add', [{ email: 'bob@example.com' }]);
    calls.length = 0;
    await call('contacts_read');
    assert.deepEqual(calls, ['apiKeys.readAccess', 'contacts.listLocal', 'contacts.listGlobal']);
    // The server itself changes something now and then.
    let tries = 0;
    do {
      tries += 1;
      assert.ok(tries < 50, `a call still reads ${calls.join(', ')}`);
      calls.length = 0;
      await call('contacts_read');
    } while (calls.length > 0);
  },
);

describe('a whole server', () => {
  for (const database of databases) {
    for (const blobs of blobStores) {
      const names = { database: database.name, blobs: blobs.name };
      test(
        `takes, sends and gives out files with the database "${names.database}" and the blob store "${names.blobs}"`,
        {
          ...limit,
          skip:
            (blobs.name === 's3' && missingCeph) ||
            (database.name === 'postgres' && missingPostgres),
        },
        async (t) => {
          const { app, installation, dataDir, call } = await openServer(t, names);
          const small = Buffer.from('a small file');
          const large = Buffer.from(randomness.bytes(3 * 1024 * 1024));
          for (const [name, bytes] of [
            ['small.txt', small],
            ['large.bin', large],
          ] as const) {
            await call('upload', formOf(['do', 'upload'], ['file', bytes, name]));
          }
          await call('contacts_add', [{ email: 'bob@example.com' }]);
          await call('receivers_set', [{ email: 'bob@example.com' }]);
          await call('get_files');
          await call('createdrop', {
            payload: Buffer.from('{}'),
            headers: { 'content-type': 'application/json' },
          });

          const [drop] = await installation.database.dispatches.listDue(Infinity, 10);
          const overview = await installation.database.dispatches.find(drop?.id ?? assert.fail());
          const receiver = overview?.receivers[0] ?? assert.fail();
          const link = `/d/${installation.linkSecret(receiver.id, receiver.linkGeneration)}`;
          const page = await app.inject({ url: link });
          assert.equal(page.statusCode, 200);
          for (const [name, bytes] of [
            ['small.txt', small],
            ['large.bin', large],
          ] as const) {
            const address = [...page.body.matchAll(/href="([^"]+)"/g)]
              .map(([, href = '']) => href)
              .find((href) => href.endsWith(name));
            const download = await app.inject({ url: address ?? assert.fail(page.body) });
            assert.equal(download.statusCode, 200);
            assert.ok(download.rawPayload.equals(bytes), `${name} is what was sent`);
          }
          const ready = await app.inject({ url: '/readyz' });
          assert.equal(ready.statusCode, 200, ready.body);
          const folders = await readdir(dataDir);
          assert.equal(folders.includes('valise.db'), database.name === 'sqlite');
          assert.equal(folders.includes('blobs'), blobs.name === 'file');
        },
      );
    }
  }
});
