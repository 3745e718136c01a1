import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { actor, listBlobs, openExchange } from '../../testing/exchange-fixture.ts';
import type { NewAccount } from './accounts.ts';
import { createAccounts } from './accounts.ts';
import { hour } from '../model/clock.ts';
import { ValiseError } from '../model/valise-error.ts';
import { hashFor, readerOf } from '../../testing/samples.ts';

const wanted: NewAccount = {
  email: 'Alice@Example.com',
  number: '+49 151 123456',
  role: 'api',
  key: undefined,
};

async function open(context: TestContext) {
  const exchange = await openExchange(context);
  return { ...exchange, accounts: createAccounts({ ...exchange, language: 'de' }) };
}

describe('adding an account', () => {
  test('makes a key of 256 bits, shows it once and keeps its hash', async (context) => {
    const { accounts, keyHasher, clock, database } = await open(context);
    const { account, key = '' } = await accounts.add(actor, wanted);
    assert.match(key, /^vk_[A-Za-z0-9_-]{43}$/);
    assert.deepEqual(account, {
      id: account.id,
      email: 'alice@example.com',
      number: '49151123456',
      language: 'de',
      role: 'api',
      visibility: { number: true, email: true, language: true, nick: true },
      notices: { receipts: true, reminders: true },
      secondFactor: 'off',
      ttlUnit: undefined,
      createdAt: clock.now(),
      disabledAt: undefined,
      filesListedAt: undefined,
      displayName: '',
      timeZone: undefined,
      quotaBytes: undefined,
      mailsPerDay: undefined,
      defaultDays: undefined,
    });
    const found = await accounts.get('ALICE@example.com');
    assert.deepEqual(found.account, account);
    assert.deepEqual(found.keys[0]?.hash, keyHasher.hash(key));
    assert.equal(found.keys[0].expiresAt, undefined);
    const [record] = await database.audit.list(0, 10);
    assert.deepEqual([record?.action, record?.object], ['account.added', 'alice@example.com']);
    assert.ok(!JSON.stringify(record).includes(key));
  });

  test('takes a short key of the operator, and keeps a slow hash of it with a salt', async (context) => {
    const { accounts, keyHasher, slowHasher } = await open(context);
    const chosen = 'API_KEY1';
    const { key } = await accounts.add(actor, { ...wanted, key: chosen });
    assert.equal(key, chosen);
    const [kept] = (await accounts.get(wanted.email)).keys;
    assert.ok(kept?.salt);
    assert.notDeepEqual(kept.hash, keyHasher.hash(chosen));
    assert.deepEqual(kept.hash, await slowHasher.hash(chosen, kept.salt));
    await accounts.rotateKey(actor, wanted.email, { overlapMs: 0, key: 'x'.repeat(31) });
    const salts = (await accounts.get(wanted.email)).keys.map(({ salt }) => salt?.toString('hex'));
    assert.equal(new Set(salts).size, 2, 'each key has a salt of its own');
  });

  test('takes a key of the operator, if it is long enough and can be typed', async (context) => {
    const { accounts, database } = await open(context);
    const chosen = '0123456789abcdef0123456789abcde!';
    const { key } = await accounts.add(actor, { ...wanted, key: chosen });
    assert.equal(key, chosen);
    const short = 'x'.repeat(7);
    for (const wrong of ['', short, `${short} `, `${short}é`, `${short}\n`, 'x'.repeat(1025)]) {
      const other = { ...wanted, email: 'bob@example.com', key: wrong };
      await assert.rejects(accounts.add(actor, other), { code: 'invalid' });
    }
    assert.equal((await database.accounts.list()).length, 1);
  });

  test('gives a person no API key', async (context) => {
    const { accounts } = await open(context);
    for (const role of ['user', 'admin'] as const) {
      const person = { ...wanted, email: `${role}@example.com`, role };
      assert.equal((await accounts.add(actor, person)).key, undefined);
      assert.deepEqual((await accounts.get(person.email)).keys, []);
      const withKey = accounts.add(actor, { ...person, key: 'x'.repeat(40) });
      await assert.rejects(withKey, { code: 'invalid' });
    }
  });

  test('refuses a wrong address and number together, and changes nothing', async (context) => {
    const { accounts, database } = await open(context);
    await assert.rejects(accounts.add(actor, { ...wanted, email: 'x', number: '1' }), (error) => {
      assert.ok(error instanceof ValiseError);
      assert.deepEqual(
        error.details?.map(({ field }) => field),
        ['email', 'number'],
      );
      return true;
    });
    assert.deepEqual(await database.accounts.list(), []);
    assert.equal(await database.audit.findHead(), undefined);
  });

  test('refuses an address that is taken, and leaves its key alone', async (context) => {
    const { accounts, database } = await open(context);
    await accounts.add(actor, wanted);
    const before = await accounts.get(wanted.email);
    await assert.rejects(accounts.add(actor, wanted), { code: 'account_exists' });
    assert.deepEqual(await accounts.get(wanted.email), before);
    assert.equal((await database.audit.findHead())?.sequence, 1);
  });
});

describe('an account', () => {
  test('is disabled and enabled', async (context) => {
    const { accounts, clock, database } = await open(context);
    await accounts.add(actor, wanted);
    await accounts.disable(actor, wanted.email);
    assert.equal((await accounts.get(wanted.email)).account.disabledAt, clock.now());
    await accounts.enable(actor, wanted.email);
    assert.equal((await accounts.get(wanted.email)).account.disabledAt, undefined);
    assert.deepEqual(
      (await database.audit.list(1, 10)).map(({ action }) => action),
      ['account.disabled', 'account.enabled'],
    );
  });

  test('gets a new key, while the old one ends after the overlap', async (context) => {
    const { accounts, clock, keyHasher } = await open(context);
    const { key: oldKey = '' } = await accounts.add(actor, wanted);
    const rotated = await accounts.rotateKey(actor, wanted.email, { overlapMs: hour });
    assert.equal(rotated.oldKeysEndAt, clock.now() + hour);
    const ends = new Map(
      (await accounts.get(wanted.email)).keys.map(({ hash, expiresAt }) => [
        hash.toString('hex'),
        expiresAt,
      ]),
    );
    assert.equal(ends.size, 2);
    assert.equal(ends.get(keyHasher.hash(oldKey).toString('hex')), clock.now() + hour);
    assert.equal(ends.get(keyHasher.hash(rotated.key).toString('hex')), undefined);
    await accounts.rotateKey(actor, wanted.email, { overlapMs: 2 * hour });
    const [oldest] = (await accounts.get(wanted.email)).keys;
    assert.equal(oldest?.expiresAt, clock.now() + hour);
  });

  test('of a person gets no key by rotation', async (context) => {
    const { accounts } = await open(context);
    await accounts.add(actor, { ...wanted, role: 'user' });
    const rotation = accounts.rotateKey(actor, wanted.email, { overlapMs: 0 });
    await assert.rejects(rotation, { code: 'invalid' });
    assert.deepEqual((await accounts.get(wanted.email)).keys, []);
  });

  test('takes everything it uploaded with it when it is removed', async (context) => {
    const exchange = await open(context);
    const { accounts, send, upload, inbox, expiry, database, addAccount } = exchange;
    const bob = await addAccount('bob@example.com');
    const { account: alice } = await accounts.add(actor, wanted);
    await send(alice, bob.email, { 'sent.txt': 's' });
    await send(bob, alice.email, { 'of bob.txt': 'b' });
    await upload(alice, { 'tray.txt': 't' });
    const [entry] = (await inbox.readHistory(readerOf(bob))).inbox;
    await accounts.remove(actor, alice.email);

    await assert.rejects(accounts.get(alice.email), { code: 'unknown_account' });
    assert.deepEqual((await inbox.readHistory(readerOf(bob))).inbox, []);
    const opening = inbox.openFile(readerOf(bob), entry?.token ?? '', 'sent.txt');
    await assert.rejects(opening, { code: 'not_found' });
    assert.equal((await inbox.readHistory(readerOf(bob))).history.length, 1);
    assert.equal(await expiry.reclaimGarbage(), 2);
    assert.equal((await listBlobs(exchange)).length, 1);
    assert.equal((await database.audit.listNewest(1))[0]?.action, 'account.removed');
    assert.equal((await accounts.add(actor, wanted)).account.email, alice.email);
  });

  test('that nobody knows cannot be changed', async (context) => {
    const { accounts, database } = await open(context);
    const unknown = { code: 'unknown_account' };
    await assert.rejects(accounts.disable(actor, 'x@y'), unknown);
    await assert.rejects(accounts.enable(actor, 'x@y'), unknown);
    await assert.rejects(accounts.remove(actor, 'x@y'), unknown);
    await assert.rejects(accounts.rotateKey(actor, 'x@y', { overlapMs: 0 }), unknown);
    assert.equal(await database.audit.findHead(), undefined);
  });
});

test('the owner of an account is told of a new key, and of being disabled and enabled', async (context) => {
  const { accounts, database } = await open(context);
  const { account } = await accounts.add(actor, wanted);
  await accounts.rotateKey(actor, account.email, { overlapMs: hour });
  await accounts.disable(actor, account.email);
  await accounts.enable(actor, account.email);
  const told = (await database.outbox.list(9)).map(({ kind, to }) => `${kind} ${to}`);
  assert.deepEqual(told, [
    'account_enabled alice@example.com',
    'account_disabled alice@example.com',
    'key_rotated alice@example.com',
  ]);
});

test('the operator removes the authenticator app of somebody who lost it, and the person is told', async (context) => {
  const { accounts, database, clock } = await open(context);
  const { account } = await accounts.add(actor, { ...wanted, role: 'user' });
  const { id: accountId, email } = account;
  await assert.rejects(accounts.removeAuthenticator(actor, email), { code: 'invalid' });
  const sealed = Buffer.from('sealed secret');
  const waiting = { confirmedAt: undefined, waitsUntil: undefined };
  await database.totp.put({ accountId, sealed, ...waiting });
  await assert.rejects(accounts.removeAuthenticator(actor, email), { code: 'invalid' });
  await database.totp.confirm(accountId, clock.now());
  await database.recoveryCodes.replace(accountId, [hashFor('code')]);
  await accounts.removeAuthenticator(actor, email);
  assert.equal(await database.totp.find(accountId), undefined);
  assert.equal(await database.recoveryCodes.count(accountId), 0);
  assert.equal(await database.outbox.countOfKinds(accountId, ['second_factor_removed'], 0), 1);
  const [record] = await database.audit.listNewest(1);
  assert.deepEqual(
    [record?.action, record?.object, record?.actor],
    ['account.second_factor_removed', email, actor.name],
  );
});
