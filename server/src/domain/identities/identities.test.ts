import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { actor } from '../../testing/exchange-fixture.ts';
import { sampleAccount } from '../../testing/samples.ts';
import type { Account } from '../model/account.ts';
import { issuer, openPasskeys, site } from '../passkeys/passkeys-fixture.ts';
import type {
  IdentityProvider,
  ProvenIdentity,
  Provisioning,
  RoundTrip,
} from '../ports/identity-provider.ts';
import { IdentityRefused } from '../ports/identity-provider.ts';
import type { SignedInPerson } from './identities.ts';
import type { Intent } from './trip-state.ts';
import { createIdentities, roundTripMs } from './identities.ts';

const visitor = 'secret of a visitor';
const redirectUri = 'https://files.example.com/sign-in/oidc/company/callback';
const ann: ProvenIdentity = {
  issuer,
  subject: 'ann',
  email: 'ann@example.com',
  name: 'Ann',
  groups: ['staff'],
};

/** A provider that proves whoever `person` is, and wants back what it was given. */
function createProvider(provisioning?: Provisioning) {
  const trips = new Map<string, RoundTrip>();
  const provider = {
    id: 'company',
    name: 'Company',
    issuer,
    provisioning,
    person: ann,
    lastTrip: undefined as RoundTrip | undefined,
    begin(trip: RoundTrip) {
      trips.set(trip.state, trip);
      provider.lastTrip = trip;
      return Promise.resolve(`https://id.example.com/auth?state=${trip.state}`);
    },
    complete(_: URL, trip: RoundTrip) {
      const begun = trips.get(trip.state);
      assert.deepEqual(trip, begun, 'every worker derives the same secrets');
      return provider.person.subject === ''
        ? Promise.reject(new IdentityRefused('nobody'))
        : Promise.resolve(provider.person);
    },
  };
  return provider satisfies IdentityProvider;
}

async function open(context: TestContext, provisioning?: Provisioning) {
  const parts = await openPasskeys(context);
  const provider = createProvider(provisioning);
  const create = () => createIdentities({ ...parts, providers: [provider], language: 'de' });
  const identities = create();

  async function begin(intent: Intent = 'sign in', browser = visitor): Promise<URL> {
    const journey = { browser, redirectUri, next: '/app/sent' };
    const address = new URL(await identities.begin('company', intent, journey));
    return new URL(`${redirectUri}?code=1&state=${address.searchParams.get('state') ?? ''}`);
  }

  return {
    ...parts,
    provider,
    identities,
    begin,

    complete: (answer: URL, person?: SignedInPerson, browser = visitor, by = identities) =>
      by.complete(actor, 'company', answer, { browser, redirectUri, client: 'test', person }),

    /** The same services in another worker. */
    another: create,

    signedIn: async (account: Account): Promise<SignedInPerson> => {
      const cookie = await parts.sessions.open(parts.database, account, {
        ...{ state: 'full', proof: { by: 'password', at: 1 }, source: '', client: '' },
      });
      const live = await parts.sessions.find(cookie);
      assert.ok(live);
      return live;
    },
  };
}

test('an identity opens the account that it is linked to, and never one with its address', async (context) => {
  const { begin, complete, addPerson, identities, signedIn, database } = await open(context);
  const account = await addPerson('ann@example.com');
  const unknown = await complete(await begin());
  assert.deepEqual(unknown, { kind: 'refused', reason: 'unknown', next: '/app/sent' });
  assert.deepEqual(await database.sessions.listFor(account.id), []);

  const person = await signedIn(account);
  const linked = await complete(await begin('link', person.session.id), person);
  assert.deepEqual(linked, { kind: 'linked', next: '/app/sent' });
  const [kept] = await identities.list(account);
  assert.deepEqual([kept?.issuer, kept?.subject, kept?.label], [issuer, 'ann', 'ann@example.com']);

  const entered = await complete(await begin());
  assert.ok(entered.kind === 'entered' && entered.answer.kind === 'signed_in');
  assert.equal(entered.answer.account.id, account.id);
  assert.equal(entered.next, '/app/sent');
  const records = await database.audit.listNewest(2);
  assert.deepEqual(
    records.map(({ action, details }) => [action, details]),
    [
      ['identity.linked', { provider: 'company', subject: 'ann' }],
      ['person.signed_in', { how: 'provider company' }],
    ],
  );
});

test('a state counts once, in its browser, for its provider and for a while, on every worker', async (context) => {
  const { begin, complete, another, clock, provider } = await open(context, { groups: ['staff'] });
  const answer = await begin();
  const refused = { kind: 'refused', reason: 'answer', next: '' };
  assert.deepEqual(await complete(answer, undefined, 'another browser'), refused);
  const changed = new URL(answer.href.replace(/state=./, 'state=x'));
  assert.deepEqual(await complete(changed), refused);
  assert.equal((await complete(answer, undefined, visitor, another())).kind, 'entered');
  assert.deepEqual(await complete(answer), { ...refused, next: '/app/sent' });
  const old = await begin();
  clock.advance(roundTripMs);
  assert.deepEqual(await complete(old), refused);
  provider.person = { ...ann, subject: '' };
  assert.deepEqual(await complete(await begin()), { ...refused, next: '/app/sent' });
  const { lastTrip } = provider;
  assert.ok(lastTrip && !lastTrip.state.includes(lastTrip.codeVerifier));
  await assert.rejects(
    another().begin('other', 'sign in', { browser: visitor, redirectUri, next: '' }),
    { code: 'not_found' },
  );
});

test('an identity that is linked to another account is not linked again', async (context) => {
  const { begin, complete, addPerson, signedIn, identities } = await open(context);
  const first = await signedIn(await addPerson('ann@example.com'));
  const second = await signedIn(await addPerson('ben@example.com'));
  const link = async (person: SignedInPerson) =>
    await complete(await begin('link', person.session.id), person);
  assert.equal((await link(first)).kind, 'linked');
  assert.equal((await link(first)).kind, 'linked');
  const refused = { kind: 'refused', reason: 'linked elsewhere', next: '/app/sent' };
  assert.deepEqual(await link(second), refused);
  assert.deepEqual(await identities.list(second.account), []);
});

test('what a person began counts in their session only', async (context) => {
  const { begin, complete, addPerson, signedIn, identities } = await open(context);
  const account = await addPerson('ann@example.com');
  const person = await signedIn(account);
  const answer = await begin('link', person.session.id);
  for (const other of [undefined, await signedIn(account)]) {
    const refused = await complete(answer, other);
    assert.deepEqual(refused, { kind: 'refused', reason: 'answer', next: '' });
  }
  assert.deepEqual(await identities.list(account), []);
  const token = identities.beginToken('company', account);
  assert.ok(identities.isBeginToken('company', account, token));
  assert.ok(!identities.isBeginToken('other', account, token));
  const ben = await addPerson('ben@example.com');
  assert.ok(!identities.isBeginToken('company', ben, token));
});

test('a linked identity confirms who its owner is, if they signed in there lately', async (context) => {
  const { begin, complete, addPerson, signedIn, provider, sessions } = await open(context);
  const person = await signedIn(await addPerson('ann@example.com'));
  const prove = async () => await complete(await begin('prove', person.session.id), person);
  const refused = { kind: 'refused', reason: 'unknown', next: '/app/sent' };
  assert.deepEqual(await prove(), refused);
  await complete(await begin('link', person.session.id), person);
  const entered = await prove();
  assert.equal(provider.lastTrip?.maxAgeSeconds, 300);
  assert.ok(entered.kind === 'entered' && entered.answer.kind === 'signed_in');
  assert.ok(await sessions.find(entered.answer.cookie));
});

test('a first sign-in makes an account where domain and group allow it', async (context) => {
  for (const [provisioning, person, expected] of [
    [{ domains: ['example.com'] }, ann, 'entered'],
    [{ groups: ['staff'] }, ann, 'entered'],
    [{ domains: ['example.com'], groups: ['staff'] }, ann, 'entered'],
    [{ domains: ['example.com'], groups: ['other'] }, ann, 'not allowed'],
    [{ domains: ['ample.com'] }, ann, 'not allowed'],
    [{ domains: ['example.com'] }, { ...ann, email: undefined }, 'not allowed'],
    [{ domains: ['example.com'] }, { ...ann, email: 'a@evil.com@example.com' }, 'not allowed'],
    [{ groups: ['staff'] }, { ...ann, email: 'not an address' }, 'not allowed'],
  ] as const) {
    const { begin, complete, provider, database } = await open(context, provisioning);
    provider.person = person;
    const answer = await complete(await begin());
    assert.equal(answer.kind === 'refused' ? answer.reason : answer.kind, expected);
    const account = await database.accounts.findByEmail('ann@example.com');
    if (expected !== 'entered') {
      assert.deepEqual(await database.accounts.list(), []);
      continue;
    }
    const { id, createdAt } = account ?? assert.fail();
    const made = { id, createdAt, role: 'user', language: 'de', number: '', displayName: 'Ann' };
    assert.deepEqual(account, sampleAccount('ann@example.com', made as Partial<Account>));
    const [record] = await database.audit.list(0, 1);
    assert.deepEqual(record?.details, { role: 'user', provider: 'company' });
  }
});

test('a first sign-in does not take an account that has the address', async (context) => {
  const { begin, complete, addPerson, identities } = await open(context, { groups: ['staff'] });
  const account = await addPerson('ann@example.com');
  const refused = { kind: 'refused', reason: 'taken', next: '/app/sent' };
  assert.deepEqual(await complete(await begin()), refused);
  assert.deepEqual(await identities.list(account), []);
});

test('a disabled account is not opened by its identity', async (context) => {
  const { begin, complete, database, clock } = await open(context, { groups: ['staff'] });
  await complete(await begin());
  const [account] = await database.accounts.list();
  assert.ok(account);
  await database.accounts.setDisabled(account.id, clock.now());
  const answer = await complete(await begin());
  assert.ok(answer.kind === 'entered');
  assert.deepEqual(answer.answer, { kind: 'refused' });
});

test('an identity is unlinked by its owner, unless it is the last way to sign in', async (context) => {
  const { begin, complete, identities, addPerson, database } = await open(context, {
    groups: ['staff'],
  });
  await complete(await begin());
  const [account] = await database.accounts.list();
  assert.ok(account);
  const ben = await addPerson('ben@example.com');
  const key = { issuer, subject: 'ann' };
  await assert.rejects(identities.unlink(actor, ben, key, site), { code: 'not_found' });
  assert.equal(await identities.unlink(actor, account, key, site), 'last way');
  await database.passwords.put({ accountId: account.id, phc: 'hash', setAt: 0 });
  assert.equal(await identities.unlink(actor, account, key, site), 'removed');
  await assert.rejects(identities.unlink(actor, account, key, site), { code: 'not_found' });
});
