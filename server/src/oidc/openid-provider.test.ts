import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { createFakeClock } from '../testing/fake-clock.ts';
import { IdentityRefused } from '../domain/ports/identity-provider.ts';
import type { ProviderSettings } from '../config/oidc-file.ts';
import { Secret } from '../config/secret.ts';
import { AnswerTooLarge, maxAnswerBytes } from './limited-fetch.ts';
import { createOpenidProvider } from './openid-provider.ts';
import type { Claims } from './provider-fixture.ts';
import { startProvider } from './provider-fixture.ts';

const redirectUri = 'https://files.example.com/sign-in/oidc/company/callback';

async function open(context: TestContext, overrides: Partial<ProviderSettings> = {}) {
  const running = await startProvider(context, [redirectUri]);
  const faults: unknown[] = [];
  const clock = createFakeClock();
  const { issuer, clientId, clientSecret } = running;
  const settings: ProviderSettings = {
    id: 'company',
    name: 'Company',
    issuer,
    clientId,
    clientSecret: new Secret(clientSecret),
    scopes: ['email', 'profile'],
    groupsClaim: 'groups',
    trustsEmail: false,
    provisioning: undefined,
    ...overrides,
  };
  const onFault = (_: string, error: unknown) => faults.push(error);
  return { running, provider: createOpenidProvider(settings, { clock, onFault }), faults, clock };
}

const trip = {
  state: 'state of the round trip',
  nonce: 'nonce of the round trip',
  codeVerifier: 'verifier'.repeat(6),
  redirectUri,
};

test('a person signs in by the code flow with PKCE, state and nonce', async (context) => {
  const { running, provider } = await open(context);
  running.people.set('alice', {
    email: 'Alice@Example.com',
    email_verified: true,
    name: ' Alice ',
    groups: ['staff'],
  });
  const address = new URL(await provider.begin(trip));
  assert.equal(address.searchParams.get('code_challenge_method'), 'S256');
  assert.ok(!address.href.includes(trip.codeVerifier));
  const answer = await running.signIn(address.href, 'alice');
  assert.deepEqual(await provider.complete(answer, trip), {
    issuer: running.issuer,
    subject: 'alice',
    email: 'alice@example.com',
    name: 'Alice',
    groups: ['staff'],
  });
});

test('a wrong state, nonce, issuer, audience, age, signature or code is refused', async (context) => {
  const { running, provider, faults } = await open(context);
  async function refused(
    change: (answer: URL) => void,
    lies: Record<string, unknown> = {},
    maxAge: { maxAgeSeconds?: number } = {},
  ): Promise<void> {
    const whole = { ...trip, ...maxAge };
    const answer = await running.signIn(await provider.begin(whole), 'alice');
    change(answer);
    running.lies = lies;
    await assert.rejects(provider.complete(answer, whole), IdentityRefused);
    delete running.lies;
  }
  const keep = () => undefined;
  await refused((answer) => {
    answer.searchParams.set('state', 'another');
  });
  await refused((answer) => {
    answer.searchParams.delete('state');
  });
  await refused((answer) => {
    answer.searchParams.set('iss', 'https://evil.example');
  });
  await refused((answer) => {
    answer.searchParams.set('code', 'another');
  });
  await refused(keep, { nonce: 'another' });
  await refused(keep, { nonce: undefined });
  await refused(keep, { iss: 'https://evil.example' });
  await refused(keep, { aud: 'another client' });
  await refused(keep, { exp: 1 });
  await refused(keep, { sub: undefined });
  await refused(keep, { auth_time: 1 }, { maxAgeSeconds: 300 });
  running.isForged = true;
  await refused(keep);
  running.isForged = false;
  const answer = await running.signIn(await provider.begin(trip), 'alice');
  const other = { ...trip, codeVerifier: 'x'.repeat(43) };
  await assert.rejects(provider.complete(answer, other), IdentityRefused, 'without its verifier');
  const query = new URLSearchParams({
    error: 'access_denied',
    state: trip.state,
    iss: running.issuer,
  });
  const cancelled = new URL(`${redirectUri}?${query.toString()}`);
  await assert.rejects(provider.complete(cancelled, trip), { reason: 'access_denied' });
  assert.deepEqual(faults, [], 'none of it is the fault of the provider');
});

test('an address that the provider does not vouch for is not told', async (context) => {
  const unverified = { email: 'alice@example.com', email_verified: false };
  for (const [trustsEmail, email] of [
    [false, undefined],
    [true, 'alice@example.com'],
  ] as const) {
    const { running, provider } = await open(context, { trustsEmail });
    running.people.set('alice', unverified);
    const answer = await running.signIn(await provider.begin(trip), 'alice');
    assert.equal((await provider.complete(answer, trip)).email, email);
  }
});

test('an address counts as verified only by the document that names it', async (context) => {
  const idToken = 'w3@corp.example';
  const cases: [userInfo: Claims, lies: Record<string, unknown>, email: string | undefined][] = [
    [{ email: 'other@corp.example', email_verified: true }, { email: idToken }, undefined],
    [{ email: idToken, email_verified: true }, { email: idToken }, idToken],
    [{ email_verified: true }, { email: idToken }, undefined],
    [
      { email: idToken, email_verified: true },
      { email: idToken, email_verified: false },
      undefined,
    ],
    [{ email: 'other@corp.example' }, { email_verified: true }, undefined],
    [{ email: 'other@corp.example', email_verified: true }, {}, 'other@corp.example'],
    [{}, { email: idToken, email_verified: true }, idToken],
  ];
  const { running, provider } = await open(context);
  for (const [userInfo, lies, email] of cases) {
    running.people.set('alice', userInfo);
    const answer = await running.signIn(await provider.begin(trip), 'alice');
    running.lies = lies;
    const proven = await provider.complete(answer, trip);
    assert.equal(proven.email, email, JSON.stringify({ userInfo, lies }));
  }
});

test('of an answer larger than 1 MB no more is read, and the provider is to blame', async (context) => {
  const { running, provider, faults } = await open(context);
  const answer = await running.signIn(await provider.begin(trip), 'alice');
  running.padding = { path: '/token', bytes: maxAnswerBytes };
  await assert.rejects(provider.complete(answer, trip), IdentityRefused, 'read, and no JSON');
  for (const path of ['/token', '/me']) {
    running.padding = { path, bytes: maxAnswerBytes + 1 };
    await assert.rejects(provider.complete(answer, trip), { code: 'unavailable' }, path);
    assert.ok((faults.at(-1) as Error).cause instanceof AnswerTooLarge, path);
  }
  running.padding = { path: '/.well-known', bytes: maxAnswerBytes + 1 };
  await assert.rejects(provider.check(), ({ cause }: Error) => cause instanceof AnswerTooLarge);
});

test('a provider that is away is said to be, and is asked again soon', async (context) => {
  const { running, provider, faults, clock } = await open(context);
  const answer = await running.signIn(await provider.begin(trip), 'alice');
  await running.stop();
  await assert.rejects(provider.complete(answer, trip), { code: 'unavailable' });
  await assert.rejects(provider.check());
  assert.equal(faults.length, 1);

  const later = await open(context, { issuer: running.issuer });
  await assert.rejects(later.provider.begin(trip), { code: 'unavailable' });
  await startProvider(context, [redirectUri], Number(new URL(running.issuer).port));
  await assert.rejects(later.provider.begin(trip), { code: 'unavailable' }, 'not at once');
  later.clock.advance(3000);
  assert.ok(await later.provider.begin(trip));
  clock.advance(60 * 60_000);
  assert.ok(await provider.begin(trip));
});

test('a provider that does not name the configured issuer is refused', async (context) => {
  const { running } = await open(context);
  const other = await open(context, { issuer: running.issuer.replace('127.0.0.1', 'localhost') });
  await assert.rejects(other.provider.begin(trip), { code: 'unavailable' });
  await assert.rejects(other.provider.check(), /issuer|localhost|expected/i);
});
