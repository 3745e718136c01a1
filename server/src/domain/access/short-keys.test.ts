import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { actor, openExchange } from '../../testing/exchange-fixture.ts';
import { createAccounts } from './accounts.ts';
import { minute } from '../model/clock.ts';
import { createSignInLimiter, signInLimits } from '../ports/rate-limiter.ts';
import { createSignIn } from './sign-in.ts';
import type { SlowHasher } from '../ports/hashers.ts';
import { createRateCounter } from '../../coordination/shared-tables.ts';

const short = { email: 'short@example.com', key: 'API_KEY1' };
const long = { email: 'long@example.com', key: 'long-key-0123456789-0123456789-0123' };
const unauthorized = { code: 'unauthorized' };
const blocked = { code: 'too_many_requests' };

/** Two accounts: one with a short key, if so wanted, and one with a long one. Slow hashes are counted. */
async function open(context: TestContext, { withShort = true } = {}) {
  const exchange = await openExchange(context);
  const { slowHasher: sound, clock } = exchange;
  const counted = { hashes: 0 };
  const slowHasher: SlowHasher = {
    ...sound,
    hash(secret, salt) {
      counted.hashes += 1;
      return sound.hash(secret, salt);
    },
  };
  const accounts = createAccounts({ ...exchange, language: 'en' });
  const number = '49151123456';
  if (withShort) await accounts.add(actor, { ...short, number, role: 'api' });
  await accounts.add(actor, { ...long, number, role: 'api' });
  const limiter = createSignInLimiter(createRateCounter(clock));
  const service = createSignIn({ ...exchange, slowHasher, limiter, usedKeys: new Map() });

  async function signIn(credentials: typeof short): Promise<string> {
    const { account } = await service.signIn(credentials, actor, JSON.stringify(credentials));
    return account.email;
  }

  /** Something changes, so that cached accounts are looked up again. */
  async function changeAccess(): Promise<void> {
    await accounts.disable(actor, long.email);
    await accounts.enable(actor, long.email);
  }

  return { ...exchange, accounts, signIn, counted, changeAccess };
}

describe('a short key', () => {
  test('signs in, and costs one slow hash however often it is used', async (context) => {
    const { signIn, counted, changeAccess } = await open(context);
    for (let count = 0; count < 100; count += 1) {
      assert.equal(await signIn(short), short.email);
      if (count % 10 === 0) await changeAccess();
    }
    assert.equal(counted.hashes, 1);
  });

  test('that many requests bring at once is hashed once, and all are let in', async (context) => {
    const { signIn, counted } = await open(context);
    const requests = Array.from({ length: 2 * signInLimits.pair }, () => signIn(short));
    assert.deepEqual(new Set(await Promise.all(requests)), new Set([short.email]));
    assert.equal(counted.hashes, 1);
  });

  test('is not hashed over the limit of failed sign-ins, right or wrong', async (context) => {
    const { signIn, counted, clock, changeAccess } = await open(context);
    for (let count = 0; count < signInLimits.pair; count += 1) {
      await assert.rejects(signIn({ ...short, key: `wrong-${count}` }), unauthorized);
    }
    assert.equal(counted.hashes, signInLimits.pair);
    await assert.rejects(signIn({ ...short, key: 'one more' }), blocked);
    await assert.rejects(signIn(short), blocked);
    assert.equal(counted.hashes, signInLimits.pair);
    clock.advance(minute);
    assert.equal(await signIn(short), short.email);

    for (let count = 0; count < signInLimits.pair; count += 1) {
      await signIn({ ...short, key: `again-${count}` }).catch(() => undefined);
    }
    await changeAccess();
    assert.equal(await signIn(short), short.email, 'what was right before needs no hash');
  });

  test('does not take from a long key that it is always let in', async (context) => {
    const { signIn } = await open(context);
    for (let count = 0; count <= signInLimits.pair; count += 1) {
      await signIn({ ...long, key: `wrong-${count}` }).catch(() => undefined);
    }
    await assert.rejects(signIn({ ...long, key: 'one more' }), blocked);
    assert.equal(await signIn(long), long.email);
  });

  test('cannot be told from a long one, or from nobody, by the work that a wrong key makes', async (context) => {
    const { signIn, counted } = await open(context);
    const work: number[] = [];
    for (const email of [short.email, long.email, 'nobody@example.com']) {
      const before = counted.hashes;
      await assert.rejects(signIn({ email, key: 'wrong' }), unauthorized);
      work.push(counted.hashes - before);
    }
    assert.deepEqual(work, [1, 1, 1]);
  });

  test('costs nobody anything where no account has one', async (context) => {
    const { signIn, counted } = await open(context, { withShort: false });
    assert.equal(await signIn(long), long.email);
    await assert.rejects(signIn({ ...long, key: 'wrong' }), unauthorized);
    await assert.rejects(signIn(short), unauthorized);
    assert.equal(counted.hashes, 0);
  });

  test('ends when it is replaced, and with its account', async (context) => {
    const { signIn, accounts } = await open(context);
    await signIn(short);
    await accounts.rotateKey(actor, short.email, { overlapMs: 0, key: 'API_KEY2' });
    await assert.rejects(signIn(short), unauthorized);
    const next = { ...short, key: 'API_KEY2' };
    assert.equal(await signIn(next), short.email);
    await accounts.disable(actor, short.email);
    await assert.rejects(signIn(next), unauthorized);
  });
});
