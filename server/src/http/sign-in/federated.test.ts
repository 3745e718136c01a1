import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { minute } from '../../domain/model/clock.ts';
import { createAuthenticator } from '../../domain/passkeys/authenticator-fixture.ts';
import { algorithms } from '../../domain/passkeys/webauthn.ts';
import { openPeopleFixture } from '../app/people-fixture.ts';
import {
  addPasskey,
  here,
  openVisitor,
  openWithProvider,
  optionsIn,
  page,
  path,
  unescaped,
} from './federated-fixture.ts';

describe('passkeys', () => {
  test('a person adds one, signs in with it, renames and removes it', async (context) => {
    const fixture = await openPeopleFixture(context);
    const ann = await fixture.addPerson('ann@example.com');
    const { phone, answer } = await addPasskey(ann, 'phone', '<Phone>');
    assert.equal(answer.headers.location, `${page}?done=added`);
    const shown = await ann.get(`${page}?done=added`);
    assert.match(shown.body, /The passkey was added[^]*&lt;Phone&gt;/);

    const visitor = openVisitor(fixture);
    const signedIn = await visitor.signInWith((challenge) => phone.get({ challenge, ...here }));
    assert.equal(signedIn.statusCode, 303);
    assert.equal(signedIn.headers.location, '/app/sent');
    assert.equal((await visitor.get('/app/')).statusCode, 200);

    await ann.post(`${page}/rename`, { id: phone.id, name: 'Old phone' });
    assert.match((await ann.get(page)).body, /Old phone/);
    const last = await ann.post(`${page}/remove`, { id: phone.id });
    assert.equal(last.statusCode, 422);
    assert.match(last.body, /only way to sign in/);
    const { database } = fixture;
    await database.passwords.put({ accountId: ann.account.id, phc: 'hash', setAt: 0 });
    const removed = await ann.post(`${page}/remove`, { id: phone.id });
    assert.equal(removed.headers.location, `${page}?done=removed`);
    assert.match((await ann.get(page)).body, /no passkey yet/);
    const told = (await database.outbox.list(5)).map(({ kind, to }) => `${kind} ${to}`);
    assert.deepEqual(told, ['passkey_removed ann@example.com', 'passkey_added ann@example.com']);
  });

  test('a wrong one is refused with the page again, and a foreign one is like a missing one', async (context) => {
    const fixture = await openPeopleFixture(context);
    const ann = await fixture.addPerson('ann@example.com');
    const ben = await fixture.addPerson('ben@example.com');
    const { phone } = await addPasskey(ann, 'phone');
    const visitor = openVisitor(fixture);
    for (const wrong of [{ origin: 'http://elsewhere' }, { challenge: 'x' }, { flags: 1 }]) {
      const answer = await visitor.signInWith((challenge) =>
        phone.get({ challenge, ...here, ...wrong }),
      );
      assert.equal(answer.statusCode, 422);
      assert.match(answer.body, /passkey was not accepted[^]*<form/);
    }
    const bodies = [];
    for (const id of [phone.id, 'bWlzc2luZw']) {
      const answer = await ben.post(`${page}/remove`, { id });
      assert.equal(answer.statusCode, 404);
      bodies.push(answer.body.replaceAll(/value="[^"]{59}"/g, ''));
    }
    assert.equal(bodies[0], bodies[1]);
    const again = await addPasskey(ben, 'phone');
    assert.equal(again.answer.statusCode, 422);
    assert.match(again.answer.body, /already in use/);
  });

  test('one proves who its owner is, input is kept, and the session is a new one', async (context) => {
    const fixture = await openPeopleFixture(context);
    const { app, signIn, clock, database } = fixture;
    const ann = await fixture.addPerson('ann@example.com');
    const { phone } = await addPasskey(ann, 'phone');
    const { phone: foreign } = await addPasskey(await fixture.addPerson('ben@example.com'), 'ben');
    const old = await signIn(ann.account, 'full', { by: 'password', at: clock.now() - 6 * minute });
    const browser = openVisitor({ app }, old.cookie);
    const wanted = 'correct horse battery staple';
    const security = await browser.get('/app/security');
    assert.doesNotMatch(security.body, /Current password/);
    let asked = await browser.submit(security.body, 'Set password', { password: wanted });
    assert.equal(asked.statusCode, 403);
    assert.doesNotMatch(asked.body, /confirm-password/, 'a person without a password');
    for (const wrong of [
      (challenge: string) => foreign.get({ challenge, ...here }),
      () => phone.get({ challenge: 'x', ...here }),
    ]) {
      const shown = JSON.stringify(wrong(optionsIn(asked.body).challenge));
      asked = await browser.submit(asked.body, 'Confirm with', { 'confirm-passkey': shown });
      assert.equal(asked.statusCode, 403);
      assert.match(asked.body, /passkey was not accepted/);
    }
    assert.equal(await database.passwords.find(ann.account.id), undefined);
    const { challenge } = optionsIn(asked.body);
    const shown = JSON.stringify(phone.get({ challenge, ...here }));
    const done = await browser.submit(asked.body, 'Confirm with', { 'confirm-passkey': shown });
    assert.equal(done.headers.location, '/app/security?done=password');
    assert.ok(await database.passwords.find(ann.account.id));
    assert.equal((await old.get('/app/')).statusCode, 303, 'the session of before is refused');
    assert.match((await browser.get('/app/security?done=password')).body, /Current password/);
  });

  test('one is added with the form that waited for a proof', async (context) => {
    const fixture = await openPeopleFixture(context);
    const { app, signIn, clock } = fixture;
    const ann = await fixture.addPerson('ann@example.com');
    const { phone } = await addPasskey(ann, 'phone');
    const old = await signIn(ann.account, 'full', { by: 'password', at: clock.now() - 6 * minute });
    const browser = openVisitor({ app }, old.cookie);
    const laptop = createAuthenticator(algorithms.ES256, 'laptop');
    const { body } = await browser.get(page);
    const made = laptop.create({ challenge: optionsIn(body).challenge, ...here });
    const entered = { response: JSON.stringify(made), name: 'Laptop' };
    const asked = await browser.submit(body, 'Add a passkey', entered);
    const shown = JSON.stringify(
      phone.get({ challenge: optionsIn(asked.body).challenge, ...here }),
    );
    const done = await browser.submit(asked.body, 'Confirm with', { 'confirm-passkey': shown });
    assert.equal(done.headers.location, `${page}?done=added`);
    assert.match((await browser.get(page)).body, /Laptop/);
  });

  test('are not offered at an IP address', async (context) => {
    const fixture = await openPeopleFixture(context);
    const ann = await fixture.addPerson('ann@example.com');
    const answer = await ann.get(page, { host: '127.0.0.1:8080' });
    assert.match(answer.body, /do not work at this address/);
    assert.doesNotMatch(answer.body, /data-passkey/);
  });
});

describe('a provider', () => {
  test('signs in whom it is linked to, and nobody by an address', async (context) => {
    const fixture = await openWithProvider(context);
    const { running } = fixture;
    running.people.set('ann', { email: 'ann@example.com', email_verified: true });
    const ann = await fixture.addPerson('ann@example.com');

    const stranger = openVisitor(fixture);
    assert.match((await stranger.get('/sign-in')).body, /Sign in with Company &amp; Co/);
    const begun = await stranger.get('/sign-in/oidc/company?next=/app/sent');
    assert.equal(begun.statusCode, 303);
    const back = await running.signIn(String(begun.headers.location), 'ann');
    const unknown = await stranger.get(path(back));
    assert.equal(unknown.statusCode, 403);
    assert.match(unknown.body, /not linked to an account/);

    const [, link = ''] =
      /href="(\/app\/security\/passkeys\/link\/company\?token=[^"]+)"/.exec(
        (await ann.get(page)).body,
      ) ?? [];
    assert.equal((await ann.get(`${page}/link/company?token=x`)).statusCode, 403);
    const linking = await ann.get(link);
    const returned = await running.signIn(String(linking.headers.location), 'ann');
    assert.equal((await stranger.get(path(returned))).statusCode, 403, 'in another browser');
    const linked = await ann.get(path(returned));
    assert.equal(linked.headers.location, `${page}?done=linked&provider=company`);
    assert.match((await ann.get(page)).body, /Company &amp; Co: ann@example.com/);

    const visitor = openVisitor(fixture);
    const again = await visitor.get('/sign-in/oidc/company?next=//evil.example');
    const answer = await running.signIn(String(again.headers.location), 'ann');
    const entered = await visitor.get(path(answer));
    assert.equal(entered.headers.location, '/app/');
    assert.equal((await visitor.get('/app/')).statusCode, 200);
    const twice = await visitor.get(path(answer));
    assert.equal(twice.statusCode, 403);

    const only = { issuer: running.issuer, subject: 'ann' };
    assert.equal((await ann.post(`${page}/unlink`, only)).statusCode, 422);
    const foreign = await ann.post(`${page}/unlink`, { ...only, subject: 'ben' });
    assert.equal(foreign.statusCode, 404);
    const { database } = fixture;
    await database.passwords.put({ accountId: ann.account.id, phc: 'hash', setAt: 0 });
    assert.equal((await ann.post(`${page}/unlink`, only)).statusCode, 303);
    const told = (await database.outbox.list(5)).map(({ kind, to }) => `${kind} ${to}`);
    assert.deepEqual(told, [
      'identity_unlinked ann@example.com',
      'identity_linked ann@example.com',
    ]);
  });

  test('proves who a person is; input is kept meanwhile, and the session is a new one', async (context) => {
    const fixture = await openWithProvider(context);
    const { running, app, database, clock, signIn } = fixture;
    for (const name of ['ann', 'eve']) running.people.set(name, { email: `${name}@example.com` });
    const ann = await fixture.addPerson('ann@example.com');
    const { account } = ann;
    const now = clock.now();
    const { issuer } = running;
    const times = { createdAt: now, lastUsedAt: now };
    await database.identities.add({
      ...{ issuer, subject: 'ann', accountId: account.id, label: 'ann' },
      ...times,
    });
    const old = await signIn(account, 'full', { by: 'password', at: now - 6 * minute });
    const browser = openVisitor({ app }, old.cookie);
    const security = await browser.get('/app/security');
    const wanted = 'correct "horse" battery & staple';
    const asked = await browser.submit(security.body, 'Set password', { password: wanted });
    assert.equal(asked.statusCode, 403);
    assert.doesNotMatch(asked.body, /confirm-password|data-passkey/);
    const [, link = ''] = /href="(\/app\/confirm\/company[^"]+)"/.exec(asked.body) ?? [];
    const forged = unescaped(link).replace(/token=[^&]+/, 'token=x');
    assert.equal((await browser.get(forged)).statusCode, 403);

    const begun = await browser.get(unescaped(link));
    const wrong = await running.signIn(String(begun.headers.location), 'eve');
    const refused = await browser.get(path(wrong));
    assert.equal(refused.statusCode, 403);
    assert.match(refused.body, /href="\/app\/confirm\?form=[^"]+"[^>]*>\s*Confirm another way/);

    const again = await browser.get(unescaped(link));
    const back = await running.signIn(String(again.headers.location), 'ann');
    const returned = await browser.get(path(back));
    assert.match(String(returned.headers.location), /^\/app\/confirm\?form=/);
    assert.equal((await old.get('/app/')).statusCode, 303, 'the session of before is refused');
    const ben = await fixture.addPerson('ben@example.com');
    const foreign = await ben.get(String(returned.headers.location));
    assert.equal(foreign.statusCode, 404);
    const kept = await browser.get(String(returned.headers.location));
    assert.equal(await database.passwords.find(account.id), undefined, 'only a POST changes');
    assert.match(kept.body, /value="correct &#34;horse&#34; battery &amp; staple"/);
    const done = await browser.submit(kept.body, 'Continue');
    assert.equal(done.headers.location, '/app/security?done=password');
    assert.ok(await database.passwords.find(account.id));
  });

  test('is linked by a person whose proof was old when they began', async (context) => {
    const fixture = await openWithProvider(context);
    const { app, signIn, clock } = fixture;
    const ann = await fixture.addPerson('ann@example.com');
    const { phone } = await addPasskey(ann, 'phone');
    const old = await signIn(ann.account, 'full', { by: 'password', at: clock.now() - 6 * minute });
    const browser = openVisitor({ app }, old.cookie);
    const [, link = ''] =
      /href="([^"]+link\/company[^"]+)"/.exec((await browser.get(page)).body) ?? [];
    const asked = await browser.get(unescaped(link));
    assert.equal(asked.statusCode, 403);
    const { challenge } = optionsIn(asked.body);
    const shown = JSON.stringify(phone.get({ challenge, ...here }));
    const done = await browser.submit(asked.body, 'Confirm with', { 'confirm-passkey': shown });
    const begun = await browser.get(String(done.headers.location));
    assert.match(String(begun.headers.location), /^http:\/\/[^/]+\/auth\?/);
  });

  test('makes an account at the first sign-in where the operator wants it', async (context) => {
    const settings = { addAccounts: true, allowedDomains: ['example.com'] };
    const fixture = await openWithProvider(context, settings);
    const { running, database } = fixture;
    running.people.set('ann', { email: 'ann@example.com', email_verified: true, name: 'Ann' });
    running.people.set('eve', { email: 'eve@elsewhere.example', email_verified: true });
    for (const [subject, status] of [
      ['ann', 303],
      ['eve', 403],
    ] as const) {
      const visitor = openVisitor(fixture);
      const begun = await visitor.get('/sign-in/oidc/company');
      const back = await running.signIn(String(begun.headers.location), subject);
      assert.equal((await visitor.get(path(back))).statusCode, status);
    }
    const accounts = await database.accounts.list();
    assert.deepEqual(
      accounts.map(({ email, role, displayName }) => [email, role, displayName]),
      [['ann@example.com', 'user', 'Ann']],
    );
  });

  test('that is away, or unknown, is answered with a page', async (context) => {
    const fixture = await openWithProvider(context);
    await fixture.running.stop();
    const visitor = openVisitor(fixture);
    const away = await visitor.get('/sign-in/oidc/company');
    assert.equal(away.statusCode, 503);
    assert.match(away.body, /Company &amp; Co cannot be reached/);
    assert.equal((await visitor.get('/sign-in/oidc/other')).statusCode, 404);
    const forged = await visitor.get('/sign-in/oidc/company/callback?code=x&state=y');
    assert.equal(forged.statusCode, 403);
    assert.match(forged.body, /did not confirm who you are/);
  });
});
