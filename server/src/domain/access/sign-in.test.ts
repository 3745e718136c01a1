import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { actor, openExchange } from '../../testing/exchange-fixture.ts';
import { createAccounts } from './accounts.ts';
import type { Actor } from '../model/principal.ts';
import { hour, minute } from '../model/clock.ts';
import { createRepeatedActs, recordedAtOnce } from '../audit/record-repeated.ts';
import { createSignInLimiter, signInLimits } from '../ports/rate-limiter.ts';
import { createRateCounter } from '../../coordination/shared-tables.ts';
import type { Credentials } from './sign-in.ts';
import { createSignIn } from './sign-in.ts';
import { ValiseError } from '../model/valise-error.ts';

const email = 'alice@example.com';
const unauthorized = { code: 'unauthorized' };

function proofOf(credentials: Credentials | undefined): string {
  return JSON.stringify(credentials ?? '');
}

/** There is an API account, Alice, and a person, Paul. */
async function open(context: TestContext) {
  const exchange = await openExchange(context);
  const accounts = createAccounts({ ...exchange, language: 'en' });
  const limiter = createSignInLimiter(createRateCounter(exchange.clock));
  const service = createSignIn({ ...exchange, limiter, usedKeys: new Map() });
  const signIn = async (credentials: Credentials | undefined, who: Actor) =>
    (await service.signIn(credentials, who, proofOf(credentials))).account;
  const number = '49151123456';
  const added = await accounts.add(actor, { email, number, role: 'api', key: undefined });
  await accounts.add(actor, { email: 'paul@example.com', number, role: 'user', key: undefined });
  return { ...exchange, accounts, service, signIn, alice: added.account, key: added.key ?? '' };
}

describe('signing in', () => {
  test('takes the key of an API account', async (context) => {
    const { signIn, alice, key } = await open(context);
    assert.deepEqual(await signIn({ email, key }, actor), alice);
  });

  test('says which key let the account in, at once and when it is recalled', async (context) => {
    const { accounts, service, key } = await open(context);
    const shortKey = 'short-key-1';
    const { key: next } = await accounts.rotateKey(actor, email, { overlapMs: hour });
    await accounts.rotateKey(actor, email, { overlapMs: hour, key: shortKey });
    const { keys } = await accounts.get(email);
    const ids = new Set<string>();
    for (const used of [key, next, shortKey]) {
      const credentials = { email, key: used };
      const { keyId } = await service.signIn(credentials, actor, proofOf(credentials));
      assert.equal(service.findCached(proofOf(credentials), actor.source)?.keyId, keyId);
      ids.add(keyId);
    }
    assert.deepEqual([...ids].sort(), keys.map(({ id }) => id).sort());
  });

  test('gives everybody else one and the same answer', async (context) => {
    const { signIn, key } = await open(context);
    const answers = new Set<string>();
    for (const credentials of [
      undefined,
      { email, key: '' },
      { email, key: `${key}x` },
      { email, key: key.toUpperCase() },
      { email, key: 'nobody' },
      { email: 'stranger@example.com', key },
      { email: 'stranger@example.com', key: 'nobody' },
      { email: 'paul@example.com', key },
      { email: 'paul@example.com', key: 'nobody' },
      { email: '', key },
    ]) {
      await assert.rejects(signIn(credentials, actor), (error) => {
        assert.ok(error instanceof ValiseError);
        answers.add(`${error.code} ${error.message} ${String(error.retryAfterSeconds)}`);
        return true;
      });
    }
    assert.equal(answers.size, 1);
    assert.match([...answers].join(), /^unauthorized /);
  });

  test('refuses a disabled account from the next request on', async (context) => {
    const { signIn, accounts, key } = await open(context);
    await accounts.disable(actor, email);
    await assert.rejects(signIn({ email, key }, actor), unauthorized);
    await accounts.enable(actor, email);
    await signIn({ email, key }, actor);
  });

  test('takes an old key until its overlap is over', async (context) => {
    const { signIn, accounts, clock, key } = await open(context);
    const { key: newKey } = await accounts.rotateKey(actor, email, { overlapMs: hour });
    clock.advance(hour - 1);
    await signIn({ email, key }, actor);
    await signIn({ email, key: newKey }, actor);
    clock.advance(1);
    await assert.rejects(signIn({ email, key }, actor), unauthorized);
    await signIn({ email, key: newKey }, actor);
  });

  test('knows a right key again, and asks nobody while nothing has changed', async (context) => {
    const exchange = await open(context);
    const { clock, database, key, alice, accounts } = exchange;
    let questions = 0;
    const heard: typeof database = {
      ...database,
      apiKeys: {
        ...database.apiKeys,
        readAccess(...asked) {
          questions += 1;
          return database.apiKeys.readAccess(...asked);
        },
      },
    };
    const limiter = createSignInLimiter(createRateCounter(clock));
    const service = createSignIn({ ...exchange, database: heard, limiter, usedKeys: new Map() });
    for (let count = 0; count < 3; count += 1) {
      const signedIn = await service.signIn({ email, key }, actor, proofOf({ email, key }));
      assert.deepEqual(signedIn.account, alice);
    }
    assert.equal(questions, 1);
    await accounts.disable(actor, email);
    await assert.rejects(
      service.signIn({ email, key }, actor, proofOf({ email, key })),
      unauthorized,
    );
    assert.equal(questions, 2);
  });

  test('recalls at once who was let in, until that key ends or anything changes', async (context) => {
    const exchange = await open(context);
    const { clock, key, alice, accounts } = exchange;
    const limiter = createSignInLimiter(createRateCounter(clock));
    const service = createSignIn({ ...exchange, limiter, usedKeys: new Map() });
    assert.equal(service.findCached(proofOf({ email, key }), actor.source), undefined);
    await service.signIn({ email, key }, actor, proofOf({ email, key }));
    assert.deepEqual(service.findCached(proofOf({ email, key }), actor.source)?.account, alice);
    assert.equal(service.findCached(proofOf({ email, key: `${key}x` }), actor.source), undefined);

    await accounts.rotateKey(actor, email, { overlapMs: hour });
    assert.equal(service.findCached(proofOf({ email, key }), actor.source), undefined);
    await service.signIn({ email, key }, actor, proofOf({ email, key }));
    assert.deepEqual(service.findCached(proofOf({ email, key }), actor.source)?.account, alice);
    clock.advance(hour);
    assert.equal(service.findCached(proofOf({ email, key }), actor.source), undefined);
  });

  test('takes a key from its networks only, also once it is known, be it long or short', async (context) => {
    const { accounts, service, database } = await open(context);
    const from = (source: string) => ({ ...actor, source });
    for (const key of [undefined, 'short-key-1']) {
      const wanted = { name: key ?? 'long', key, networks: ['192.0.2.0/24'] };
      const added = await accounts.addKey(actor, email, wanted);
      const credentials = { email, key: added.key };
      const proof = proofOf(credentials);
      const away = () => service.signIn(credentials, from('198.51.100.1'), proof);
      await assert.rejects(away(), unauthorized);
      const { keyId } = await service.signIn(credentials, from('::ffff:192.0.2.1'), proof);
      assert.equal(service.findCached(proof, '192.0.2.2')?.keyId, keyId);
      assert.equal(service.findCached(proof, '198.51.100.1'), undefined);
      await assert.rejects(away(), unauthorized);
      const reasons = (await database.audit.list(0, 100)).filter(
        ({ action, details }) => action === 'sign_in.failed' && details.key === keyId,
      );
      assert.deepEqual(
        reasons.map(({ object, details }) => [object, details.reason]),
        [
          [email, 'network'],
          [email, 'network'],
        ],
      );
    }
  });

  test('records why a right key lets nobody in, apart from wrong ones', async (context) => {
    const { signIn, accounts, key, database } = await open(context);
    for (let at = 0; at <= recordedAtOnce; at += 1) {
      await assert.rejects(signIn({ email, key: 'a-wrong-one' }, actor), unauthorized);
    }
    await accounts.disable(actor, email);
    await assert.rejects(signIn({ email, key }, actor), unauthorized);
    await accounts.enable(actor, email);
    await accounts.rotateKey(actor, email, { overlapMs: 0, key: 'short-key-1' });
    await assert.rejects(signIn({ email, key }, actor), unauthorized);
    await accounts.rotateKey(actor, email, { overlapMs: 0 });
    await assert.rejects(signIn({ email, key: 'short-key-1' }, actor), unauthorized);
    const failed = (await database.audit.list(0, 100)).filter(
      ({ action }) => action === 'sign_in.failed',
    );
    assert.deepEqual(
      failed.slice(recordedAtOnce).map(({ details }) => details.reason),
      ['disabled', 'ended', 'ended'],
    );
  });

  test('asks the store the same questions, whether or not the account exists', async (context) => {
    const exchange = await open(context);
    const { clock, database, key } = exchange;
    let questions: string[] = [];
    const heard: typeof database = {
      ...database,
      apiKeys: {
        ...database.apiKeys,
        readAccess(...asked) {
          questions.push('access');
          return database.apiKeys.readAccess(...asked);
        },
      },
    };
    const limiter = createSignInLimiter(createRateCounter(clock));
    const service = createSignIn({ ...exchange, database: heard, limiter, usedKeys: new Map() });
    await service.signIn({ email, key }, actor, proofOf({ email, key }));
    for (const wanted of [email, 'paul@example.com', 'stranger@example.com']) {
      questions = [];
      const credentials = { email: wanted, key: 'wrong' };
      const attempt = service.signIn(credentials, actor, proofOf(credentials));
      await assert.rejects(attempt, unauthorized);
      assert.deepEqual(questions, ['access']);
    }
  });
});

describe('too many wrong keys', () => {
  const wrong = { email, key: 'wrong' };

  test('are turned away, with the time to wait', async (context) => {
    const { signIn, clock } = await open(context);
    for (let count = 0; count < signInLimits.pair; count += 1) {
      await assert.rejects(signIn(wrong, actor), unauthorized);
    }
    clock.advance(20_000);
    const tooMany = { code: 'too_many_requests', retryAfterSeconds: 40 };
    await assert.rejects(signIn(wrong, actor), tooMany);
    clock.advance(minute);
    await assert.rejects(signIn(wrong, actor), unauthorized);
  });

  test('never keep the owner out', async (context) => {
    const { signIn, key } = await open(context);
    for (let count = 0; count < 2 * signInLimits.network; count += 1)
      await assert.rejects(signIn(wrong, actor));
    await signIn({ email, key }, actor);
    await signIn({ email, key }, { ...actor, source: '198.51.100.7' });
  });

  test('are written down, the first ones each and the others with their number', async (context) => {
    const { signIn, database, events, clock } = await open(context);
    const head = (await database.audit.findHead())?.sequence ?? 0;
    for (let count = 0; count < signInLimits.pair + 20; count += 1)
      await assert.rejects(signIn(wrong, actor));
    const records = await database.audit.list(head, 100);
    const actions = records.map(({ action }) => action);
    assert.deepEqual(actions, [
      ...Array<string>(recordedAtOnce).fill('sign_in.failed'),
      'sign_in.blocked',
    ]);
    assert.deepEqual(new Set(records.map(({ object }) => object)), new Set([email]));
    const [firstAt, lastAt] = [clock.now(), clock.now()];
    clock.advance(hour);
    await createRepeatedActs({ database, events, clock }).recordDue(new AbortController().signal);
    const [sum, ...others] = await database.audit.list(head + records.length, 100);
    assert.deepEqual(others, []);
    assert.deepEqual(
      [sum?.action, sum?.object, sum?.source],
      ['sign_in.failed', email, actor.source],
    );
    assert.deepEqual(sum?.details, { acts: signInLimits.pair - recordedAtOnce, firstAt, lastAt });
  });

  test('are counted once each when they come together', async (context) => {
    const { signIn } = await open(context);
    const results = await Promise.allSettled(
      Array.from({ length: signInLimits.pair + 30 }, () => signIn(wrong, actor)),
    );
    const codes = results.map((result) =>
      result.status === 'rejected' && result.reason instanceof ValiseError
        ? result.reason.code
        : undefined,
    );
    assert.equal(codes.filter((code) => code === 'unauthorized').length, signInLimits.pair);
    assert.equal(codes.filter((code) => code === 'too_many_requests').length, 30);
  });
});
