import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { createRateCounter } from '../../coordination/shared-tables.ts';
import { actor, openExchange } from '../../testing/exchange-fixture.ts';
import { sampleAccount } from '../../testing/samples.ts';
import { createAccountAdministration } from '../administration/account-administration.ts';
import { day, minute } from '../model/clock.ts';
import { ValiseError } from '../model/valise-error.ts';
import { createSignInLimiter } from '../ports/rate-limiter.ts';
import { createAccounts } from './accounts.ts';
import { createKeyUses, rewriteEveryMs } from './key-uses.ts';
import { maxKeyNetworks, maxKeys } from './key-rights.ts';
import type { NewKey } from './own-keys.ts';
import { createOwnKeys } from './own-keys.ts';
import { createSignIn } from './sign-in.ts';

const wanted = { name: ' Nightly backup ', days: 30 };

async function open(context: TestContext) {
  const exchange = await openExchange(context);
  const { database } = exchange;
  const anna = sampleAccount('anna@example.com', { role: 'user' });
  const bob = sampleAccount('bob@example.com', { role: 'admin' });
  for (const account of [anna, bob]) await database.accounts.add(account);
  const faults: unknown[] = [];
  const uses = createKeyUses({ ...exchange, onFault: (error) => faults.push(error) });
  context.after(() => uses.stop());
  const limiter = createSignInLimiter(createRateCounter(exchange.clock));
  const signIn = createSignIn({ ...exchange, limiter, usedKeys: uses.used });
  const ownKeys = createOwnKeys(exchange);

  /** Whether the server takes this key of Anna's. */
  async function opens(key: string): Promise<boolean> {
    try {
      const credentials = { email: anna.email, key };
      const { account } = await signIn.signIn(credentials, actor, `${anna.email}:${key}`);
      return account.id === anna.id;
    } catch (error) {
      assert.ok(error instanceof ValiseError && error.code === 'unauthorized', String(error));
      return false;
    }
  }

  async function make(account = anna) {
    const answer = await ownKeys.make(actor, account, wanted);
    assert.ok('key' in answer);
    return answer;
  }
  return { ...exchange, anna, bob, ownKeys, uses, opens, make, faults };
}

test('a key signs in as its owner until it ends, is stored as a hash, and its owner is told', async (t) => {
  const { anna, ownKeys, make, opens, clock, database } = await open(t);
  const { key, made } = await make();
  assert.match(key, /^vk_[\w-]{43}$/);
  assert.deepEqual([made.name, made.expiresAt], ['Nightly backup', clock.now() + 30 * day]);
  assert.ok(await opens(key));
  assert.ok(!(await opens(`${key}x`)));
  assert.deepEqual(await ownKeys.list(anna), [made]);
  const [mail] = await database.outbox.list(10);
  assert.deepEqual([mail?.kind, mail?.to], ['key_rotated', anna.email]);
  const records = JSON.stringify(await database.audit.list(0, 100));
  assert.match(records, /account.key_made/);
  assert.ok(!records.includes(key) && !JSON.stringify(mail).includes(key));
  clock.advance(30 * day);
  assert.ok(!(await opens(key)));
  assert.deepEqual(await ownKeys.list(anna), []);
});

test('an ended key is refused on the next request; a foreign one behaves like a missing one', async (t) => {
  const { anna, bob, ownKeys, make, opens, database } = await open(t);
  const { key, made } = await make();
  const other = await make();
  assert.ok(await opens(key));
  for (const end of [
    ownKeys.end(actor, bob, made.id),
    ownKeys.end(actor, anna, 'missing'),
    ownKeys.get(bob, made.id),
  ]) {
    await assert.rejects(end, { code: 'not_found', message: 'There is no such key.' });
  }
  assert.ok(await opens(key));
  await ownKeys.end(actor, anna, made.id);
  assert.ok(!(await opens(key)));
  assert.ok(await opens(other.key));
  await assert.rejects(ownKeys.end(actor, anna, made.id), { code: 'not_found' });
  const ends = (await database.audit.list(0, 100)).filter((r) => r.action === 'account.key_ended');
  assert.deepEqual(
    ends.map(({ details }) => details),
    [{ name: 'Nightly backup' }],
  );
});

test('wrong wishes are named, and an account has so many keys and no more', async (t) => {
  const { anna, bob, ownKeys, make } = await open(t);
  const problemsOf = async (name: string, days: number) => {
    const answer = await ownKeys.make(actor, anna, { name, days });
    return 'problems' in answer ? answer.problems : [];
  };
  assert.deepEqual(await problemsOf('  ', 31), ['name', 'lifetime']);
  assert.deepEqual(await problemsOf('x'.repeat(101), 30), ['name']);
  assert.deepEqual(await problemsOf('two\nlines', 30), ['name']);
  const rights = async (more: Partial<NewKey>) => {
    const answer = await ownKeys.make(actor, anna, { name: 'x', days: 30, ...more });
    return 'problems' in answer ? answer.problems : [];
  };
  assert.deepEqual(await rights({ scopes: [] }), ['scopes']);
  assert.deepEqual(await rights({ scopes: ['send', 'admin'] }), ['scopes']);
  assert.deepEqual(await rights({ networks: ['10.0.0.0/33'] }), ['networks']);
  const many = Array.from({ length: maxKeyNetworks + 1 }, (_, index) => `10.0.0.${index}`);
  assert.deepEqual(await rights({ networks: many }), ['networks']);
  for (let at = 0; at < maxKeys; at += 1) await make();
  assert.deepEqual(await problemsOf('one more', 30), ['tooMany']);
  await make(bob);
  const [first] = await ownKeys.list(anna);
  await ownKeys.end(actor, anna, first?.id ?? '');
  await make();
});

test('a key keeps the rights that were chosen; the usual ones are not written down', async (t) => {
  const { anna, ownKeys, database } = await open(t);
  const made = async (more: Partial<NewKey>) => {
    const answer = await ownKeys.make(actor, anna, { name: 'x', days: 30, ...more });
    assert.ok('made' in answer);
    const { scopes, networks, replacesContacts } = answer.made;
    return { scopes, networks, replacesContacts };
  };
  const none = { scopes: undefined, networks: undefined, replacesContacts: undefined };
  assert.deepEqual(await made({}), none);
  const usual = ['contacts', 'status', 'receive', 'send'];
  assert.deepEqual(await made({ scopes: usual, networks: [] }), none);
  const wide = { scopes: [...usual, 'links'], replacesContacts: true };
  assert.deepEqual(await made(wide), {
    ...{ ...none, scopes: ['send', 'receive', 'status', 'contacts', 'links'] },
    replacesContacts: true,
  });
  const narrow = { scopes: ['receive'], networks: ['2001:DB8::/32', '2001:db8::/32'] };
  // Without the scope there is nothing to replace.
  assert.deepEqual(await made({ ...narrow, replacesContacts: true }), {
    ...{ ...none, scopes: ['receive'], networks: ['2001:db8::/32'] },
  });
  const record = (await database.audit.list(0, 100)).findLast(
    ({ action }) => action === 'account.key_made',
  );
  assert.deepEqual(record?.details, {
    ...{ name: 'x', days: 30, scopes: 'receive', networks: '2001:db8::/32' },
  });
});

test('a person who is disabled has no keys, now and when enabled again; a program gets its own back', async (t) => {
  const exchange = await open(t);
  const { anna, bob, make, opens, database } = exchange;
  const accounts = createAccounts({ ...exchange, language: 'en' });
  const first = await make();
  assert.ok(await opens(first.key));
  await accounts.disable(actor, anna.email);
  assert.ok(!(await opens(first.key)));
  await accounts.enable(actor, anna.email);
  assert.ok(!(await opens(first.key)));

  const administration = createAccountAdministration({
    ...exchange,
    accountLinkIssue: { issue: () => Promise.reject(new Error('not asked for')) },
    language: 'en',
  });
  const second = await make();
  assert.equal((await administration.get(anna.id)).apiKeys, 1);
  await administration.disable(actor, bob.id, anna.id);
  await administration.enable(actor, anna.id);
  assert.ok(!(await opens(second.key)));
  const third = await make();
  await administration.endKeys(actor, anna.id);
  assert.ok(!(await opens(third.key)));
  assert.equal((await administration.get(anna.id)).apiKeys, 0);

  const identity = { email: 'robot@example.com', number: '49151123456' };
  const robot = await accounts.add(actor, { ...identity, role: 'api', key: undefined });
  await accounts.disable(actor, robot.account.email);
  const [key] = await database.apiKeys.listFor(robot.account.id);
  assert.equal(key?.expiresAt, undefined);
});

test('a disabled person makes no key', async (t) => {
  const { anna, database, clock, ownKeys } = await open(t);
  await database.accounts.setDisabled(anna.id, clock.now());
  await assert.rejects(ownKeys.make(actor, anna, wanted), { code: 'not_found' });
});

test('the last use is written some time later, and not with every request', async (t) => {
  const { anna, ownKeys, make, opens, clock, uses, database } = await open(t);
  const { key } = await make();
  const lastUsed = async () => (await ownKeys.list(anna))[0]?.lastUsedAt;
  const first = clock.now();
  await opens(key);
  assert.equal(await lastUsed(), undefined);
  await uses.writeDue();
  assert.equal(await lastUsed(), first);
  const version = database.accessVersion();
  clock.advance(minute);
  await opens(key);
  await uses.writeDue();
  assert.equal(await lastUsed(), first);
  clock.advance(rewriteEveryMs);
  await uses.writeDue();
  assert.equal(await lastUsed(), first + minute, 'the use that waited is written');
  assert.equal(database.accessVersion(), version, 'cached keys stay known');
  clock.advance(1);
  await opens(key);
  await uses.stop();
  assert.equal(await lastUsed(), clock.now());
});

test('uses that could not be written are written with the next ones', async (t) => {
  const { anna, ownKeys, make, clock, database } = await open(t);
  const { made } = await make();
  const faults: unknown[] = [];
  let isAway = true;
  const uses = createKeyUses({
    clock,
    database: {
      transact: (work) =>
        isAway ? Promise.reject(new ValiseError('unavailable', 'away')) : database.transact(work),
    },
    onFault: (error) => faults.push(error),
  });
  uses.used.set(made.id, clock.now());
  await uses.writeDue();
  assert.equal(faults.length, 1);
  isAway = false;
  await uses.stop();
  assert.equal((await ownKeys.list(anna))[0]?.lastUsedAt, clock.now());
});
