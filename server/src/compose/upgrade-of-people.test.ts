import assert from 'node:assert/strict';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { test } from 'node:test';
import { eventually } from '../coordination/eventually.ts';
import { minute } from '../domain/model/clock.ts';
import type { AccountId } from '../domain/model/ids.ts';
import { createAuthenticator } from '../domain/passkeys/authenticator-fixture.ts';
import { algorithms } from '../domain/passkeys/webauthn.ts';
import { host } from '../http/app/people-fixture.ts';
import { sessionCookie } from '../http/routing/person-cookies.ts';
import { here, openVisitor } from '../http/sign-in/federated-fixture.ts';
import { openBrowser } from '../http/sign-in/visitor-fixture.ts';
import { codeAt } from '../sealing/crypto/totp.ts';
import { openEarlierFolder } from './earlier-folder-fixture.ts';

type Folder = Awaited<ReturnType<typeof openEarlierFolder>>;

const anna = 'anna@example.com';
const newPassword = 'another horse, another battery';

async function statusOf({ app }: Folder, session: string, url = '/app/'): Promise<number> {
  const cookie = `${sessionCookie}=${session}`;
  const { statusCode } = await app.inject({ url, headers: { host, accept: 'text/html', cookie } });
  return statusCode;
}

/** Signs Anna in as far as her password leads. */
async function enterPassword(folder: Folder) {
  const browser = openBrowser(folder);
  const { password } = folder.secrets;
  const answer = await browser.submit('/sign-in', { email: anna, password });
  return { browser, answer };
}

async function enterCode(folder: Folder, code: string): Promise<void> {
  const { browser, answer } = await enterPassword(folder);
  assert.match(String(answer.headers.location), /^\/sign-in\/code/);
  const whole = await browser.submit('/sign-in/code', { code });
  assert.equal(whole.headers.location, '/app/');
  assert.equal((await browser.get('/app/')).statusCode, 200);
}

function codeNow({ clock, secrets }: Folder): string {
  return codeAt(Buffer.from(secrets.totp, 'hex'), Math.floor(clock.now() / 30_000));
}

test('all that an earlier program left in a data folder works after an upgrade', async (t) => {
  const folder = await openEarlierFolder(t);
  const { app, installation, clock, secrets, listTampered } = folder;
  const { database, keys } = installation;
  assert.equal(keys.rowsBoundAt, clock.now());

  await t.test('a session, a password with an authenticator, and recovery codes', async () => {
    assert.equal(await statusOf(folder, secrets.session), 200);
    await enterCode(folder, codeNow(folder));
    for (const code of secrets.recoveryCodes.slice(0, 2)) await enterCode(folder, code);
    clock.advance(15 * minute);
    const { browser } = await enterPassword(folder);
    const [used = assert.fail()] = secrets.recoveryCodes;
    assert.equal((await browser.submit('/sign-in/code', { code: used })).statusCode, 422);
  });

  await t.test('a passkey and an identity', async () => {
    const { label, privateKey: jwk } = secrets.passkey;
    const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
    const phone = createAuthenticator(algorithms.ES256, label, {
      ...{ privateKey, publicKey: createPublicKey(privateKey) },
    });
    const visitor = openVisitor(folder);
    await visitor.signInWith((challenge) => phone.get({ challenge, ...here }));
    assert.equal((await visitor.get('/app/')).statusCode, 200);
    const { issuer, subject } = secrets.identity;
    assert.equal((await database.identities.find(issuer, subject))?.accountId, secrets.annaId);
  });

  await t.test('an invitation and a reset', async () => {
    for (const path of [`/join/${secrets.invitation}`, `/reset/${secrets.reset}`]) {
      const browser = openBrowser(folder);
      const spent = await browser.submit(path, { name: 'Somebody', password: newPassword });
      assert.equal(spent.headers.location, '/app/', path);
      assert.equal((await browser.get('/app/')).statusCode, 200);
    }
  });

  await t.test('an API key, and an Idempotency-Key that was used', async () => {
    const { program, key, idempotencyKey } = secrets;
    const authorization = `Basic ${Buffer.from(`${program}:${key}`).toString('base64')}`;
    const page = await app.inject({ url: `/${program}/`, headers: { host, authorization } });
    const [, token = assert.fail()] = /name="csrftoken" value="([^"]+)"/.exec(page.body) ?? [];
    const send = async (more: Record<string, string>) =>
      await app.inject({
        ...{ method: 'POST', url: `/${program}/cgi/createdrop.cgi` },
        headers: { host, authorization, 'csrf-token': token, ...more },
        payload: { ddmessage: 'Hello' },
      });
    const repeated = await send({ 'idempotency-key': idempotencyKey });
    assert.deepEqual([repeated.statusCode, repeated.headers['idempotent-replayed']], [200, 'true']);
    assert.notEqual((await send({ 'idempotency-key': 'order 6' })).statusCode, 200);
  });

  await t.test('the link of a receiver, and the session after its code', async () => {
    const { link, cookie } = secrets.receiver;
    const get = async (headers: Record<string, string>) =>
      await app.inject({ url: `/d/${link}`, headers: { host, ...headers } });
    const locked = await get({});
    assert.equal(locked.statusCode, 200);
    assert.doesNotMatch(locked.body, /a\.txt/);
    assert.match((await get({ cookie })).body, /a\.txt/);
  });
  assert.deepEqual(await listTampered(), []);
});

test('after an upgrade, whoever writes rows gets into no account, and is recorded', async (t) => {
  const folder = await openEarlierFolder(t);
  const { installation, secrets, write, listTampered } = folder;
  const { database } = installation;
  const { annaId, cleoId, session, forged } = secrets;
  const accountId = annaId as AccountId;
  const change = async (what: string) => {
    await write(`update accounts set ${what} where id = '${annaId}'`);
  };

  // Another address, and a reset to it.
  await change(`email = 'eve@example.com'`);
  await openBrowser(folder).submit('/forgot', { email: 'eve@example.com' });
  await change(`email = '${anna}'`);
  assert.equal(await database.accountLinks.findNewest(accountId, 'reset'), undefined);
  await openBrowser(folder).submit('/forgot', { email: anna });
  assert.ok(await database.accountLinks.findNewest(accountId, 'reset'), 'her own address gets one');

  await change(`role = 'admin'`);
  assert.notEqual(await statusOf(folder, session, '/app/admin/accounts'), 200);
  await change(`role = 'user'`);
  assert.equal(await statusOf(folder, session), 200);

  // No authenticator any more: the password alone does not lead in.
  await write('create table kept as select * from totp_secrets; delete from totp_secrets');
  const { browser } = await enterPassword(folder);
  assert.notEqual((await browser.get('/app/')).statusCode, 200);
  assert.notEqual(await statusOf(folder, session), 200);
  await write('insert into totp_secrets select * from kept');
  await enterCode(folder, codeNow(folder));

  // The hash of a text that a client chose, as a session.
  await write(
    `insert into sessions (id, account_id, state, hash, created_at, proved_at, last_used_at, expires_at, source, client)
     select '${forged.id}', '${cleoId}', 'full', key_hash, ${forged.createdAt}, ${forged.createdAt},
       ${forged.createdAt}, ${forged.expiresAt}, '', ''
     from idempotency_keys where request_hash = x'${forged.requestHash}'`,
  );
  assert.notEqual(await statusOf(folder, `${forged.id}.${forged.secret}`), 200);
  await eventually(async () => {
    assert.deepEqual((await listTampered()).toSorted(), [annaId, forged.id].toSorted());
  });
});
