import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createAuthenticator } from '../../domain/passkeys/authenticator-fixture.ts';
import { algorithms } from '../../domain/passkeys/webauthn.ts';
import { openPeopleFixture } from '../app/people-fixture.ts';
import {
  here,
  invite,
  openVisitor,
  openWithProvider,
  optionsIn,
  path,
  unescaped,
} from './federated-fixture.ts';

describe('an invitation', () => {
  test('is accepted with a passkey, once; nothing but a verified one spends it', async (context) => {
    const fixture = await openPeopleFixture(context);
    const { database } = fixture;
    const { account, link } = await invite(fixture, 'ann@example.com');
    const phone = createAuthenticator(algorithms.ES256, 'phone');
    const visitor = openVisitor(fixture);
    for (let times = 0; times < 50; times += 1) await visitor.get(link);
    let shown = await visitor.get(link);
    const make = (challenge: string, overrides = {}) =>
      JSON.stringify(phone.create({ challenge, ...here, ...overrides }));
    for (const [entered, says] of [
      [{ name: '', response: '' }, /Enter your name/],
      [{ name: 'Ann', response: '' }, /passkey was not accepted/],
      [{ name: 'Ann', response: make('x') }, /passkey was not accepted/],
      [
        { name: 'Ann', response: make(optionsIn(shown.body).challenge, { flags: 0x41 }) },
        /not accepted/,
      ],
    ] as const) {
      shown = await visitor.submit(shown.body, 'with a passkey', entered);
      assert.equal(shown.statusCode, 422);
      assert.match(shown.body, says);
    }
    const { challenge } = optionsIn(shown.body);
    const elsewhere = openVisitor(fixture);
    const foreign = await elsewhere.get(link);
    const stolen = { name: 'Eve', response: make(challenge) };
    const refused = await elsewhere.submit(foreign.body, 'with a passkey', stolen);
    assert.equal(refused.statusCode, 422, 'a challenge of another browser');
    const entered = { name: ' Ann ', response: make(challenge), zone: 'Europe/Stockholm' };
    const joined = await visitor.submit(shown.body, 'with a passkey', entered);
    assert.equal(joined.headers.location, '/app/');
    assert.equal((await visitor.get('/app/')).statusCode, 200);
    const ann = await database.accounts.find(account.id);
    assert.deepEqual([ann?.displayName, ann?.timeZone], ['Ann', 'Europe/Stockholm']);
    assert.equal(await database.passwords.find(account.id), undefined);
    assert.equal((await visitor.submit(shown.body, 'with a passkey', entered)).statusCode, 404);
    assert.equal((await visitor.get(link)).statusCode, 404);

    const again = openVisitor(fixture);
    const signedIn = await again.signInWith((wanted) => phone.get({ challenge: wanted, ...here }));
    assert.equal(signedIn.statusCode, 303);
  });

  test('a second one leads past no password: only a password accepts it', async (context) => {
    const fixture = await openPeopleFixture(context);
    const { account, link } = await invite(fixture, 'ann@example.com');
    const visitor = openVisitor(fixture);
    const before = await visitor.get(link);
    await fixture.database.passwords.put({ accountId: account.id, phc: 'hash', setAt: 0 });
    const phone = createAuthenticator(algorithms.ES256, 'phone');
    const response = JSON.stringify(
      phone.create({ challenge: optionsIn(before.body).challenge, ...here }),
    );
    const refused = await visitor.submit(before.body, 'with a passkey', { name: 'Ann', response });
    assert.equal(refused.statusCode, 404);
    const { body, statusCode } = await visitor.get(link);
    assert.equal(statusCode, 200);
    assert.doesNotMatch(body, /data-passkey/);
  });

  test('is accepted with a provider, once', async (context) => {
    const fixture = await openWithProvider(context);
    const { running, database } = fixture;
    running.people.set('ann', { email: 'private@elsewhere.example', name: 'Ann Example' });
    const { account, link } = await invite(fixture, 'ann@example.com');
    const visitor = openVisitor(fixture);
    const { body } = await visitor.get(`${link}?lang=sv`);
    const [, href = ''] = /href="(\/join\/[^"]+\/oidc\/company[^"]+)"/.exec(body) ?? [];
    const begin = `${unescaped(href)}&zone=Europe/Stockholm`;
    assert.equal((await openVisitor(fixture).get(begin)).statusCode, 403, 'in another browser');
    const begun = await visitor.get(begin);
    const late = await visitor.get(begin);
    const back = await running.signIn(String(begun.headers.location), 'ann');
    assert.ok(!String(begun.headers.location).includes(link.slice('/join/'.length)));
    const joined = await visitor.get(path(back));
    assert.equal(joined.headers.location, '/app/');
    const ann = await database.accounts.find(account.id);
    assert.deepEqual(
      [ann?.displayName, ann?.language, ann?.timeZone],
      ['Ann Example', 'sv', 'Europe/Stockholm'],
    );
    assert.equal((await database.identities.listFor(account.id)).length, 1);
    running.people.set('eve', { email: 'eve@elsewhere.example' });
    const second = await running.signIn(String(late.headers.location), 'eve');
    const ended = await visitor.get(path(second));
    assert.equal(ended.statusCode, 403);
    assert.match(ended.body, /invitation was used or has expired/);
    assert.equal((await visitor.get(link)).statusCode, 404);
  });
});
