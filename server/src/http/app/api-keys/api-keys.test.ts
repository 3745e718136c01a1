import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { minute } from '../../../domain/model/clock.ts';
import { languages } from '../../../i18n/language.ts';
import { createFakeClock } from '../../../testing/fake-clock.ts';
import type { PeopleFixture, TestPerson } from '../people-fixture.ts';
import { host, openPeopleFixture } from '../people-fixture.ts';

const page = '/app/security/keys';
/** What is ticked at first. */
const usual = { send: 'yes', receive: 'yes', status: 'yes', contacts: 'yes' };

describe('the page of API keys', () => {
  const clock = createFakeClock();
  let fixture: PeopleFixture;
  const ends: (() => Promise<void>)[] = [];

  before(async () => {
    fixture = await openPeopleFixture(
      { after: (end: () => Promise<void>) => ends.push(end) },
      { clock },
    );
  });
  after(async () => {
    for (const end of ends) await end();
  });

  async function make(person: TestPerson, name = 'Nightly', more: Record<string, string> = {}) {
    const answer = await person.post(`${page}/new`, { name, days: '30', ...usual, ...more });
    assert.equal(answer.statusCode, 200);
    const [, key = ''] = /id="key">(vk_[\w-]{43})</.exec(answer.body) ?? [];
    assert.notEqual(key, '');
    return { key, body: answer.body };
  }

  /** Asks the machine API. */
  const ask = (
    person: TestPerson,
    secret: string | undefined,
    {
      path = '/',
      headers = {},
      ...rest
    }: {
      path?: string;
      headers?: object;
      method?: 'POST';
      payload?: string;
      remoteAddress?: string;
    } = {},
  ) => {
    const { email } = person.account;
    const basic = Buffer.from(`${email}:${secret ?? ''}`).toString('base64');
    return fixture.app.inject({
      url: `/${encodeURIComponent(email)}${path}`,
      headers: {
        host,
        ...(secret === undefined ? {} : { authorization: `Basic ${basic}` }),
        ...headers,
      },
      ...rest,
    });
  };

  async function tokenFor(person: TestPerson, key: string): Promise<string> {
    const index = await ask(person, key);
    assert.equal(index.statusCode, 200);
    return /id="csrftoken" name="csrftoken" value="(\w+)"/.exec(index.body)?.[1] ?? '';
  }

  /** Carries out an operation of the machine API. */
  async function send(person: TestPerson, key: string, operation: string, body: unknown) {
    return await ask(person, key, {
      ...{ path: `/cgi/${operation}.cgi`, method: 'POST', payload: JSON.stringify(body) },
      headers: {
        'content-type': 'application/json',
        'csrf-token': await tokenFor(person, key),
      },
    });
  }

  test('a key is shown once, and sends as its owner at the machine API alone', async () => {
    const anna = await fixture.addPerson("anna.o'hara@example.com");
    const { key, body } = await make(anna);
    assert.match(body, /curl -u &#39;anna.o&#39;\\&#39;&#39;hara@example.com&#39;/);
    const listed = await anna.get(page);
    assert.match(listed.body, /Nightly/);
    assert.match(listed.body, /Not used yet/);
    assert.ok(!listed.body.includes(key));

    await anna.post('/app/contacts/new', { email: 'zoe@example.com' });
    const set = await send(anna, key, 'receivers_set', [{ email: 'zoe@example.com' }]);
    assert.equal(set.statusCode, 200, set.body);
    const given = await send(anna, key, 'givedrop', {});
    assert.equal(given.statusCode, 200, given.body);
    assert.equal((await fixture.database.dispatches.listHistory(anna.account.id)).length, 1);

    const { cookie } = anna;
    assert.equal((await ask(anna, undefined, { headers: { cookie } })).statusCode, 401);
    assert.equal((await ask(anna, 'correct horse battery staple')).statusCode, 401);
    const basic = Buffer.from(`${anna.account.email}:${key}`).toString('base64');
    const atApp = await fixture.app.inject({
      url: page,
      headers: { host, accept: 'text/html', authorization: `Basic ${basic}` },
    });
    assert.equal(atApp.statusCode, 303);
    const bob = await fixture.addPerson('bob@example.com');
    const foreign = await fixture.app.inject({
      url: `/${encodeURIComponent(bob.account.email)}/`,
      headers: { host, authorization: `Basic ${basic}` },
    });
    assert.equal(foreign.statusCode, 403);
  });

  test('replaces the address book of a person only where its owner ticked that', async () => {
    const dora = await fixture.addPerson('dora@example.com');
    for (const email of ['zoe@example.com', 'adam@example.com']) {
      await dora.post('/app/contacts/new', { email });
    }
    const wipe = (key: string) => send(dora, key, 'contacts_add', [{ email: 'new@example.com' }]);
    const plain = await make(dora, 'Plain');
    const refused = await wipe(plain.key);
    assert.equal(refused.statusCode, 403);
    assert.equal(refused.json<{ error: string }>().error, 'forbidden');
    const read = await ask(dora, plain.key, {
      ...{ path: '/cgi/contacts_read.cgi' },
      headers: { 'csrf-token': await tokenFor(dora, plain.key) },
    });
    assert.equal(read.json<{ local: unknown[] }>().local.length, 2);
    assert.doesNotMatch((await dora.get(page)).body, /Can replace all contacts/);

    const ticked = await make(dora, 'Sync', { replacesContacts: 'yes' });
    assert.match((await dora.get(page)).body, /Can replace all contacts/);
    const done = await wipe(ticked.key);
    assert.equal(done.statusCode, 200, done.body);
    assert.equal((await wipe(plain.key)).statusCode, 403, 'the other key has no more rights');
    const [last] = await fixture.database.contacts.listLocal(dora.account.id);
    assert.equal(last?.email, 'new@example.com');
  });

  test('offers rights with the usual ones ticked, and lists what a key may do', async () => {
    const gina = await fixture.addPerson('gina@example.com');
    const { body } = await gina.get(page);
    for (const scope of ['send', 'receive', 'status', 'contacts', 'webhooks', 'links']) {
      const isTicked = new RegExp(`name="${scope}" type="checkbox" value="yes" checked`).test(body);
      assert.equal(isTicked, scope in usual, scope);
    }
    assert.match(body, /name="replacesContacts" type="checkbox" value="yes" \/>/);
    assert.match(body, /Receive: Read the inbox and download files/);

    const networks = '127.0.0.0/8,\n2001:DB8::/32';
    const reader = { send: '', contacts: '', links: 'yes', networks };
    const { key } = await make(gina, 'Reader', reader);
    assert.match(
      (await gina.get(page)).body,
      /Can: Receive, Status, Links<\/span><span>Only from 127\.0\.0\.0\/8, 2001:db8::\/32/,
    );
    const read = await ask(gina, key, {
      ...{ path: '/cgi/get_history.cgi' },
      headers: { 'csrf-token': await tokenFor(gina, key) },
    });
    assert.equal(read.statusCode, 200, read.body);
    assert.equal((await send(gina, key, 'receivers_set', [])).statusCode, 403);
    assert.equal((await ask(gina, key, { remoteAddress: '198.51.100.1' })).statusCode, 401);
  });

  test('a key without any right, or for what is no network, is not made', async () => {
    const hugo = await fixture.addPerson('hugo@example.com');
    const wrong = { name: 'Nothing', days: '30', networks: 'the office' };
    const refused = await hugo.post(`${page}/new`, wrong);
    assert.equal(refused.statusCode, 422);
    assert.match(refused.body, /<a href="#scopes">Choose at least one thing/);
    assert.match(refused.body, /<a href="#networks">Enter at most 20 addresses or networks/);
    assert.match(refused.body, /id="scopes-problem"/);
    assert.match(refused.body, /the office<\/textarea>/);
    assert.deepEqual(await fixture.database.apiKeys.listFor(hugo.account.id), []);
  });

  test('a revoked key is refused at once', async () => {
    const carl = await fixture.addPerson('carl@example.com');
    const { key } = await make(carl);
    const [, id = ''] = /keys\/([\w-]{22})\/revoke/.exec((await carl.get(page)).body) ?? [];
    assert.equal((await ask(carl, key)).statusCode, 200);
    const asked = await carl.get(`${page}/${id}/revoke`);
    assert.match(asked.body, /Revoke this API key\?/);
    assert.equal((await ask(carl, key)).statusCode, 200);
    const done = await carl.post(`${page}/${id}/revoke`);
    assert.equal(done.headers.location, `${page}?done=revoked`);
    assert.equal((await ask(carl, key)).statusCode, 401);
    assert.match((await carl.get(`${page}?done=revoked`)).body, /You have no API keys/);
  });

  test('wrong input is named and kept; an old proof is asked for again, with the input', async () => {
    const emma = await fixture.addPerson('emma@example.com');
    const accountId = emma.account.id;
    await fixture.database.passwords.put({ accountId, phc: 'any', setAt: clock.now() });
    const wrong = await emma.post(`${page}/new`, { name: '', days: '7' });
    assert.equal(wrong.statusCode, 422);
    assert.match(wrong.body, /<a href="#days">Choose from the list/);
    assert.match(wrong.body, /id="days-problem"/);
    assert.match(wrong.body, /<a href="#name">Enter a name/);
    clock.advance(6 * minute);
    const asked = await emma.post(`${page}/new`, { name: 'Backup', days: '90' });
    assert.equal(asked.statusCode, 403);
    assert.match(asked.body, /name="name" value="Backup"/);
    assert.match(asked.body, /name="days" value="90"/);
    assert.deepEqual(await fixture.database.apiKeys.listFor(accountId), []);
  });

  test('an administrator sees how many keys an account has, and revokes them', async () => {
    const fred = await fixture.addPerson('fred@example.com');
    const admin = await fixture.addPerson('admin@example.com', { role: 'admin' });
    const { key } = await make(fred);
    const path = `/app/admin/accounts/${fred.account.id}`;
    const shown = await admin.get(path);
    assert.match(shown.body, /<dt>API keys<\/dt>\s*<dd>1<\/dd>/);
    assert.match(shown.body, /Its API keys are revoked too/);
    const done = await admin.post(`${path}/keys`);
    assert.equal(done.headers.location, `${path}?done=keys`);
    assert.equal((await ask(fred, key)).statusCode, 401);
    assert.doesNotMatch((await admin.get(path)).body, /Revoke all API keys/);
  });

  test('is there in every language', async () => {
    for (const language of languages) {
      const reader = await fixture.addPerson(`${language}@example.com`, { language });
      const { body } = await make(reader);
      for (const text of [body, (await reader.get(page)).body]) {
        assert.match(text, new RegExp(`<html lang="${language}"`));
        assert.ok(!/\{\w+\}/.test(text), language);
      }
    }
  });
});
