import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { day, minute } from '../../../domain/model/clock.ts';
import { createFakeClock } from '../../../testing/fake-clock.ts';
import type { TestPerson } from '../people-fixture.ts';
import { host, openPeopleFixture } from '../people-fixture.ts';

const page = '/app/device';
const grant = 'urn:ietf:params:oauth:grant-type:device_code';
/** What is ticked where a device asks for what is usual. */
const usual = { name: 'Laptop', days: '30', send: 'yes', status: 'yes' };

interface Begun {
  device_code: string;
  user_code: string;
  verification_uri: string;
  expires_in: number;
  interval: number;
}
interface Told {
  access_token?: string;
  scope?: string;
  account?: string;
  error?: string;
}

async function open(context: TestContext, ...args: string[]) {
  const clock = createFakeClock();
  const fixture = await openPeopleFixture(context, { clock, args });

  /** What a program sends, which knows no cookie. */
  async function send(url: string, fields: Record<string, string>, remoteAddress = '192.0.2.9') {
    return await fixture.app.inject({
      ...{ method: 'POST', url, remoteAddress, payload: new URLSearchParams(fields).toString() },
      headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
    });
  }
  async function begin(fields: Record<string, string> = {}, remoteAddress?: string) {
    const answer = await send('/oauth/device', { client_id: 'Laptop', ...fields }, remoteAddress);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json<Begun>();
  }
  const poll = async (code: string) => {
    const answer = await send('/oauth/token', { grant_type: grant, device_code: code });
    return { status: answer.statusCode, told: answer.json<Told>(), headers: answer.headers };
  };
  const me = (key: string) =>
    fixture.app.inject({ url: '/api/v1/me', headers: { host, authorization: `Bearer ${key}` } });
  const allow = (person: TestPerson, code: string, more: Record<string, string> = {}) =>
    person.post(`${page}/allow`, { code, ...usual, ...more });
  return { ...fixture, clock, send, begin, poll, me, allow };
}

test('a program gets a key that its person allows, once, with the rights that the person ticked', async (t) => {
  const { addPerson, begin, poll, me, allow, database, clock } = await open(t);
  const anna = await addPerson('anna@example.com');
  const begun = await begin({ scope: 'send status links' });
  assert.match(begun.user_code, /^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/);
  assert.equal(begun.verification_uri, `http://${host}${page}`);
  assert.deepEqual([begun.expires_in, begun.interval], [600, 5]);
  const waiting = await poll(begun.device_code);
  assert.deepEqual([waiting.status, waiting.told.error], [400, 'authorization_pending']);

  const typed = begun.user_code.toLowerCase().replace('-', ' ');
  const shown = await anna.post(page, { code: typed });
  assert.equal(shown.statusCode, 200, shown.body);
  assert.match(shown.body, /Does this device belong to you\?/);
  assert.match(shown.body, /192\.0\.2\.9/);
  assert.match(shown.body, /name="status" type="checkbox" value="yes" checked/);
  assert.match(shown.body, /name="links" type="checkbox" value="yes" \/>/);
  assert.deepEqual(await database.apiKeys.listFor(anna.account.id), []);

  const done = await allow(anna, begun.user_code);
  assert.equal(done.headers.location, `${page}?done=allowed`, done.body);
  const { told, status, headers } = await poll(begun.device_code);
  assert.equal(status, 200);
  assert.equal(headers['cache-control']?.includes('no-store'), true);
  assert.deepEqual([told.scope, told.account], ['send status', 'anna@example.com']);
  const answer = await me(told.access_token ?? '');
  assert.equal(answer.statusCode, 200, answer.body);
  const { key, scopes } = answer.json<{
    key: { name: string; ends_at: string };
    scopes: string[];
  }>();
  assert.deepEqual([key.name, scopes], ['Laptop', ['send', 'status']]);
  assert.equal(key.ends_at, new Date(clock.now() + 30 * day).toISOString());

  assert.equal((await poll(begun.device_code)).told.error, 'expired_token');
  const twice = await allow(anna, begun.user_code);
  assert.equal(twice.statusCode, 422);
  assert.match(twice.body, /No device shows this code/);
});

test('the owner is told of the key by mail, and the trail names both', async (t) => {
  const { addPerson, begin, poll, allow, database } = await open(t);
  const anna = await addPerson('anna@example.com');
  const begun = await begin();
  await allow(anna, begun.user_code);
  await poll(begun.device_code);
  const records = await database.audit.list(0, 100);
  const made = records.find(({ action }) => action === 'account.key_made');
  assert.deepEqual([made?.actor, made?.source], ['anna@example.com', '192.0.2.9']);
  const mails = await database.outbox.list(9);
  assert.deepEqual(
    mails.map(({ kind, to }) => [kind, to]),
    [['key_rotated', 'anna@example.com']],
  );
});

test('a code is over after ten minutes, is never filled in, and a person may refuse', async (t) => {
  const { addPerson, begin, poll, clock } = await open(t);
  const anna = await addPerson('anna@example.com');
  const late = await begin();
  const empty = await anna.get(`${page}?code=${late.user_code}`);
  assert.ok(!empty.body.includes(late.user_code));
  const refused = await begin();
  const answer = await anna.post(`${page}/refuse`, { code: refused.user_code });
  assert.equal(answer.headers.location, `${page}?done=refused`);
  assert.equal((await poll(refused.device_code)).told.error, 'access_denied');
  clock.advance(10 * minute);
  assert.equal((await anna.post(page, { code: late.user_code })).statusCode, 422);
  assert.equal((await poll(late.device_code)).told.error, 'expired_token');
  assert.equal((await poll('no such code')).told.error, 'expired_token');
});

test('an old proof is asked for again before a device is allowed', async (t) => {
  const { addPerson, begin, poll, allow, clock, database } = await open(t);
  const anna = await addPerson('anna@example.com');
  const accountId = anna.account.id;
  await database.passwords.put({ accountId, phc: 'any', setAt: clock.now() });
  clock.advance(6 * minute);
  const begun = await begin();
  assert.equal((await allow(anna, begun.user_code)).statusCode, 403);
  assert.equal((await poll(begun.device_code)).told.error, 'authorization_pending');
});

test('wrong codes, requests and polls are limited', async (t) => {
  const { addPerson, begin, poll, send, allow, clock } = await open(t);
  const anna = await addPerson('anna@example.com');
  const begun = await begin();
  const look = async (code: string) => (await anna.post(page, { code })).statusCode;
  const answer = async (code: string) => (await allow(anna, code)).statusCode;
  for (const type of [look, answer]) {
    for (let times = 0; times < 5; times += 1) assert.equal(await type('BBBB-BBBB'), 422);
    assert.equal(await type('BBBB-BBBB'), 429);
    assert.equal(await type(begun.user_code), 429, 'nor is the right one found by guessing on');
  }

  for (let times = 0; times < 24; times += 1) await poll(begun.device_code);
  assert.equal((await poll(begun.device_code)).told.error, 'slow_down');

  for (let times = 0; times < 9; times += 1) await begin();
  const more = await send('/oauth/device', { client_id: 'Laptop' });
  assert.equal(more.statusCode, 429, more.body);
  assert.equal(typeof (await begin({}, '198.51.100.7')).user_code, 'string');

  clock.advance(minute);
  assert.equal(await look(begun.user_code), 200);
});

test('what was allowed ends with the account, and with a reset of its keys', async (t) => {
  const { addPerson, begin, poll, allow, database } = await open(t);
  const admin = await addPerson('admin@example.com', { role: 'admin' });
  for (const act of ['disable', 'keys']) {
    const person = await addPerson(`${act}@example.com`);
    const begun = await begin();
    await allow(person, begun.user_code);
    const path = `/app/admin/accounts/${person.account.id}/${act}`;
    const done = await admin.post(path, {});
    assert.equal(done.statusCode, 303, `${act} ${done.body}`);
    assert.equal((await poll(begun.device_code)).told.error, 'expired_token', act);
    assert.deepEqual(await database.apiKeys.listFor(person.account.id), [], act);
  }
});

test('a row that somebody else wrote allows nothing', async (t) => {
  const { addPerson, begin, poll, allow, installation, database } = await open(t);
  const [anna, eve] = [await addPerson('anna@example.com'), await addPerson('eve@example.com')];
  const [first, second] = [await begin(), await begin()];
  await allow(eve, first.user_code);
  const { tokenHasher } = installation;
  const own = await database.deviceLogins.find(tokenHasher.hash('device', first.device_code));
  const sealed = own?.leave?.sealed ?? Buffer.alloc(0);
  const other = tokenHasher.hash('device', second.device_code);
  await database.deviceLogins.settle(other, 'allowed', { accountId: eve.account.id, sealed });
  assert.equal((await poll(second.device_code)).told.error, 'access_denied');
  const third = await begin();
  const third_ = tokenHasher.hash('device', third.device_code);
  await database.deviceLogins.settle(third_, 'allowed', { accountId: anna.account.id, sealed });
  assert.equal((await poll(third.device_code)).status, 500);
  assert.deepEqual(await database.apiKeys.listFor(anna.account.id), []);
});

test('what is no request of a device is refused in the words of OAuth', async (t) => {
  const { send } = await open(t);
  const cases = [
    ['/oauth/device', { client_id: '' }, 'invalid_request'],
    ['/oauth/device', { client_id: 'x'.repeat(101) }, 'invalid_request'],
    ['/oauth/device', { client_id: 'Laptop', scope: 'send everything' }, 'invalid_scope'],
    ['/oauth/token', { grant_type: 'password', username: 'a' }, 'unsupported_grant_type'],
    ['/oauth/token', { grant_type: grant }, 'invalid_request'],
  ] as const;
  for (const [path, fields, error] of cases) {
    const answer = await send(path, fields);
    assert.deepEqual([answer.statusCode, answer.json<Told>().error], [400, error], path);
  }
});

test('an operator can turn it off, and programs find the endpoints by themselves', async (t) => {
  const { app } = await open(t);
  const path = '/.well-known/oauth-authorization-server';
  const metadata = await app.inject({ url: path, headers: { host } });
  assert.equal(
    metadata.json<{ token_endpoint: string }>().token_endpoint,
    `http://${host}/oauth/token`,
  );
  const off = await open(t, '--device-login=false');
  const anna = await off.addPerson('anna@example.com');
  assert.equal((await off.send('/oauth/device', { client_id: 'Laptop' })).statusCode, 404);
  assert.equal((await off.app.inject({ url: path, headers: { host } })).statusCode, 404);
  assert.equal((await anna.get(page)).statusCode, 404);
  assert.doesNotMatch((await anna.get('/app/security/keys')).body, /\/app\/device/);
});
