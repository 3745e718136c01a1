import assert from 'node:assert/strict';
import { day } from '../../domain/model/clock.ts';
import type { AccountId } from '../../domain/model/ids.ts';
import { noon } from '../../testing/fake-clock.ts';
import { hashFor, idFor, sampleAccount, sampleContact } from '../../testing/samples.ts';
import { keyOf } from './api-key-cases.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, alice, bob } from './database-case.ts';

export const accountCases: readonly DatabaseCase[] = [
  {
    name: 'gives an account back as it was added, to its exact address',
    async run(database) {
      const unusual = sampleAccount('admin@example.com', {
        language: 'pt-BR',
        role: 'admin',
        visibility: { number: false, email: true, language: false, nick: true },
        notices: { receipts: false, reminders: true },
        ttlUnit: 'days',
        disabledAt: noon + 1,
        filesListedAt: noon + 2,
      });
      await addAccounts(database, alice, unusual);
      assert.deepEqual(await database.accounts.findByEmail(alice.email), alice);
      assert.deepEqual(await database.accounts.findByEmail(unusual.email), unusual);
      assert.equal(await database.accounts.findByEmail('ALICE@example.com'), undefined);
      assert.equal(await database.accounts.findByEmail('alice@example.co'), undefined);
    },
  },
  {
    name: 'lists accounts by e-mail address',
    async run(database) {
      assert.deepEqual(await database.accounts.list(), []);
      const carol = sampleAccount('carol@example.com');
      await addAccounts(database, carol, alice, bob);
      assert.deepEqual(await database.accounts.list(), [alice, bob, carol]);
    },
  },
  {
    name: 'gives one account a limit of mails of its own, and takes it back',
    async run(database) {
      await addAccounts(database, alice, bob);
      await database.accounts.setMailsPerDay(alice.id, 20_000);
      assert.deepEqual(await database.accounts.find(alice.id), { ...alice, mailsPerDay: 20_000 });
      assert.deepEqual(await database.accounts.find(bob.id), bob);
      await database.accounts.setMailsPerDay(alice.id, undefined);
      assert.deepEqual(await database.accounts.find(alice.id), alice);
    },
  },
  {
    name: 'refuses a second account of the same address',
    async run(database) {
      await addAccounts(database, alice);
      const impostor = { ...alice, id: idFor<AccountId>('impostor'), role: 'admin' as const };
      await assert.rejects(database.accounts.add(impostor), { code: 'account_exists' });
      assert.deepEqual(await database.accounts.list(), [alice]);
    },
  },
  {
    name: 'sets which notices one account wants',
    async run(database) {
      await addAccounts(database, alice, bob);
      for (const notices of [
        { receipts: false, reminders: true },
        { receipts: true, reminders: false },
      ]) {
        await database.accounts.setNotices(alice.id, notices);
        assert.deepEqual(await database.accounts.list(), [{ ...alice, notices }, bob]);
      }
    },
  },
  {
    name: 'sets the unit in which one account counts',
    async run(database) {
      await addAccounts(database, alice, bob);
      for (const ttlUnit of ['hours', undefined] as const) {
        await database.accounts.setTtlUnit(alice.id, ttlUnit);
        assert.deepEqual(await database.accounts.list(), [{ ...alice, ttlUnit }, bob]);
      }
    },
  },
  {
    name: 'finds an account by its id',
    async run(database) {
      await addAccounts(database, alice, bob);
      assert.deepEqual(await database.accounts.find(bob.id), bob);
      assert.equal(await database.accounts.find(idFor('nobody')), undefined);
    },
  },
  {
    name: 'locks an account by its id',
    async run(database) {
      await addAccounts(database, alice, bob);
      const locked = await database.transact(({ accounts }) => accounts.lock(bob.id));
      assert.deepEqual(locked, bob);
      const missing = await database.transact(({ accounts }) => accounts.lock(idFor('nobody')));
      assert.equal(missing, undefined);
    },
  },
  {
    name: 'locks no account outside a transaction',
    async run(database) {
      await addAccounts(database, alice);
      await assert.rejects(database.accounts.lock(alice.id));
      const locked = await database.transact(({ accounts }) => accounts.lock(alice.id));
      assert.deepEqual(locked, alice);
    },
  },
  {
    name: 'disables and enables one account',
    async run(database) {
      await addAccounts(database, alice, bob);
      await database.accounts.setDisabled(alice.id, noon + 5);
      assert.deepEqual(await database.accounts.list(), [{ ...alice, disabledAt: noon + 5 }, bob]);
      await database.accounts.setDisabled(alice.id, undefined);
      assert.deepEqual(await database.accounts.list(), [alice, bob]);
    },
  },
  {
    name: 'keeps the first mark of a listed tray',
    async run(database) {
      await addAccounts(database, alice, bob);
      await database.accounts.markFilesListed(alice.id, noon + 1);
      await database.accounts.markFilesListed(alice.id, noon + 2);
      assert.deepEqual(await database.accounts.list(), [
        { ...alice, filesListedAt: noon + 1 },
        bob,
      ]);
    },
  },
  {
    name: 'removes an account with its keys, tokens, contacts and claims, and no other',
    async run(database) {
      await addAccounts(database, alice, bob);
      for (const { id, email } of [alice, bob]) {
        await database.apiKeys.add(keyOf(id, `key of ${email}`));
        await database.csrfTokens.add({
          hash: hashFor(email),
          accountId: id,
          expiresAt: noon + day,
        });
        await database.contacts.replaceLocal(id, [sampleContact('local@example.com')]);
        await database.contacts.replaceReceivers(id, [sampleContact('receiver@example.com')]);
        const claim = { keyHash: hashFor('key'), requestHash: hashFor('request') };
        await database.idempotency.add({ ...claim, accountId: id, expiresAt: noon + day });
      }
      await database.accounts.remove(alice.id);
      assert.deepEqual(await database.accounts.list(), [bob]);
      const counts = async ({ id, email }: typeof alice) => [
        (await database.apiKeys.listFor(id)).length,
        (await database.csrfTokens.find(hashFor(email))) === undefined ? 0 : 1,
        (await database.contacts.listLocal(id)).length,
        (await database.contacts.listReceivers(id)).length,
        (await database.idempotency.find(id, hashFor('key'), noon)) === undefined ? 0 : 1,
      ];
      assert.deepEqual(await counts(alice), [0, 0, 0, 0, 0]);
      assert.deepEqual(await counts(bob), [1, 1, 1, 1, 1]);
    },
  },
  {
    name: 'keeps the lifetime that an account starts with',
    async run(database) {
      await addAccounts(database, alice, bob);
      await database.accounts.setDefaultDays(alice.id, 30);
      assert.deepEqual(await database.accounts.list(), [{ ...alice, defaultDays: 30 }, bob]);
      await database.accounts.setDefaultDays(alice.id, undefined);
      assert.deepEqual(await database.accounts.list(), [alice, bob]);
    },
  },
];
