import assert from 'node:assert/strict';
import type { ApiKey } from '../../domain/model/account.ts';
import { day, hour } from '../../domain/model/clock.ts';
import type { AccountId } from '../../domain/model/ids.ts';
import { noon } from '../../testing/fake-clock.ts';
import { hashFor, idFor, sampleAccount, sampleContact } from '../../testing/samples.ts';
import type { StoreCase } from './store-case.ts';
import { addAccounts, alice, bob } from './store-case.ts';

function keyOf(accountId: AccountId, label: string, expiresAt?: number): ApiKey {
  const hash = hashFor(label);
  return { id: idFor(label), accountId, hash, salt: undefined, createdAt: noon, expiresAt };
}

export const accountCases: readonly StoreCase[] = [
  {
    name: 'gives an account back as it was added, to its exact address',
    async run(store) {
      const unusual = sampleAccount('admin@example.com', {
        language: 'pt-BR',
        role: 'admin',
        visibility: { number: false, email: true, language: false, nick: true },
        notices: { receipts: false, reminders: true },
        desttimeUnit: 'days',
        disabledAt: noon + 1,
        filesListedAt: noon + 2,
      });
      await addAccounts(store, alice, unusual);
      assert.deepEqual(await store.accounts.findByEmail(alice.email), alice);
      assert.deepEqual(await store.accounts.findByEmail(unusual.email), unusual);
      assert.equal(await store.accounts.findByEmail('ALICE@example.com'), undefined);
      assert.equal(await store.accounts.findByEmail('alice@example.co'), undefined);
    },
  },
  {
    name: 'lists accounts by e-mail address',
    async run(store) {
      assert.deepEqual(await store.accounts.list(), []);
      const carol = sampleAccount('carol@example.com');
      await addAccounts(store, carol, alice, bob);
      assert.deepEqual(await store.accounts.list(), [alice, bob, carol]);
    },
  },
  {
    name: 'refuses a second account of the same address',
    async run(store) {
      await addAccounts(store, alice);
      const impostor = { ...alice, id: idFor<AccountId>('impostor'), role: 'admin' as const };
      await assert.rejects(store.accounts.add(impostor), { code: 'account_exists' });
      assert.deepEqual(await store.accounts.list(), [alice]);
    },
  },
  {
    name: 'sets which notices one account wants',
    async run(store) {
      await addAccounts(store, alice, bob);
      for (const notices of [
        { receipts: false, reminders: true },
        { receipts: true, reminders: false },
      ]) {
        await store.accounts.setNotices(alice.id, notices);
        assert.deepEqual(await store.accounts.list(), [{ ...alice, notices }, bob]);
      }
    },
  },
  {
    name: 'sets the unit in which one account counts',
    async run(store) {
      await addAccounts(store, alice, bob);
      for (const desttimeUnit of ['hours', undefined] as const) {
        await store.accounts.setDesttimeUnit(alice.id, desttimeUnit);
        assert.deepEqual(await store.accounts.list(), [{ ...alice, desttimeUnit }, bob]);
      }
    },
  },
  {
    name: 'locks an account by its id',
    async run(store) {
      await addAccounts(store, alice, bob);
      const locked = await store.transact(({ accounts }) => accounts.lock(bob.id));
      assert.deepEqual(locked, bob);
      const missing = await store.transact(({ accounts }) => accounts.lock(idFor('nobody')));
      assert.equal(missing, undefined);
    },
  },
  {
    name: 'disables and enables one account',
    async run(store) {
      await addAccounts(store, alice, bob);
      await store.accounts.setDisabled(alice.id, noon + 5);
      assert.deepEqual(await store.accounts.list(), [{ ...alice, disabledAt: noon + 5 }, bob]);
      await store.accounts.setDisabled(alice.id, undefined);
      assert.deepEqual(await store.accounts.list(), [alice, bob]);
    },
  },
  {
    name: 'keeps the first mark of a listed tray',
    async run(store) {
      await addAccounts(store, alice, bob);
      await store.accounts.markFilesListed(alice.id, noon + 1);
      await store.accounts.markFilesListed(alice.id, noon + 2);
      assert.deepEqual(await store.accounts.list(), [{ ...alice, filesListedAt: noon + 1 }, bob]);
    },
  },
  {
    name: 'removes an account with its keys, tokens, contacts and claims, and no other',
    async run(store) {
      await addAccounts(store, alice, bob);
      for (const { id, email } of [alice, bob]) {
        await store.apiKeys.add(keyOf(id, `key of ${email}`));
        await store.csrfTokens.add({ hash: hashFor(email), accountId: id, expiresAt: noon + day });
        await store.contacts.replaceLocal(id, [sampleContact('local@example.com')]);
        await store.contacts.replaceReceivers(id, [sampleContact('receiver@example.com')]);
        const claim = { keyHash: hashFor('key'), requestHash: hashFor('request') };
        await store.idempotency.add({ ...claim, accountId: id, expiresAt: noon + day });
      }
      await store.accounts.remove(alice.id);
      assert.deepEqual(await store.accounts.list(), [bob]);
      const counts = async ({ id, email }: typeof alice) => [
        (await store.apiKeys.listFor(id)).length,
        (await store.csrfTokens.find(hashFor(email))) === undefined ? 0 : 1,
        (await store.contacts.listLocal(id)).length,
        (await store.contacts.listReceivers(id)).length,
        (await store.idempotency.find(id, hashFor('key'), noon)) === undefined ? 0 : 1,
      ];
      assert.deepEqual(await counts(alice), [0, 0, 0, 0, 0]);
      assert.deepEqual(await counts(bob), [1, 1, 1, 1, 1]);
    },
  },
  {
    name: 'gives API keys back as they were added, each to its account',
    async run(store) {
      await addAccounts(store, alice, bob);
      const lasting = keyOf(alice.id, 'lasting');
      const ending = keyOf(alice.id, 'ending', noon + day);
      await store.apiKeys.add(lasting);
      await store.apiKeys.add(ending);
      await store.apiKeys.add(keyOf(bob.id, 'of bob'));
      const listed = await store.apiKeys.listFor(alice.id);
      assert.deepEqual(new Set(listed), new Set([lasting, ending]));
      assert.deepEqual(await store.apiKeys.listFor(bob.id), [keyOf(bob.id, 'of bob')]);
      assert.deepEqual(await store.apiKeys.listFor(idFor('nobody')), []);
    },
  },
  {
    name: 'keeps the salt of a key, and knows whether any key has one',
    async run(store) {
      await addAccounts(store, alice);
      await store.apiKeys.add(keyOf(alice.id, 'long'));
      assert.equal(await store.apiKeys.hasSalted(), false);
      const short = { ...keyOf(alice.id, 'short'), salt: Buffer.alloc(16, 5) };
      await store.apiKeys.add(short);
      assert.equal(await store.apiKeys.hasSalted(), true);
      const listed = await store.apiKeys.listFor(alice.id);
      assert.deepEqual(
        listed.find(({ id }) => id === short.id),
        short,
      );
    },
  },
  {
    name: 'binds every key as it is added, and leaves it so',
    async run(store) {
      await addAccounts(store, alice);
      await store.apiKeys.add(keyOf(alice.id, 'key'));
      assert.equal(await store.apiKeys.hasUnbound(), false);
      await store.bindRows();
      assert.deepEqual(await store.apiKeys.listFor(alice.id), [keyOf(alice.id, 'key')]);
    },
  },
  {
    name: 'ends every key of an account, unless it ends before',
    async run(store) {
      await addAccounts(store, alice, bob);
      await store.apiKeys.add(keyOf(alice.id, 'lasting'));
      await store.apiKeys.add(keyOf(alice.id, 'late', noon + day));
      await store.apiKeys.add(keyOf(alice.id, 'early', noon + 1));
      await store.apiKeys.add(keyOf(bob.id, 'of bob'));
      await store.apiKeys.endAll(alice.id, noon + hour);
      const ends = new Map(
        (await store.apiKeys.listFor(alice.id)).map(({ id, expiresAt }) => [id, expiresAt]),
      );
      assert.equal(ends.get(idFor('lasting')), noon + hour);
      assert.equal(ends.get(idFor('late')), noon + hour);
      assert.equal(ends.get(idFor('early')), noon + 1);
      assert.equal((await store.apiKeys.listFor(bob.id))[0]?.expiresAt, undefined);
    },
  },
  {
    name: 'deletes expired API keys, and says how many',
    async run(store) {
      await addAccounts(store, alice);
      const living = [keyOf(alice.id, 'lasting'), keyOf(alice.id, 'just alive', noon + 1)];
      await store.apiKeys.add(keyOf(alice.id, 'just dead', noon));
      await store.apiKeys.add(keyOf(alice.id, 'long dead', noon - day));
      for (const key of living) await store.apiKeys.add(key);
      assert.equal(await store.apiKeys.deleteExpired(noon), 2);
      assert.equal(await store.apiKeys.deleteExpired(noon), 0);
      assert.deepEqual(new Set(await store.apiKeys.listFor(alice.id)), new Set(living));
    },
  },
];
