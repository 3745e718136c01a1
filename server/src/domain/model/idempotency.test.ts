import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { actor, oneDay, openExchange } from '../../testing/exchange-fixture.ts';
import { hashFor } from '../../testing/samples.ts';
import type { Account } from './account.ts';
import { hour } from './clock.ts';
import type { IdempotencyClaim } from './idempotency.ts';

const claim = { keyHash: hashFor('key'), requestHash: hashFor('request') };

async function open(context: TestContext) {
  const exchange = await openExchange(context);
  const alice = await exchange.addAccount('alice@example.com');
  const { choose, dispatching, database } = exchange;
  return {
    ...exchange,
    alice,
    ready: (account: Account) => choose(account, 'zoe@example.com'),
    grant: (account: Account, promise?: IdempotencyClaim) =>
      dispatching.createGrant(actor, account, oneDay, promise),
    sent: async (account: Account) => (await database.dispatches.listHistory(account.id)).length,
  };
}

describe('a request with an idempotency key', () => {
  test('is carried out once, and answered as the first time', async (context) => {
    const { alice, ready, grant, sent } = await open(context);
    await ready(alice);
    await grant(alice, claim);
    await grant(alice, claim);
    await ready(alice);
    await grant(alice, claim);
    assert.equal(await sent(alice), 1);
    await ready(alice);
    await grant(alice, { ...claim, keyHash: hashFor('another key') });
    assert.equal(await sent(alice), 2);
  });

  test('is carried out once when it comes many times at once', async (context) => {
    const { alice, ready, grant, sent } = await open(context);
    await ready(alice);
    await Promise.all(Array.from({ length: 10 }, () => grant(alice, claim)));
    assert.equal(await sent(alice), 1);
  });

  test('conflicts with another request under the same key', async (context) => {
    const { alice, ready, grant, sent } = await open(context);
    await ready(alice);
    await grant(alice, claim);
    await ready(alice);
    const other = { ...claim, requestHash: hashFor('another request') };
    await assert.rejects(grant(alice, other), { code: 'idempotency_conflict' });
    assert.equal(await sent(alice), 1);
  });

  test('is not claimed by a request that failed', async (context) => {
    const { alice, ready, grant, sent } = await open(context);
    await assert.rejects(grant(alice, claim), { code: 'no_contacts' });
    await ready(alice);
    await grant(alice, claim);
    assert.equal(await sent(alice), 1);
  });

  test('is remembered for 24 hours', async (context) => {
    const { alice, ready, grant, sent, clock } = await open(context);
    await ready(alice);
    await grant(alice, claim);
    clock.advance(24 * hour - 1);
    await grant(alice, claim);
    await ready(alice);
    clock.advance(1);
    await grant(alice, claim);
    assert.equal(await sent(alice), 2);
    clock.advance(1);
    await grant(alice, claim);
    assert.equal(await sent(alice), 2);
  });

  test("is its account's own", async (context) => {
    const { alice, addAccount, ready, grant, sent } = await open(context);
    const bob = await addAccount('bob@example.com');
    await ready(alice);
    await ready(bob);
    await grant(alice, claim);
    await grant(bob, claim);
    assert.deepEqual([await sent(alice), await sent(bob)], [1, 1]);
  });
});

test('without a key every request counts', async (context) => {
  const { alice, ready, grant, sent } = await open(context);
  await ready(alice);
  await grant(alice);
  await ready(alice);
  await grant(alice);
  assert.equal(await sent(alice), 2);
});
