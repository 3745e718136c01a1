import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createAccountLinkIssue } from '../../domain/people/account-link-issue.ts';
import type { PeopleFixture } from '../app/people-fixture.ts';
import { host, openPeopleFixture, ownForm } from '../app/people-fixture.ts';
import { openBrowser } from './visitor-fixture.ts';
import { hashFor, idFor, sampleAccount } from '../../testing/samples.ts';

const password = 'correct horse battery staple';
const ends: (() => Promise<void>)[] = [];

describe('signing in', () => {
  let fixture: PeopleFixture;

  before(async () => {
    fixture = await openPeopleFixture({
      after: (end: () => Promise<void>) => ends.push(end),
    });
  });
  after(async () => {
    for (const end of ends) await end();
  });

  async function invite(email: string, role: 'user' | 'admin' = 'user') {
    const { database, installation } = fixture;
    const account = sampleAccount(email, { role, createdAt: Date.now() });
    await database.accounts.add(account);
    const issue = createAccountLinkIssue({ ...installation, hasher: installation.tokenHasher });
    const operator = { name: 'operator', source: 'cli', requestId: '-' };
    return { account, secret: await issue.send(operator, email, 'invitation') };
  }

  test('who joins keeps the language of the page and the time zone of the browser', async () => {
    for (const [zone, kept] of [
      ['Europe/Stockholm', 'Europe/Stockholm'],
      ['Nowhere/At_All', undefined],
      ['x'.repeat(10_000), undefined],
    ] as const) {
      const { account, secret } = await invite(`ann-${zone.length}@example.com`);
      const browser = openBrowser(fixture);
      const entered = { name: 'Ann', password, zone };
      const page = `/join/${secret}?lang=sv`;
      const joined = await browser.submit(page, entered);
      assert.equal(joined.headers.location, '/app/');
      const { language, timeZone } = (await fixture.database.accounts.find(account.id)) ?? {};
      assert.deepEqual([language, timeZone], ['sv', kept]);
      assert.match((await browser.get('/app/')).body, /<html lang="sv">/);
    }
  });

  test('fifty GETs spend no invitation, its POST signs in, and a second one is refused', async () => {
    const { secret } = await invite('ann@example.com');
    const url = `/join/${secret}`;
    for (let tries = 0; tries < 50; tries += 1) {
      const answer = await openBrowser(fixture).get(url);
      assert.equal(answer.statusCode, 200);
      assert.match(answer.body, /ann@example\.com/);
    }
    const ann = openBrowser(fixture);
    const joined = await ann.submit(url, { name: 'Ann', password });
    assert.equal(joined.statusCode, 303);
    assert.equal(joined.headers.location, '/app/');
    const home = await ann.get('/app/');
    assert.equal(home.statusCode, 200);
    assert.match(home.body, /<h1>Good \w+, Ann<\/h1>/);
    const second = await openBrowser(fixture).submit(url, { name: 'Eve', password }, '/sign-in');
    assert.equal(second.statusCode, 404);
    assert.match(second.body, /no longer works/);
  });

  test('the stored password is argon2id, at the floor or above', async () => {
    const account = await fixture.database.accounts.findByEmail('ann@example.com');
    assert.ok(account);
    const stored = await fixture.database.passwords.find(account.id);
    assert.match(stored?.phc ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  });

  test('a person signs in and out, and the cookie of before opens nothing', async () => {
    const ann = openBrowser(fixture);
    assert.equal((await ann.get('/app/')).headers.location, '/sign-in?next=%2Fapp%2F');
    const answer = await ann.submit('/sign-in', { email: ' Ann@Example.com', password });
    assert.equal(answer.headers.location, '/app/');
    const held = ann.cookie();
    assert.equal((await ann.get('/sign-in')).statusCode, 303);
    const out = await ann.submit('/sign-out', {}, '/app/');
    assert.equal(out.headers.location, '/sign-in?out=1');
    assert.match((await ann.get('/sign-in?out=1')).body, /You are signed out/);
    const old = await fixture.app.inject({ url: '/app/', headers: { host, cookie: held } });
    assert.equal(old.statusCode, 401);
    assert.equal(old.headers['www-authenticate'], undefined);
  });

  test('a wrong password, an unknown address and a disabled account get one answer', async () => {
    const { account } = await invite('off@example.com');
    const ann = await fixture.database.accounts.findByEmail('ann@example.com');
    const known = ann && (await fixture.database.passwords.find(ann.id));
    await fixture.database.passwords.put({
      accountId: account.id,
      phc: known?.phc ?? '',
      setAt: 0,
    });
    await fixture.database.accounts.setDisabled(account.id, 1);
    const bodies = [];
    for (const email of ['ann@example.com', 'who@example.com', 'off@example.com']) {
      const answer = await openBrowser(fixture).submit('/sign-in', { email, password: 'wrong' });
      assert.equal(answer.statusCode, 422);
      assert.equal(answer.headers['set-cookie'], undefined);
      // Each page has a token and a challenge of its own.
      const fresh = /name="csrf" value="[^"]+"|challenge&#34;:&#34;[\w-]+/g;
      bodies.push(answer.body.replaceAll(email, 'EMAIL').replace(fresh, ''));
    }
    assert.equal(new Set(bodies).size, 1);
    assert.match(bodies[0] ?? '', /The e-mail address or the password is wrong/);
  });

  test('sign-in CSRF: no form without the cookie and the token of its page', async () => {
    const ann = openBrowser(fixture);
    const { body } = await ann.get('/sign-in');
    const csrf = /name="csrf" value="([^"]+)"/.exec(body)?.[1] ?? '';
    const stranger = openBrowser(fixture);
    await stranger.get('/sign-in');
    const fields = { email: 'ann@example.com', password };
    const attempts: [cookie: string, token: string, headers: Record<string, string>][] = [
      ['', csrf, {}],
      [stranger.cookie(), csrf, {}],
      [ann.cookie(), '', {}],
      [ann.cookie(), csrf, { 'sec-fetch-site': 'same-site' }],
      [ann.cookie(), csrf, { origin: 'null' }],
      [ann.cookie(), csrf, { origin: 'https://elsewhere.example' }],
    ];
    for (const [cookie, token, headers] of attempts) {
      const answer = await fixture.app.inject({
        method: 'POST',
        url: '/sign-in',
        headers: { ...ownForm, cookie, ...headers },
        payload: new URLSearchParams({ ...fields, csrf: token }).toString(),
      });
      assert.equal(answer.statusCode, 403);
      assert.equal(answer.headers['set-cookie'], undefined);
    }
  });

  test('problems keep the name, and the link stays good', async () => {
    const { secret } = await invite('ben@example.com');
    const ben = openBrowser(fixture);
    for (const [wrong, says] of [
      ['short', /at least 12 characters/],
      ['password1234', /too common/],
      ['ben@example.com!', /your e-mail address/],
    ] as const) {
      const answer = await ben.submit(`/join/${secret}`, { name: 'Ben', password: wrong });
      assert.equal(answer.statusCode, 422);
      assert.match(answer.body, says);
      assert.match(answer.body, /value="Ben"/);
      assert.match(answer.body, /error-summary" role="alert"/);
    }
    const nameless = await ben.submit(`/join/${secret}`, { name: ' ', password });
    assert.match(nameless.body, /Enter your name/);
    assert.equal((await ben.submit(`/join/${secret}`, { name: 'Ben', password })).statusCode, 303);
  });

  test('a forgotten password: one answer for every address, a link by mail, all sessions and API keys end', async () => {
    const { database } = fixture;
    const ben = openBrowser(fixture);
    await ben.submit('/sign-in', { email: 'ben@example.com', password });
    const answers = [];
    for (const email of ['ben@example.com', 'who@example.com']) {
      answers.push((await openBrowser(fixture).submit('/forgot', { email })).body);
    }
    assert.equal(answers[0], answers[1]);
    const account = await database.accounts.findByEmail('ben@example.com');
    assert.ok(account);
    const link = await database.accountLinks.findNewest(account.id, 'reset');
    assert.ok(link);
    const mails = await database.outbox.list(10);
    assert.ok(
      mails.some(({ id, kind, to }) => id === link.id && kind === 'reset' && to === account.email),
    );
    const secret = fixture.installation.accountLinkSecret(link);
    const fresh = openBrowser(fixture);
    const next = 'another horse, another battery';
    assert.doesNotMatch((await fresh.get(`/reset/${secret}`)).body, /API keys/);
    await database.apiKeys.add({
      ...{ id: idFor('key of ben'), accountId: account.id, hash: hashFor('key'), salt: undefined },
      ...{ createdAt: 1, expiresAt: undefined },
    });
    assert.match((await fresh.get(`/reset/${secret}`)).body, /Your API keys will stop working/);
    assert.equal((await fresh.submit(`/reset/${secret}`, { password: next })).statusCode, 303);
    assert.equal((await ben.get('/app/')).statusCode, 303);
    const [key] = await database.apiKeys.listFor(account.id);
    assert.ok(key === undefined || (key.expiresAt ?? Infinity) <= fixture.clock.now());
    assert.equal((await fresh.get('/app/')).statusCode, 200);
    const refused = await openBrowser(fixture).submit('/sign-in', {
      email: account.email,
      password,
    });
    assert.equal(refused.statusCode, 422);
  });

  test('a link whose row was changed to another account is refused', async () => {
    const [mine, theirs] = [await invite('eve@example.com'), await invite('zoe@example.com')];
    const { database, installation } = fixture;
    const link = await database.accountLinks.find(
      installation.tokenHasher.hash('account link', mine.secret),
    );
    assert.ok(link);
    await database.accountLinks.take(link.id);
    await database.accountLinks.add({ ...link, accountId: theirs.account.id });
    const answer = await openBrowser(fixture).get(`/join/${mine.secret}`);
    assert.equal(answer.statusCode, 404);
  });

  test('who guesses from the same network keeps strangers out for a while, and not a browser that signed in before', async () => {
    const email = 'kim@example.com';
    const { secret } = await invite(email);
    const kim = openBrowser(fixture);
    assert.equal((await kim.submit(`/join/${secret}`, { name: 'Kim', password })).statusCode, 303);
    kim.jar.delete('__Host-valise-session');
    const attacker = openBrowser(fixture);
    for (let tries = 0; tries < 10; tries += 1) {
      const wrong = await attacker.submit('/sign-in', { email, password: 'wrong' });
      assert.equal(wrong.statusCode, 422);
    }
    const stranger = await openBrowser(fixture).submit('/sign-in', { email, password });
    assert.equal(stranger.statusCode, 429);
    assert.ok(Number(stranger.headers['retry-after']) > 0);
    assert.equal((await kim.submit('/sign-in', { email, password })).statusCode, 303);
  });

  test('on a plain address that is no loopback, the page says that https is needed', async () => {
    const answer = await fixture.app.inject({
      url: '/sign-in',
      headers: { host: 'files.example.com', accept: 'text/html' },
    });
    assert.equal(answer.statusCode, 403);
    assert.match(answer.body, /https:\/\//);
    assert.doesNotMatch(answer.body, /<form/);
  });
});
