import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { openExchange } from '../../testing/exchange-fixture.ts';
import { openCluster } from '../../coordination/cluster-fixture.ts';
import type { Account } from '../model/account.ts';
import { minute, second } from '../model/clock.ts';
import { createCsrf, maxTokensPerAccount } from './csrf.ts';
import { ValiseError } from '../model/valise-error.ts';

const lifetimeMs = 15 * minute;
const dead = { code: 'csrf' };

async function open(context: TestContext) {
  const exchange = await openExchange(context);
  return {
    ...exchange,
    csrf: createCsrf({ ...exchange, lifetimeMs }),
    alice: await exchange.addAccount('alice@example.com'),
  };
}

describe('a CSRF token', () => {
  test('is 32 random bytes, of which only a hash is kept', async (context) => {
    const { csrf, alice, database, hasher } = await open(context);
    const tokens = await Promise.all(Array.from({ length: 20 }, () => csrf.issue(alice)));
    assert.equal(new Set(tokens).size, 20);
    for (const token of tokens) {
      assert.match(token, /^[0-9a-f]{64}$/);
      assert.equal(
        (await database.csrfTokens.find(hasher.hash('csrf token', token)))?.accountId,
        alice.id,
      );
      assert.equal(await database.csrfTokens.find(Buffer.from(token)), undefined);
      assert.equal(await database.csrfTokens.find(Buffer.from(token, 'hex')), undefined);
    }
  });

  test('in the spelling of an earlier version goes on working', async (context) => {
    const { csrf, alice, database, hasher, randomness, clock } = await open(context);
    const token = randomness.bytes(32).toString('base64url');
    const expiresAt = clock.now() + lifetimeMs;
    await database.csrfTokens.add({
      hash: hasher.hash('csrf token', token),
      accountId: alice.id,
      expiresAt,
    });
    await csrf.use(alice, token);
  });

  test('serves its account any number of times, and nobody else', async (context) => {
    const { csrf, alice, addAccount } = await open(context);
    const bob = await addAccount('bob@example.com');
    const token = await csrf.issue(alice);
    for (let count = 0; count < 3; count += 1) await csrf.use(alice, token);
    for (const wrong of [undefined, '', 'x', `${token}x`, token.toUpperCase(), `${token} `]) {
      await assert.rejects(csrf.use(alice, wrong), dead);
    }
    await assert.rejects(csrf.use(bob, token), dead);
  });

  test('goes on working on a full disk, a lifetime after each use', async (context) => {
    const exchange = await open(context);
    const { alice, clock, database } = exchange;
    const full = (): Promise<never> =>
      Promise.reject(new ValiseError('insufficient_storage', 'The disk is full.'));
    const token = await exchange.csrf.issue(alice);
    const csrf = createCsrf({
      ...exchange,
      database: { ...database, csrfTokens: { ...database.csrfTokens, putOff: full } },
      lifetimeMs,
    });
    for (let count = 0; count < 5; count += 1) {
      clock.advance(lifetimeMs - minute);
      await csrf.use(alice, token);
    }
    clock.advance(2 * lifetimeMs);
    await assert.rejects(csrf.use(alice, token), dead);
  });

  test('lives its whole lifetime after each use, and at most a twentieth longer', async (context) => {
    const { csrf, alice, clock } = await open(context);
    const gap = fc.oneof(
      fc.integer({ min: 0, max: lifetimeMs - 1 }),
      fc.integer({ min: 0, max: minute }),
      fc.constant(lifetimeMs - 1),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(gap, { maxLength: 12 }), async (gaps) => {
        const token = await csrf.issue(alice);
        for (const milliseconds of gaps) {
          clock.advance(milliseconds);
          await csrf.use(alice, token);
        }
        clock.advance(lifetimeMs * 1.05);
        await assert.rejects(csrf.use(alice, token), dead);
      }),
      { numRuns: 60 },
    );
  });

  test('does not come back to life', async (context) => {
    const { csrf, alice, clock } = await open(context);
    const token = await csrf.issue(alice);
    clock.advance(lifetimeMs * 2);
    await assert.rejects(csrf.use(alice, token), dead);
    await assert.rejects(csrf.use(alice, token), dead);
  });

  test('outlives a restart of the server', async (context) => {
    const { csrf, alice, clock, ...parts } = await open(context);
    const token = await csrf.issue(alice);
    clock.advance(lifetimeMs - 1);
    await csrf.use(alice, token);
    clock.advance(lifetimeMs - 1);
    await createCsrf({ ...parts, clock, lifetimeMs }).use(alice, token);
  });

  test('costs a busy client few writes', async (context) => {
    const { alice, database, clock, randomness, hasher, tokenUses } = await open(context);
    let writes = 0;
    const csrfTokens: typeof database.csrfTokens = {
      ...database.csrfTokens,
      putOff(hash, expiresAt) {
        writes += 1;
        return database.csrfTokens.putOff(hash, expiresAt);
      },
    };
    const csrf = createCsrf({
      database: { ...database, csrfTokens },
      hasher,
      randomness,
      clock,
      tokenUses,
      lifetimeMs,
    });
    const token = await csrf.issue(alice);
    for (let elapsed = 0; elapsed < 30 * minute; elapsed += second) {
      clock.advance(second);
      await csrf.use(alice, token);
    }
    assert.ok(writes > 0 && writes <= 40, `${writes} writes for 1800 requests`);
  });

  test('that was good before is used again at once, until that must be written down', async (context) => {
    const { csrf, alice, clock, addAccount } = await open(context);
    const bob = await addAccount('bob@example.com');
    const token = await csrf.issue(alice);
    function isUsedAgain(account: Account, shown: string): boolean {
      const end = csrf.beginUseAgain(account, shown);
      void end?.();
      return end !== undefined;
    }
    assert.equal(isUsedAgain(alice, token), false);
    await csrf.use(alice, token);
    assert.equal(isUsedAgain(alice, token), true);
    assert.equal(isUsedAgain(bob, token), false);
    assert.equal(isUsedAgain(alice, `${token}x`), false);
    clock.advance(lifetimeMs * 0.06);
    assert.equal(isUsedAgain(alice, token), false);
    await csrf.use(alice, token);
    await csrf.use(alice, token);
    assert.equal(isUsedAgain(alice, token), true);
    await csrf.issue(alice);
    assert.equal(isUsedAgain(alice, token), false);
  });

  test('that has expired is deleted', async (context) => {
    const { csrf, alice, database, hasher, clock } = await open(context);
    const old = await csrf.issue(alice);
    clock.advance(lifetimeMs);
    const young = await csrf.issue(alice);
    await csrf.use(alice, young);
    clock.advance(lifetimeMs / 2);
    assert.equal(await database.csrfTokens.deleteExpired(clock.now()), 1);
    assert.equal(await database.csrfTokens.deleteExpired(clock.now()), 0);
    assert.equal(await database.csrfTokens.find(hasher.hash('csrf token', old)), undefined);
    await csrf.use(alice, young);
  });
});

describe('one token more than an account may have', () => {
  async function openFull(context: TestContext) {
    const parts = await open(context);
    const tokens: string[] = [];
    while (tokens.length < maxTokensPerAccount) {
      tokens.push(await parts.csrf.issue(parts.alice));
      parts.clock.advance(10);
    }
    return { ...parts, tokens };
  }

  test('ends the one nearest its expiry', async (context) => {
    const { csrf, alice, addAccount, tokens } = await openFull(context);
    const bob = await addAccount('bob@example.com');
    const ofBob = await csrf.issue(bob);
    const extra = await csrf.issue(alice);
    const [first = '', ...others] = tokens;
    await assert.rejects(csrf.use(alice, first), dead);
    assert.equal(others.length, 59);
    for (const token of [...others, extra]) await csrf.use(alice, token);
    await csrf.use(bob, ofBob);
  });

  test('spares an old one that was just used', async (context) => {
    const { csrf, alice, tokens } = await openFull(context);
    const [first = '', second = '', third = ''] = tokens;
    await csrf.use(alice, first);
    await csrf.issue(alice);
    await assert.rejects(csrf.use(alice, second), dead);
    await csrf.use(alice, third);
    await csrf.use(alice, first);
  });

  test('never locks anybody out', async (context) => {
    const { csrf, alice } = await openFull(context);
    const issued = await Promise.all(Array.from({ length: 30 }, () => csrf.issue(alice)));
    for (const token of issued) await csrf.use(alice, token);
  });
});

test('a use in another process counts when a token must go', async (context) => {
  const { alice, clock, ...parts } = await open(context);
  const [here, there] = openCluster(clock).workers.map(({ coordination: { tokenUses } }) =>
    createCsrf({ ...parts, clock, tokenUses, lifetimeMs }),
  );
  assert.ok(here !== undefined && there !== undefined);
  const tokens: string[] = [];
  while (tokens.length < maxTokensPerAccount) {
    tokens.push(await here.issue(alice));
    clock.advance(10);
  }
  const [oldest = '', next = ''] = tokens;
  await here.use(alice, oldest);
  await there.issue(alice);
  await here.use(alice, oldest);
  await assert.rejects(there.use(alice, next), dead);
});

describe('a token that a request carries', () => {
  test('is renewed when the answer ends: a request may last as long as the token', async (context) => {
    const { csrf, alice, clock } = await open(context);
    const token = await csrf.issue(alice);
    const end = await csrf.beginUse(alice, token);
    clock.advance(lifetimeMs - 1);
    await end();
    clock.advance(lifetimeMs - 1);
    await csrf.use(alice, token);
  });

  test('lives while the request runs, and a lifetime after it, at most a twentieth longer', async (context) => {
    const { csrf, alice, clock, database, hasher } = await open(context);
    const gap = fc.integer({ min: 0, max: lifetimeMs - 1 });
    await fc.assert(
      fc.asyncProperty(fc.array(gap, { maxLength: 6 }), gap, async (gaps, rest) => {
        const token = await csrf.issue(alice);
        const end = await csrf.beginUse(alice, token);
        for (const milliseconds of gaps) {
          clock.advance(milliseconds);
          await csrf.renewHeld();
          await database.csrfTokens.deleteExpired(clock.now());
        }
        clock.advance(rest);
        await end();
        clock.advance(lifetimeMs - 1);
        await database.csrfTokens.deleteExpired(clock.now());
        const { expiresAt } =
          (await database.csrfTokens.find(hasher.hash('csrf token', token))) ?? assert.fail();
        assert.ok(expiresAt > clock.now());
        clock.advance(lifetimeMs * 0.05 + 1);
        await assert.rejects(csrf.use(alice, token), dead);
      }),
      { numRuns: 60 },
    );
  });

  test('lives until the last of several requests has ended', async (context) => {
    const { csrf, alice, clock, database } = await open(context);
    const token = await csrf.issue(alice);
    const [first, second] = [await csrf.beginUse(alice, token), await csrf.beginUse(alice, token)];
    const third = csrf.beginUseAgain(alice, token) ?? assert.fail();
    async function runOn(): Promise<number> {
      clock.advance(lifetimeMs - 1);
      await csrf.renewHeld();
      clock.advance(lifetimeMs - 1);
      await csrf.renewHeld();
      return await database.csrfTokens.deleteExpired(clock.now());
    }
    await first();
    await first();
    assert.equal(await runOn(), 0);
    await second();
    assert.equal(await runOn(), 0);
    await third();
    await csrf.use(alice, token);
    assert.equal(await runOn(), 1);
  });

  test('is not evicted by new ones, unless all others are carried as well', async (context) => {
    const { csrf, alice, clock } = await open(context);
    const tokens: string[] = [];
    while (tokens.length < maxTokensPerAccount) tokens.push(await csrf.issue(alice));
    const [first = '', second = '', ...others] = tokens;
    const ends = [await csrf.beginUse(alice, first), await csrf.beginUse(alice, second)];
    // In the same instant as the first ones were used, and later.
    for (let count = 0; count < maxTokensPerAccount - 2; count += 1) {
      await csrf.issue(alice);
      clock.advance(count);
    }
    await csrf.use(alice, first);
    await csrf.use(alice, second);
    for (const token of others) await assert.rejects(csrf.use(alice, token), dead);
    for (const end of ends) await end();
    for (let count = 0; count < maxTokensPerAccount; count += 1) {
      clock.advance(1);
      await csrf.issue(alice);
    }
    await assert.rejects(csrf.use(alice, first), dead);
  });

  test('is spared by what another process issues', async (context) => {
    const { alice, clock, ...parts } = await open(context);
    const [here, there] = openCluster(clock).workers.map(({ coordination: { tokenUses } }) =>
      createCsrf({ ...parts, clock, tokenUses, lifetimeMs }),
    );
    assert.ok(here !== undefined && there !== undefined);
    const token = await here.issue(alice);
    const end = await here.beginUse(alice, token);
    for (let count = 0; count < 2 * maxTokensPerAccount; count += 1) {
      clock.advance(1);
      await there.issue(alice);
    }
    await end();
    await there.use(alice, token);
  });

  test('is renewed by itself while the request runs', { timeout: 300_000 }, async (context) => {
    const { alice, clock, ...parts } = await open(context);
    const csrf = createCsrf({ ...parts, clock, lifetimeMs: 20 });
    const token = await csrf.issue(alice);
    const end = await csrf.beginUse(alice, token);
    const hash = parts.hasher.hash('csrf token', token);
    clock.advance(15);
    while (((await parts.database.csrfTokens.find(hash))?.expiresAt ?? 0) < clock.now() + 20) {
      await sleep(1);
    }
    await end();
  });
});
