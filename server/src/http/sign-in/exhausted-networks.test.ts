import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPasswordLimiter, createSignInLimiter } from '../../domain/ports/rate-limiter.ts';
import { host } from '../app/people-fixture.ts';
import { openSecurity, password } from '../app/security/security-fixture.ts';
import { addPasskey, here, openVisitor } from './federated-fixture.ts';

/** More than any width of network is allowed in a minute. */
const flood = 300;

test('through a network that strangers used up in every width, known browsers, passkeys and API keys come at once', async (t) => {
  const fixture = await openSecurity(t);
  const { app, anna, enter, after, coordination } = fixture;
  const { known } = after(await enter());
  const { phone } = await addPasskey(anna, 'phone');
  const made = await anna.post('/app/security/keys/new', {
    name: 'Nightly',
    days: '30',
    receive: 'yes',
    status: 'yes',
  });
  const [, key = ''] = /id="key">(vk_[\w-]{43})</.exec(made.body) ?? [];
  const { email } = anna.account;
  const { signIns } = coordination.counters;
  const passwords = createPasswordLimiter(signIns);
  const keys = createSignInLimiter(signIns);
  for (let count = 0; count < flood; count += 1) {
    await passwords.count(`${count}@example.com`, '127.0.0.1');
    await passwords.count(email, `127.0.0.${count % 250}`);
    await keys.fail(count % 2 === 0 ? email : `${count}@example.com`, '127.0.0.1');
  }

  const stranger = await enter();
  assert.equal(stranger.statusCode, 429, 'a right password in a new browser has to wait');
  assert.ok(Number(stranger.headers['retry-after']) > 0);
  assert.equal((await enter(password, known)).headers.location, '/app/', 'a known browser');
  const visitor = openVisitor(fixture);
  const signedIn = await visitor.signInWith((challenge) => phone.get({ challenge, ...here }));
  assert.equal(signedIn.headers.location, '/app/sent', 'a passkey');
  const ask = (secret: string) => {
    const authorization = `Basic ${Buffer.from(`${email}:${secret}`).toString('base64')}`;
    return app.inject({ url: `/${email}/`, headers: { host, authorization } });
  };
  assert.equal((await ask(`vk_${'A'.repeat(43)}`)).statusCode, 429, 'a wrong key');
  assert.equal((await ask(key)).statusCode, 200, 'a valid key');
});
