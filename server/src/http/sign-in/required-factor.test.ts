import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAuthenticator } from '../../domain/passkeys/authenticator-fixture.ts';
import { algorithms } from '../../domain/passkeys/webauthn.ts';
import { unconfirmedMs } from '../../domain/people/authenticators.ts';
import { host } from '../app/people-fixture.ts';
import {
  addApp,
  codeOf,
  listMails,
  openSecurity,
  secretIn,
} from '../app/security/security-fixture.ts';
import { addPasskey, here, openVisitor, optionsIn } from './federated-fixture.ts';

const everyone = ['--require-second-factor', 'everyone'];
const setUp = '/sign-in/set-up?next=%2Fapp%2F';

test('who has no second factor sets one up at the next sign-in, before anything else', async (t) => {
  const { clock, anna, after, enter } = await openSecurity(t, everyone);
  assert.equal((await anna.get('/app/')).statusCode, 200, 'who is signed in stays so');
  const first = await enter();
  assert.equal(first.headers.location, setUp);
  const half = after(first);
  assert.equal(half.known, undefined, 'the browser is not known yet');
  for (const path of ['/app/', '/app/security', '/app/inbox', '/app/security/authenticator']) {
    assert.equal((await half.get(path)).statusCode, 303, path);
  }
  const page = await half.get('/sign-in/set-up');
  assert.match(page.body, /needs a second step/);
  const wrong = await half.post('/sign-in/set-up', { code: '000000' });
  assert.equal(wrong.statusCode, 422);
  const code = codeOf(secretIn(page.body), clock.now());
  const done = await half.post('/sign-in/set-up', { code, next: '/app/sent' });
  assert.equal(done.statusCode, 200);
  assert.equal(done.body.match(/<li><code>/g)?.length, 10);
  assert.match(done.body, /href="\/app\/sent"/);
  assert.equal((await after(done).get('/app/')).statusCode, 200);
  assert.equal((await half.get('/sign-in/set-up')).statusCode, 303, 'half a session has ended');
  const next = await enter();
  assert.equal(next.headers.location, '/sign-in/code?next=%2Fapp%2F', 'from then on a code');
  const again = await after(next).get('/sign-in/set-up');
  assert.match(String(again.headers.location), /^\/sign-in\/code/, 'and no other app');
});

test('a passkey counts as a second factor: the password alone lets its owner in no more', async (t) => {
  const { anna, enter, database, clock } = await openSecurity(t, everyone);
  await database.passkeys.add({
    ...{ id: 'phone', accountId: anna.account.id, name: 'Phone', rpId: 'localhost' },
    ...{ publicKey: Buffer.from('key'), algorithm: -7, counter: 0 },
    ...{ createdAt: clock.now(), lastUsedAt: undefined },
  });
  const answer = await enter();
  assert.equal(answer.statusCode, 422);
  assert.match(answer.body, /sign in with your passkey/);
  assert.deepEqual(await database.totp.find(anna.account.id), undefined);
});

test('who has no second factor sets up a new passkey instead, which opens a whole session', async (t) => {
  const fixture = await openSecurity(t, everyone);
  const { anna, after, enter, database } = fixture;
  const half = after(await enter());
  const other = after(await enter());
  const page = await half.get('/sign-in/set-up?next=/app/sent');
  assert.match(
    page.body,
    /<section[^>]* hidden data-with-passkeys>/,
    'without scripts, the app alone',
  );
  assert.match(page.body, /<script type="module" src="\/assets\/passkeys.js">/);
  const phone = createAuthenticator(algorithms.ES256, 'phone');
  const made = JSON.stringify(phone.create({ ...optionsIn(page.body), ...here }));
  const send = (browser: typeof half, response: string) =>
    browser.post('/sign-in/set-up/passkey', { response, next: '/app/sent' });
  for (const [browser, response] of [
    [half, ''],
    [half, '{}'],
    [other, made],
  ] as const) {
    const refused = await send(browser, response);
    assert.equal(refused.statusCode, 422);
    assert.match(refused.body, /The passkey was not added/);
  }
  const done = await send(half, made);
  assert.equal(done.headers.location, '/app/sent');
  assert.equal((await after(done).get('/app/')).statusCode, 200);
  assert.deepEqual(
    (await database.passkeys.listFor(anna.account.id)).map(({ id }) => id),
    [phone.id],
  );
  assert.deepEqual(await listMails(fixture), ['passkey_added']);
  assert.equal((await enter()).statusCode, 422, 'from then on the passkey is asked for');
});

test('half a session adds nothing beside a second factor that came meanwhile', async (t) => {
  const { clock, anna, after, enter, database } = await openSecurity(t, everyone);
  const half = after(await enter());
  const page = (await half.get('/sign-in/set-up')).body;
  const phone = createAuthenticator(algorithms.ES256, 'phone');
  const response = JSON.stringify(phone.create({ ...optionsIn(page), ...here }));
  await database.passkeys.add({
    ...{ id: 'own', accountId: anna.account.id, name: 'Own', rpId: 'localhost' },
    ...{ publicKey: Buffer.from('key'), algorithm: -7, counter: 0 },
    ...{ createdAt: clock.now(), lastUsedAt: undefined },
  });
  const code = codeOf(secretIn(page), clock.now());
  for (const answer of [
    await half.post('/sign-in/set-up', { code }),
    await half.post('/sign-in/set-up/passkey', { response }),
  ]) {
    assert.equal(answer.headers.location, '/sign-in?next=%2Fapp%2F');
  }
  assert.equal((await database.totp.find(anna.account.id))?.confirmedAt, undefined);
  await database.passkeys.remove(anna.account.id, 'own');
  await addApp(anna, () => clock.now());
  const refused = await half.post('/sign-in/set-up/passkey', { response });
  assert.match(String(refused.headers.location), /^\/sign-in\/code/);
  assert.deepEqual(await database.passkeys.listFor(anna.account.id), []);
});

test('a secret that nobody confirmed ends after an hour', async (t) => {
  const { clock, after, enter } = await openSecurity(t, everyone);
  const half = after(await enter());
  const shown = async () => secretIn((await half.get('/sign-in/set-up')).body);
  const secret = await shown();
  clock.advance(10_000);
  assert.deepEqual(await shown(), secret, 'until then the page shows the same');
  clock.advance(unconfirmedMs - 10_000);
  const late = after(await enter());
  const code = codeOf(secret, clock.now());
  assert.equal((await late.post('/sign-in/set-up', { code })).statusCode, 422);
  const next = secretIn((await late.get('/sign-in/set-up')).body);
  assert.notDeepEqual(next, secret);
});

test('a second factor is demanded of administrators alone, or of nobody, as the setting says', async (t) => {
  const { anna, enter, database } = await openSecurity(t, ['--require-second-factor', 'admins']);
  assert.equal((await enter()).headers.location, '/app/');
  assert.equal(anna.account.role, 'user');
  const none = await openSecurity(t);
  assert.equal((await none.enter()).headers.location, '/app/');
  assert.deepEqual(await database.totp.find(anna.account.id), undefined);
  const boss = await openSecurity(t, ['--require-second-factor', 'admins'], { role: 'admin' });
  assert.equal((await boss.enter()).headers.location, setUp);
});

test('where a second factor is demanded, a passkey opens a whole session, and API keys work as before', async (t) => {
  const fixture = await openSecurity(t, everyone);
  const { app, anna } = fixture;
  const { phone, answer } = await addPasskey(anna, 'phone');
  assert.equal(answer.statusCode, 303);
  const visitor = openVisitor(fixture);
  const signedIn = await visitor.signInWith((challenge) => phone.get({ challenge, ...here }));
  assert.equal(signedIn.headers.location, '/app/sent');
  assert.equal((await visitor.get('/app/')).statusCode, 200);

  const made = await anna.post('/app/security/keys/new', {
    name: 'Nightly',
    days: '30',
    receive: 'yes',
    status: 'yes',
  });
  const [, key = ''] = /id="key">(vk_[\w-]{43})</.exec(made.body) ?? [];
  const { email } = anna.account;
  const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
  const page = await app.inject({ url: `/${email}/`, headers: { host, authorization } });
  assert.equal(page.statusCode, 200);
});
