import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { createRateCounter } from '../../coordination/shared-tables.ts';
import { actor, openExchange } from '../../testing/exchange-fixture.ts';
import { day, hour } from '../model/clock.ts';
import type { ApiKeyId } from '../model/ids.ts';
import { usualScopes as scopes } from '../model/principal.ts';
import { createSignInLimiter, signInLimits } from '../ports/rate-limiter.ts';
import { createAccounts } from './accounts.ts';
import { createBearerSignIn } from './bearer-sign-in.ts';
import { createOwnKeys } from './own-keys.ts';

const email = 'alice@example.com';
const number = '49151123456';
const unauthorized = { code: 'unauthorized' };

/** There is an API account, Alice, and a person, Paul, each with a key. `asked` counts what the database was asked. */
async function open(context: TestContext) {
  const exchange = await openExchange(context);
  const { database, clock } = exchange;
  const accounts = createAccounts({ ...exchange, language: 'en' });
  const added = await accounts.add(actor, { email, number, role: 'api', key: undefined });
  const paul = { email: 'paul@example.com', number, role: 'user', key: undefined } as const;
  const { account } = await accounts.add(actor, paul);
  const ownKeys = createOwnKeys(exchange);
  const made = await ownKeys.make(actor, account, { name: 'Nightly', days: 30 });
  assert.ok('key' in made);
  const asked = { count: 0 };
  const apiKeys: typeof database.apiKeys = {
    ...database.apiKeys,
    findByHash(hash) {
      asked.count += 1;
      return database.apiKeys.findByHash(hash);
    },
  };
  const limiter = createSignInLimiter(createRateCounter(clock));
  const usedKeys = new Map<ApiKeyId, number>();
  const service = createBearerSignIn({
    ...{ ...exchange, limiter, usedKeys },
    database: { ...database, apiKeys },
  });
  const alice = { account: added.account, key: added.key ?? '' };
  return {
    ...exchange,
    accounts,
    ownKeys,
    service,
    asked,
    usedKeys,
    alice,
    paul: { account, made },
  };
}

describe('a bearer key', () => {
  test('of a program lets its account in, with the usual scopes', async (context) => {
    const { service, alice, usedKeys, clock } = await open(context);
    const { keyId, ...signedIn } = await service.signIn(alice.key, actor);
    assert.deepEqual(signedIn, {
      ...{ account: alice.account, scopes, keyEndsAt: undefined, networks: undefined },
      mayReplaceContacts: true,
    });
    assert.deepEqual([...usedKeys], [[keyId, clock.now()]]);
  });

  test('of a person lets its owner in, with its end and the usual scopes', async (context) => {
    const { service, paul, clock } = await open(context);
    const signedIn = await service.signIn(paul.made.key, actor);
    assert.deepEqual(signedIn, {
      account: paul.account,
      keyId: paul.made.made.id,
      scopes,
      networks: undefined,
      mayReplaceContacts: false,
      keyEndsAt: clock.now() + 30 * day,
    });
  });

  test('that is missing, wrong or short lets nobody in', async (context) => {
    const { service, accounts, alice } = await open(context);
    const short = 'short-key-1';
    await accounts.rotateKey(actor, email, { overlapMs: hour, key: short });
    for (const key of [undefined, '', `${alice.key}x`, alice.key.toUpperCase(), short]) {
      await assert.rejects(service.signIn(key, actor), unauthorized);
    }
  });

  test('that two accounts have lets neither in, until one of them has another', async (context) => {
    const { service, accounts, alice } = await open(context);
    const carol = 'carol@example.com';
    await accounts.add(actor, { email: carol, number, role: 'api', key: alice.key });
    await assert.rejects(service.signIn(alice.key, actor), unauthorized);
    await accounts.rotateKey(actor, carol, { overlapMs: 0 });
    assert.equal((await service.signIn(alice.key, actor)).account.email, email);
  });

  test('is known again without a question, and refused when its account is disabled or it ends', async (context) => {
    const { service, accounts, ownKeys, asked, alice, paul, clock } = await open(context);
    await service.signIn(alice.key, actor);
    await service.signIn(alice.key, actor);
    assert.equal(service.findCached(alice.key, actor.source)?.account.email, email);
    assert.equal(service.findCached(paul.made.key, actor.source), undefined);
    assert.equal(asked.count, 1);
    await accounts.disable(actor, email);
    assert.equal(service.findCached(alice.key, actor.source), undefined);
    await assert.rejects(service.signIn(alice.key, actor), unauthorized);
    await accounts.enable(actor, email);
    await service.signIn(alice.key, actor);

    await service.signIn(paul.made.key, actor);
    clock.advance(30 * day);
    assert.equal(service.findCached(paul.made.key, actor.source), undefined);
    await assert.rejects(service.signIn(paul.made.key, actor), unauthorized);
    const again = await ownKeys.make(actor, paul.account, { name: 'Again', days: 30 });
    assert.ok('key' in again);
    await service.signIn(again.key, actor);
    await ownKeys.end(actor, paul.account, again.made.id);
    assert.equal(service.findCached(again.key, actor.source), undefined);
    await assert.rejects(service.signIn(again.key, actor), unauthorized);
  });

  test('comes from its networks only, also once it is known', async (context) => {
    const { service, accounts, database, usedKeys } = await open(context);
    const { key, made } = await accounts.addKey(actor, email, {
      ...{ name: 'at home', scopes: ['receive'], networks: ['192.0.2.0/24', '2001:db8::/32'] },
    });
    const from = (source: string) => ({ ...actor, source });
    await assert.rejects(service.signIn(key, from('198.51.100.1')), unauthorized);
    assert.equal(usedKeys.size, 0);
    for (const source of ['192.0.2.7', '::ffff:192.0.2.7', '2001:db8::7']) {
      assert.deepEqual((await service.signIn(key, from(source))).scopes, ['receive']);
      assert.equal(service.findCached(key, source)?.keyId, made.id);
    }
    assert.equal(service.findCached(key, '198.51.100.1'), undefined);
    await assert.rejects(service.signIn(key, from('198.51.100.1')), unauthorized);
    const failed = (await database.audit.list(0, 100)).filter(
      ({ action }) => action === 'sign_in.failed',
    );
    assert.equal(failed.length, 2);
    for (const { object, details } of failed) {
      assert.deepEqual([object, details], [email, { key: made.id, reason: 'network' }]);
    }
  });

  test('that is right and lets nobody in is recorded with the reason', async (context) => {
    const { service, accounts, database, alice } = await open(context);
    const reasons = async () =>
      (await database.audit.list(0, 100))
        .filter(({ action }) => action === 'sign_in.failed')
        .map(({ object, details }) => [object, details.reason]);
    const carol = 'carol@example.com';
    await accounts.disable(actor, email);
    await assert.rejects(service.signIn(alice.key, actor), unauthorized);
    await accounts.enable(actor, email);
    await accounts.add(actor, { email: carol, number, role: 'api', key: alice.key });
    await assert.rejects(service.signIn(alice.key, actor), unauthorized);
    await accounts.remove(actor, carol);
    await accounts.rotateKey(actor, email, { overlapMs: 0 });
    await assert.rejects(service.signIn(alice.key, actor), unauthorized);
    const found = await reasons();
    assert.deepEqual(found[0], [email, 'disabled']);
    assert.equal(found[1]?.[1], 'shared');
    assert.deepEqual(found[2], [email, 'ended']);
  });

  test('that is wrong is counted and recorded without itself, and never keeps a right one out', async (context) => {
    const { service, database, alice } = await open(context);
    for (let count = 0; count < signInLimits.pair; count += 1) {
      await assert.rejects(service.signIn('a-wrong-key', actor), unauthorized);
    }
    await assert.rejects(service.signIn('a-wrong-key', actor), { code: 'too_many_requests' });
    await service.signIn(alice.key, actor);
    const records = await database.audit.list(0, 100);
    const failed = records.filter(({ action }) => action === 'sign_in.failed');
    assert.ok(failed.length > 0);
    for (const { object, outcome } of failed) {
      assert.deepEqual([object, outcome], ['bearer', 'refused']);
    }
    assert.ok(records.some(({ action }) => action === 'sign_in.blocked'));
    assert.doesNotMatch(JSON.stringify(records), /a-wrong-key/);
  });
});
