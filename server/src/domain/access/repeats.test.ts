import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { openExchange } from '../../testing/exchange-fixture.ts';
import { day } from '../model/clock.ts';
import type { RepeatClaim } from '../model/repeat.ts';
import { settle } from '../model/repeat.ts';
import { OutcomeUnknown, ValiseError } from '../model/valise-error.ts';
import type { KeyedRequest, Work } from './repeats.ts';
import { createRepeats } from './repeats.ts';

type Done = { made: string };

async function open(context: TestContext) {
  const exchange = await openExchange(context);
  const { database, clock } = exchange;
  const [alice, bob] = [
    await exchange.addAccount('alice@example.com'),
    await exchange.addAccount('bob@example.com'),
  ];
  const repeats = createRepeats(exchange);
  /** The same as another process would have it, which knows of no running request here. */
  const elsewhere = createRepeats({
    ...exchange,
    leases: { acquire: () => Promise.resolve(() => Promise.resolve()) },
  });

  /** One act: a note of a new name. */
  const carryOut = async (claim: RepeatClaim, made: string): Promise<Done> => {
    await database.transact(async (repositories) => {
      await repositories.installationValues.set(`made ${made}`, 'yes');
      await settle(repositories, claim, { made }, clock.now());
    });
    return { made };
  };
  const isMade = async (made: string) =>
    (await database.installationValues.find(`made ${made}`)) !== undefined;
  const workOf = (made: string): Work<Done> => ({
    act: (claimOf) => carryOut(claimOf(), made),
    measure: () => Promise.resolve([]),
  });
  const request: KeyedRequest = { accountId: alice.id, key: 'order 5', content: ['op', '{}'] };
  return { ...exchange, alice, bob, repeats, elsewhere, carryOut, isMade, workOf, request };
}

const failure = (code: string) => (error: unknown) =>
  error instanceof ValiseError && error.code === code;

test('a request is carried out once, and its repeats have the same outcome for seven days', async (t) => {
  const { repeats, isMade, workOf, request, clock } = await open(t);
  const first = await repeats.once(request, workOf('one'));
  assert.deepEqual(first, { outcome: { made: 'one' }, isReplay: false });
  clock.advance(7 * day - 1);
  const second = await repeats.once(request, workOf('two'));
  assert.deepEqual(second, { outcome: { made: 'one' }, isReplay: true });
  assert.equal(await isMade('two'), false);
  clock.advance(1);
  const third = await repeats.once(request, workOf('three'));
  assert.deepEqual(third, { outcome: { made: 'three' }, isReplay: false });
});

test('a key belongs to its account and to one request', async (t) => {
  const { repeats, isMade, workOf, request, bob } = await open(t);
  await repeats.once(request, workOf('one'));
  const { isReplay } = await repeats.once({ ...request, accountId: bob.id }, workOf('his'));
  assert.equal(isReplay, false);
  for (const content of [
    ['op', '{"a":1}'],
    ['other', '{}'],
    ['op{', '}'],
  ]) {
    const other = repeats.once({ ...request, content }, workOf('two'));
    await assert.rejects(other, failure('idempotency_mismatch'));
  }
  assert.equal(await isMade('two'), false);
});

test('a body that is a stream counts by what it came to', async (t) => {
  const { repeats, carryOut, isMade, request } = await open(t);
  const workOf = (made: string, digest: string): Work<Done> => ({
    act: (claimOf) => carryOut(claimOf(digest), made),
    measure: () => Promise.resolve([digest]),
  });
  await repeats.once(request, workOf('one', 'aa'));
  assert.deepEqual(await repeats.once(request, workOf('two', 'aa')), {
    outcome: { made: 'one' },
    isReplay: true,
  });
  await assert.rejects(repeats.once(request, workOf('two', 'bb')), failure('idempotency_mismatch'));
  assert.equal(await isMade('two'), false);
});

test('while a request runs, another one with its key is refused, and carried out once it has failed', async (t) => {
  const { repeats, workOf, request } = await open(t);
  const { promise, reject } = Promise.withResolvers<Done>();
  const begun = Promise.withResolvers<undefined>();
  const running = repeats.once(request, {
    ...workOf('one'),
    act() {
      begun.resolve(undefined);
      return promise;
    },
  });
  await begun.promise;
  await assert.rejects(
    repeats.once(request, workOf('two')),
    (error) => failure('request_running')(error) && (error as ValiseError).retryAfterSeconds === 1,
  );
  reject(new ValiseError('invalid', 'wrong'));
  await assert.rejects(running, failure('invalid'));
  const { outcome } = await repeats.once(request, workOf('three'));
  assert.deepEqual(outcome, { made: 'three' });
});

test('of two that run at once in processes that do not know of each other, one acts', async (t) => {
  const { repeats, elsewhere, isMade, workOf, request } = await open(t);
  const ended = await Promise.all([
    repeats.once(request, workOf('one')),
    elsewhere.once(request, workOf('two')),
    elsewhere.once(request, workOf('three')),
  ]);
  assert.deepEqual(ended.map(({ isReplay }) => isReplay).toSorted(), [false, true, true]);
  const [made = assert.fail(), ...others] = ended.map(({ outcome }) => outcome.made);
  assert.deepEqual(others, [made, made]);
  const all = await Promise.all(['one', 'two', 'three'].map(isMade));
  assert.equal(all.filter(Boolean).length, 1);
});

test('a process that dies before the commit has done nothing, one that dies after it has done the act', async (t) => {
  const { repeats, carryOut, isMade, workOf, request, database, clock } = await open(t);
  const dies = new Error('the process died');
  const before = repeats.once(request, {
    ...workOf('one'),
    act: (claimOf) =>
      database.transact(async (repositories) => {
        await repositories.installationValues.set('made one', 'yes');
        await settle(repositories, claimOf(), { made: 'one' }, clock.now());
        throw dies;
      }),
  });
  await assert.rejects(before, dies);
  assert.equal(await isMade('one'), false);

  // Nothing of this process is heard again: another one has the repeat.
  let claim: RepeatClaim | undefined;
  const never = new Promise<Done>(() => undefined);
  const committed = Promise.withResolvers<undefined>();
  void repeats.once(request, {
    ...workOf('two'),
    async act(claimOf) {
      claim = claimOf();
      await carryOut(claim, 'two');
      committed.resolve(undefined);
      return await never;
    },
  });
  await committed.promise;
  const again = await repeats.once(request, workOf('three'));
  assert.deepEqual(again, { outcome: { made: 'two' }, isReplay: true });
  assert.equal(await isMade('three'), false);
});

test('what was done although its commit was not answered is answered as done', async (t) => {
  const { repeats, carryOut, workOf, request } = await open(t);
  const lost = (made: string): Work<Done> => ({
    ...workOf(made),
    async act(claimOf) {
      await carryOut(claimOf(), made);
      throw new OutcomeUnknown(new Error('no answer'));
    },
  });
  assert.deepEqual((await repeats.once(request, lost('one'))).outcome, { made: 'one' });
});
