import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import pino from 'pino';
import { accountsOf } from '../commands/account/account-list.ts';
import { day } from '../domain/model/clock.ts';
import { openInstallation } from './installation.ts';
import { systemClock as clock, systemRandomness as randomness } from '../platform/system.ts';
import { sampleDispatch, sampleReceiver } from '../testing/samples.ts';
import { embeddedStores } from '../stores/store-settings.ts';
import { openTestApp } from './test-app-fixture.ts';

const operator = { name: 'operator', source: 'cli', requestId: '-' };
const [alice, mallory] = ['alice@example.com', 'mallory@example.com'];

/** A whole server with two accounts, and a way to write rows without its key. */
async function openServer(t: TestContext) {
  const lines: string[] = [];
  const opening = { create: true, migrates: true };
  const { app, installation, config, dataDir } = await openTestApp(t, {
    stores: embeddedStores,
    opening,
    log: pino({ level: 'error' }, { write: (line) => lines.push(line) }),
  });
  const { keyDir } = config;
  const start = () =>
    openInstallation({ stores: embeddedStores(dataDir), keyDir, clock, randomness }, opening);
  const accounts = accountsOf(installation, config);
  const add = async (email: string) =>
    (await accounts.add(operator, { email, number: '46700000001', role: 'api', key: undefined }))
      .key ?? assert.fail();
  const keys = { alice: await add(alice), mallory: await add(mallory) };
  const rows = new DatabaseSync(join(dataDir, 'valise.db'));
  t.after(() => {
    rows.close();
  });

  async function signIn(email: string, key: string): Promise<number> {
    const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
    return (await app.inject({ url: `/${email}/`, headers: { authorization } })).statusCode;
  }

  async function listTampered(): Promise<string[]> {
    const records = await installation.database.audit.list(0, 1000);
    return records.filter(({ action }) => action === 'rows.tampered').map(({ object }) => object);
  }
  return { app, installation, rows, keys, keyDir, lines, start, signIn, listTampered };
}

test('a copied key opens no other account; the log and the trail tell of it once', async (t) => {
  const { rows, keys, signIn, listTampered, lines } = await openServer(t);
  assert.equal(await signIn(mallory, keys.mallory), 200);
  rows.exec(
    `insert into api_keys (id, account_id, hash, created_at, mac) select 'copied',
       (select id from accounts where email = '${alice}'), hash, created_at, mac from api_keys
       where account_id = (select id from accounts where email = '${mallory}')`,
  );
  assert.equal(await signIn(alice, keys.mallory), 401);
  assert.equal(await signIn(alice, keys.mallory), 401);
  assert.equal(await signIn(alice, keys.alice), 200);
  assert.deepEqual(await listTampered(), ['copied']);
  assert.equal(lines.filter((line) => line.includes('"id":"copied"')).length, 1);
});

test('a drop whose second factor was taken away is answered like a missing one', async (t) => {
  const { app, installation, rows, listTampered } = await openServer(t);
  const { database, tokenHasher, linkSecret } = installation;
  const sender = (await database.accounts.findByEmail(alice)) ?? assert.fail();
  const now = clock.now();
  const times = { createdAt: now, expiresAt: now + day };
  const drop = sampleDispatch(sender, 'drop', { ...times, secondFactor: 'email' });
  const { id } = sampleReceiver(drop, 'bob@example.com');
  const secret = linkSecret(id, 0);
  const linkHash = tokenHasher.hash('link', secret);
  await database.dispatches.add(drop, [sampleReceiver(drop, 'bob@example.com', { linkHash })]);

  const open = await app.inject({ url: `/d/${secret}` });
  assert.notEqual(open.statusCode, 404);
  rows.exec(`update dispatches set second_factor = 'off'`);
  const tampered = await app.inject({ url: `/d/${secret}` });
  const missing = await app.inject({ url: `/d/${'A'.repeat(43)}` });
  assert.equal(tampered.statusCode, missing.statusCode);
  assert.deepEqual(await listTampered(), [id]);
});

test('rows without a code are bound at the first start only', async (t) => {
  const { rows, keyDir, keys, start, signIn } = await openServer(t);
  await rm(join(keyDir, 'rows.bound'));
  rows.exec('update api_keys set mac = null');
  assert.equal(await signIn(alice, keys.alice), 401);
  await (await start()).close();
  assert.equal(await signIn(alice, keys.alice), 200);
  rows.exec('update api_keys set mac = null');
  await assert.rejects(start(), { code: 'data_unsafe', message: /rows\.bound/ });
  assert.equal(await signIn(alice, keys.alice), 401);
});
