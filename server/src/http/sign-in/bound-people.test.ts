import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { Client } from 'pg';
import { accountsOf } from '../../commands/account/account-list.ts';
import { bindPeopleOnce } from '../../compose/bind-rows.ts';
import { openInstallation } from '../../compose/installation.ts';
import { composeTestApp, loadTestConfig } from '../../compose/test-app-fixture.ts';
import { eventually } from '../../coordination/eventually.ts';
import { hour } from '../../domain/model/clock.ts';
import { findEarlier } from '../../domain/model/idempotency.ts';
import { createAccountLinkIssue } from '../../domain/people/account-link-issue.ts';
import { createSessions } from '../../domain/people/sessions.ts';
import { systemClock as clock, systemRandomness as randomness } from '../../platform/system.ts';
import { createAuthenticatorSecrets } from '../../sealing/crypto/totp.ts';
import { embeddedStores } from '../../stores/store-settings.ts';
import {
  hashFor,
  idFor,
  sampleAccount,
  sampleDispatch,
  sampleReceiver,
} from '../../testing/samples.ts';
import { createTestDatabase } from '../../testing/test-database-fixture.ts';
import { host, ownForm } from '../app/people-fixture.ts';
import { sessionCookie } from '../routing/person-cookies.ts';

const operator = { name: 'operator', source: 'cli', requestId: '-' };
const tables = ['accounts', 'sessions', 'recovery_codes', 'receiver_codes', 'receiver_sessions'];
const anna = sampleAccount('anna@example.com', { role: 'user' });
const ben = sampleAccount('ben@example.com', { role: 'user' });
const cleo = sampleAccount('cleo@example.com', { role: 'admin' });

/** A data folder, the server on it, and a way to write rows without its keys. */
async function openFolder(t: TestContext) {
  const dataDir = await mkdtemp(join(tmpdir(), 'valise-bound-'));
  const postgres = await createTestDatabase();
  const embedded = embeddedStores(dataDir);
  const stores =
    postgres === undefined
      ? embedded
      : { ...embedded, database: 'postgres' as const, location: { dataDir, ...postgres } };
  const config = await loadTestConfig(dataDir);
  const { keyDir } = config;
  const opened: { close(): Promise<unknown> }[] = [];
  async function close() {
    for (const each of opened.splice(0).reverse()) await each.close();
  }
  t.after(async () => {
    await close();
    await rm(dataDir, { recursive: true });
  });

  async function start() {
    const installation = await openInstallation(
      { stores, keyDir, clock, randomness },
      { create: true, migrates: true },
    );
    opened.push(installation);
    const app = await composeTestApp(installation, config);
    opened.push(app);
    return { app, installation };
  }

  /** As somebody who can write rows, and has no key. */
  async function write(sql: string): Promise<void> {
    if (postgres === undefined) {
      const rows = new DatabaseSync(join(dataDir, 'valise.db'));
      // The server, in this thread, may be writing.
      await eventually(async () => {
        await Promise.resolve();
        rows.exec(sql);
      });
      rows.close();
      return;
    }
    const { hostname, port, username: user, pathname } = new URL(postgres.databaseUrl);
    const client = new Client({
      ...{ host: hostname, port: Number(port), user, database: pathname.slice(1) },
      password: postgres.databasePassword,
    });
    await client.connect();
    await client.query(sql);
    await client.end();
  }
  return { config, start, close, write };
}

type Server = Awaited<ReturnType<Awaited<ReturnType<typeof openFolder>>['start']>>;

const sessionsOf = ({ installation }: Server) =>
  createSessions({
    ...{ database: installation.database, hasher: installation.tokenHasher, randomness, clock },
    onFault(error) {
      throw error;
    },
  });

const getPage = ({ app }: Server, session: string, url = '/app/') =>
  app.inject({
    url,
    headers: { host, accept: 'text/html', cookie: `${sessionCookie}=${session}` },
  });

async function listTampered({ installation }: Server): Promise<string[]> {
  const records = await installation.database.audit.list(0, 1000);
  return records.filter(({ action }) => action === 'rows.tampered').map(({ object }) => object);
}

/** What an earlier version left behind: rows without MACs, and hashes under one key for all purposes. */
async function fill(server: Server, folder: Awaited<ReturnType<typeof openFolder>>) {
  const { installation } = server;
  const { database, tokenHasher: hasher, keys } = installation;
  await keys.setRowsBoundAt(undefined);
  const accounts = accountsOf(installation, folder.config);
  for (const account of [anna, ben, cleo]) await database.accounts.add(account);
  const program = { email: 'program@example.com', number: '46700000001', role: 'api' as const };
  const { key = assert.fail() } = await accounts.add(operator, { ...program, key: undefined });
  const secrets = createAuthenticatorSecrets(keys.derived.totp, randomness);
  const sealed = secrets.make(anna.id);
  await database.totp.put({ accountId: anna.id, sealed, confirmedAt: 1, waitsUntil: undefined });
  await database.recoveryCodes.replace(anna.id, [
    hasher.hash('recovery code', anna.id, 'abcde'),
    hasher.hash('recovery code', anna.id, 'fghij'),
  ]);
  const opening = { state: 'full', proof: { by: 'password' }, source: '::1', client: '' } as const;
  const session = await sessionsOf(server).open(database, anna, opening);
  const issue = createAccountLinkIssue({ ...installation, hasher });
  const invitation = await issue.send(operator, ben.email, 'invitation');
  const reset = await issue.send(operator, cleo.email, 'reset');
  const keyHash = hasher.hash('idempotency key', 'order 5');
  const claim = { keyHash, requestHash: hashFor('request') };
  const expiresAt = clock.now() + hour;
  await database.idempotency.add({ ...claim, accountId: anna.id, expiresAt });
  const [createdAt, lastUsedAt] = [clock.now(), undefined];
  await database.passkeys.add({
    ...{ id: idFor('passkey'), accountId: anna.id, rpId: 'localhost', publicKey: hashFor('key') },
    ...{ algorithm: -7, counter: 0, name: '', createdAt, lastUsedAt },
  });
  const identity = { issuer: 'https://login.example.com', subject: 'anna', label: '' };
  await database.identities.add({ ...identity, accountId: anna.id, createdAt, lastUsedAt });
  const drop = sampleDispatch(anna, 'drop', { createdAt, expiresAt });
  const receiver = sampleReceiver(drop, 'dan@example.com');
  await database.dispatches.add(drop, [receiver]);
  const entered = { hash: hashFor('entered'), receiverId: receiver.id, expiresAt };
  await database.receiverSessions.add(entered);
  await folder.close();
  for (const table of tables) await folder.write(`update ${table} set mac = null`);
  await folder.write('update passkeys set since_mac = null');
  return {
    session,
    invitation,
    reset,
    key,
    program,
    identity,
    passkeyAddedAt: createdAt,
    receiverId: receiver.id,
  };
}

async function upgrade(t: TestContext) {
  const folder = await openFolder(t);
  const left = await fill(await folder.start(), folder);
  const server = await folder.start();
  // With PostgreSQL, a job does it once no earlier node is left.
  assert.ok(await bindPeopleOnce(server.installation));
  return { ...folder, server, left };
}

test('an upgrade ends nothing that an earlier version left behind', async (t) => {
  const { server, left } = await upgrade(t);
  const { app, installation } = server;
  const { database, tokenHasher: hasher, keys } = installation;
  assert.ok((keys.rowsBoundAt ?? 0) > 0);

  assert.equal((await getPage(server, left.session)).statusCode, 200);
  assert.ok((await database.totp.find(anna.id))?.confirmedAt);
  const [, former = assert.fail()] = hasher.hashes('recovery code', anna.id, 'abcde');
  assert.ok(await database.recoveryCodes.take(anna.id, former));
  for (const path of [`/join/${left.invitation}`, `/reset/${left.reset}`]) {
    const answer = await app.inject({ url: path, headers: { host, accept: 'text/html' } });
    assert.equal(answer.statusCode, 200, path);
  }
  const [keyHash, otherKeyHash] = hasher.hashes('idempotency key', 'order 5');
  const claim = { keyHash, otherKeyHash, requestHash: hashFor('request') };
  assert.ok(await findEarlier(database, anna.id, claim, clock.now()));
  const { email } = left.program;
  const authorization = `Basic ${Buffer.from(`${email}:${left.key}`).toString('base64')}`;
  const listed = await app.inject({ url: `/${email}/`, headers: { host, authorization } });
  assert.equal(listed.statusCode, 200);
  assert.equal((await database.passkeys.listFor(anna.id)).length, 1);
  assert.ok(await database.identities.find(left.identity.issuer, left.identity.subject));
  assert.ok(await database.receiverSessions.find(hashFor('entered'), clock.now()));
  assert.deepEqual(await listTampered(server), []);
});

test('whoever writes rows gets neither an address, a role, a state, a second factor nor a session', async (t) => {
  const { server, left, write } = await upgrade(t);
  const { app, installation } = server;
  const { database, tokenHasher: hasher } = installation;
  const opens = async (url?: string) =>
    (await getPage(server, left.session, url)).statusCode === 200;
  const attacks: [string, string][] = [
    [
      `update accounts set email = 'eve@example.com'`,
      `update accounts set email = '${anna.email}'`,
    ],
    [`update accounts set role = 'admin'`, `update accounts set role = 'user'`],
    ['update accounts set disabled_at = 5', 'update accounts set disabled_at = null'],
    [`update accounts set second_factor = 'sms'`, `update accounts set second_factor = 'off'`],
  ];
  const ownRow = (sql: string) => `${sql} where id = '${anna.id}'`;
  for (const [attack, undo] of attacks) {
    await write(ownRow(attack));
    assert.equal(await opens(), false, attack);
    assert.equal(await database.accounts.find(anna.id), undefined, attack);
    if (attack.includes('eve@')) {
      await app.inject({
        ...{ method: 'POST', url: '/forgot', headers: ownForm },
        payload: 'email=eve%40example.com',
      });
      assert.equal(await database.accountLinks.findNewest(anna.id, 'reset'), undefined);
      assert.equal(await database.passwords.findByEmail('eve@example.com'), undefined);
    }
    await write(ownRow(undo));
    assert.equal(await opens(), true, undo);
  }
  await eventually(async () => {
    assert.deepEqual(await listTampered(server), [anna.id], 'once a day for each row');
  });

  for (const change of ['confirmed_at = null', 'confirmed_at = 2']) {
    await write(`update totp_secrets set ${change}`);
    await assert.rejects(database.totp.find(anna.id), { code: 'unauthorized' });
    assert.equal(await opens(), false, change);
    await write('update totp_secrets set confirmed_at = 1');
  }
  await write('create table kept as select * from totp_secrets; delete from totp_secrets');
  await assert.rejects(database.totp.find(anna.id), { code: 'unauthorized' });
  assert.equal(await opens(), false);
  await write('insert into totp_secrets select * from kept');
  assert.equal(await opens(), true);

  await write('update passkeys set created_at = 1');
  assert.deepEqual(await database.passkeys.listFor(anna.id), [], 'nor an older passkey');
  assert.equal(await database.passkeys.find(idFor('passkey')), undefined);
  await write(`update passkeys set created_at = ${left.passkeyAddedAt}`);
  assert.equal((await database.passkeys.listFor(anna.id)).length, 1);
  await database.passwords.put({ accountId: anna.id, phc: '$phc', setAt: 1 });
  await database.passwords.noteReset(anna.id, 5);
  for (const change of ['reset_at = null', 'reset_at = 4']) {
    await write(`update passwords set ${change} where account_id = '${anna.id}'`);
    assert.equal(await opens(), false, change);
  }
  await write(`delete from passwords where account_id = '${anna.id}'`);
  assert.equal(await opens(), false, 'nor an account that was never reset');
  await database.passwords.put({ accountId: anna.id, phc: '$phc', setAt: 1 });
  await write(`update passwords set reset_at = 5 where account_id = '${anna.id}'`);
  assert.equal(await opens(), true);

  // A hash of a text of one's own, as the stored hash of an Idempotency-Key was one.
  const [now, end] = [clock.now(), clock.now() + hour];
  const fields = [idFor('forged'), cleo.id, 'full', String(now), String(now), String(end), 'x'];
  const [, hash = assert.fail()] = hasher.hashes('session', ...fields);
  await write(
    `insert into sessions (id, account_id, state, hash, created_at, proved_at, last_used_at, expires_at, source, client)
     select '${idFor('forged')}', '${cleo.id}', 'full', hash, ${now}, ${now}, ${now}, ${end}, '', '' from sessions limit 1`,
  );
  const bytes = hash.toString('hex');
  const isPostgres = installation.stores.database.name === 'postgres';
  await write(
    `update sessions set hash = ${isPostgres ? `'\\x${bytes}'` : `x'${bytes}'`} where id = '${idFor('forged')}'`,
  );
  assert.notEqual((await getPage(server, `${idFor('forged')}.x`)).statusCode, 200);

  // Rows of another, copied.
  await write(`update recovery_codes set account_id = '${cleo.id}'`);
  const [, code = assert.fail()] = hasher.hashes('recovery code', anna.id, 'abcde');
  assert.equal(await database.recoveryCodes.take(cleo.id, code), false);
  await write(`update receiver_sessions set expires_at = expires_at + 1`);
  assert.equal(await database.receiverSessions.find(hashFor('entered'), clock.now()), undefined);
  const changed = [anna.id, idFor('passkey'), idFor('forged'), cleo.id, left.receiverId];
  await eventually(async () => {
    assert.deepEqual((await listTampered(server)).toSorted(), changed.toSorted());
  });
});

test('while an earlier node runs, what it writes and changes locks nobody out', async (t) => {
  const folder = await openFolder(t);
  const first = await folder.start();
  await first.installation.keys.setRowsBoundAt(undefined);
  const { database } = first.installation;
  await database.accounts.add(anna);
  const opening = { state: 'full', proof: { by: 'password' }, source: '::1', client: '' } as const;
  const session = await sessionsOf(first).open(database, anna, opening);
  await folder.write(`update accounts set role = 'admin', disabled_at = 5`);
  await folder.write('update accounts set disabled_at = null');
  await folder.write('update sessions set mac = null');
  assert.equal((await getPage(first, session)).statusCode, 200);
  assert.equal(await bindPeopleOnce(first.installation, () => Promise.resolve(false)), false);
  assert.equal(first.installation.keys.rowsBoundAt, undefined, 'not while it runs');
  assert.ok(await bindPeopleOnce(first.installation));
  assert.equal((await database.accounts.find(anna.id))?.role, 'admin');
  assert.equal((await getPage(first, session)).statusCode, 200);

  await folder.write('update accounts set mac = null');
  assert.equal(await database.accounts.find(anna.id), undefined);
  assert.ok(await bindPeopleOnce(first.installation));
  assert.equal(await database.accounts.find(anna.id), undefined, 'no second time');
});

test('a change by the server makes nothing rightful that somebody else wrote', async (t) => {
  const folder = await openFolder(t);
  const { installation } = await folder.start();
  const { database } = installation;
  await database.accounts.add(anna);
  await folder.write(`update accounts set role = 'admin'`);
  await database.transact(({ accounts }) => accounts.setDisabled(anna.id, 5));
  await database.transact(({ accounts }) => accounts.setDisabled(anna.id, undefined));
  assert.equal(await database.accounts.find(anna.id), undefined);
  await folder.write(`update accounts set role = 'user'`);
  assert.equal((await database.accounts.find(anna.id))?.role, 'user');
});
