import assert from 'node:assert/strict';
import type { ApiKey } from '../../domain/model/account.ts';
import { day, hour } from '../../domain/model/clock.ts';
import type { AccountId } from '../../domain/model/ids.ts';
import { noon } from '../../testing/fake-clock.ts';
import { hashFor, idFor, sampleAccount, sampleContact } from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, alice, bob } from './database-case.ts';

function keyOf(accountId: AccountId, label: string, expiresAt?: number): ApiKey {
  const hash = hashFor(label);
  return { id: idFor(label), accountId, hash, salt: undefined, createdAt: noon, expiresAt };
}

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
    name: 'gives API keys back as they were added, each to its account',
    async run(database) {
      await addAccounts(database, alice, bob);
      const lasting = keyOf(alice.id, 'lasting');
      const ending = keyOf(alice.id, 'ending', noon + day);
      await database.apiKeys.add(lasting);
      await database.apiKeys.add(ending);
      await database.apiKeys.add(keyOf(bob.id, 'of bob'));
      const listed = await database.apiKeys.listFor(alice.id);
      assert.deepEqual(new Set(listed), new Set([lasting, ending]));
      assert.deepEqual(await database.apiKeys.listFor(bob.id), [keyOf(bob.id, 'of bob')]);
      assert.deepEqual(await database.apiKeys.listFor(idFor('nobody')), []);
    },
  },
  {
    name: 'reads at once what authenticating a request needs',
    async run(database) {
      await addAccounts(database, alice, bob);
      const nothing = { account: undefined, keys: [], hasSalted: false, token: undefined };
      assert.deepEqual(await database.apiKeys.readAccess('nobody', undefined), nothing);
      assert.deepEqual(await database.apiKeys.readAccess('nobody', hashFor('token')), nothing);
      const keys = [keyOf(alice.id, 'old'), { ...keyOf(alice.id, 'new'), createdAt: noon + 1 }];
      for (const key of keys) await database.apiKeys.add(key);
      const token = { hash: hashFor('token'), accountId: bob.id, expiresAt: noon };
      await database.csrfTokens.add(token);
      assert.deepEqual(await database.apiKeys.readAccess(alice.email, token.hash), {
        ...{ account: alice, keys, hasSalted: false, token },
      });
      assert.deepEqual(await database.apiKeys.readAccess(bob.email, hashFor('other')), {
        ...{ account: bob, keys: [], hasSalted: false, token: undefined },
      });
    },
  },
  {
    name: 'finds the keys of a hash with their accounts and names, but none with a salt',
    async run(database) {
      await addAccounts(database, alice, bob);
      const { apiKeys } = database;
      const shared = hashFor('shared');
      const ofAlice = { ...keyOf(alice.id, 'of alice', noon + day), hash: shared };
      const ofBob = { ...keyOf(bob.id, 'of bob'), hash: shared, createdAt: noon - 1 };
      const salted = { ...keyOf(bob.id, 'salted'), hash: shared, salt: Buffer.alloc(16, 5) };
      for (const key of [ofAlice, ofBob, salted, keyOf(bob.id, 'other')]) await apiKeys.add(key);
      await apiKeys.setName(ofAlice.id, 'Nightly');
      assert.deepEqual(await apiKeys.findByHash(shared), [
        { account: bob, key: ofBob, name: '' },
        { account: alice, key: ofAlice, name: 'Nightly' },
      ]);
      assert.deepEqual(await apiKeys.findByHash(hashFor('nobody')), []);
    },
  },
  {
    name: 'keeps the salt of a key, and knows whether any key has one',
    async run(database) {
      await addAccounts(database, alice);
      await database.apiKeys.add(keyOf(alice.id, 'long'));
      const hasSalted = async () => (await database.apiKeys.readAccess('', undefined)).hasSalted;
      assert.equal(await hasSalted(), false);
      const short = { ...keyOf(alice.id, 'short'), salt: Buffer.alloc(16, 5) };
      await database.apiKeys.add(short);
      assert.equal(await hasSalted(), true);
      const listed = await database.apiKeys.listFor(alice.id);
      assert.deepEqual(
        listed.find(({ id }) => id === short.id),
        short,
      );
    },
  },
  {
    name: 'binds every key as it is added, and leaves it so',
    async run(database) {
      await addAccounts(database, alice);
      await database.apiKeys.add(keyOf(alice.id, 'key'));
      assert.equal(await database.apiKeys.hasUnbound(), false);
      await database.bindRows();
      assert.deepEqual(await database.apiKeys.listFor(alice.id), [keyOf(alice.id, 'key')]);
    },
  },
  {
    name: 'ends every key of an account, unless it ends before',
    async run(database) {
      await addAccounts(database, alice, bob);
      await database.apiKeys.add(keyOf(alice.id, 'lasting'));
      await database.apiKeys.add(keyOf(alice.id, 'late', noon + day));
      await database.apiKeys.add(keyOf(alice.id, 'early', noon + 1));
      await database.apiKeys.add(keyOf(bob.id, 'of bob'));
      await database.apiKeys.endAll(alice.id, noon + hour);
      const ends = new Map(
        (await database.apiKeys.listFor(alice.id)).map(({ id, expiresAt }) => [id, expiresAt]),
      );
      assert.equal(ends.get(idFor('lasting')), noon + hour);
      assert.equal(ends.get(idFor('late')), noon + hour);
      assert.equal(ends.get(idFor('early')), noon + 1);
      assert.equal((await database.apiKeys.listFor(bob.id))[0]?.expiresAt, undefined);
    },
  },
  {
    name: 'lists keys of people that end soon until their owners were told, once early and once late',
    async run(database) {
      const anna = sampleAccount('anna@example.com', { role: 'user' });
      const gone = sampleAccount('gone@example.com', { role: 'user', disabledAt: noon });
      await addAccounts(database, alice, anna, gone);
      const { apiKeys } = database;
      for (const key of [
        ...[keyOf(anna.id, 'soon', noon + hour), keyOf(anna.id, 'later', noon + 10 * day)],
        ...[keyOf(anna.id, 'much later', noon + 99 * day), keyOf(anna.id, 'ended', noon)],
        ...[keyOf(anna.id, 'endless'), keyOf(gone.id, 'of gone', noon + hour)],
        keyOf(alice.id, 'of a program', noon + hour),
      ]) {
        await apiKeys.add(key);
      }
      const span = { now: noon, until: noon + 14 * day, lastFrom: noon + day };
      const list = async (limit = 9) =>
        (await apiKeys.listEnding(span, limit)).map(({ id, accountId, expiresAt }) => {
          assert.equal(accountId, anna.id);
          return [id, expiresAt];
        });
      const soon = [idFor('soon'), noon + hour];
      const later = [idFor('later'), noon + 10 * day];
      assert.deepEqual(await list(), [soon, later]);
      assert.deepEqual(await list(1), [soon]);
      assert.equal(await apiKeys.noteTold(idFor('later'), 14), true);
      assert.equal(await apiKeys.noteTold(idFor('later'), 14), false, 'by another process');
      assert.equal(await apiKeys.noteTold(idFor('soon'), 14), true);
      assert.deepEqual(await list(), [soon], 'its last day has come');
      assert.equal(await apiKeys.noteTold(idFor('soon'), 1), true);
      assert.equal(await apiKeys.noteTold(idFor('soon'), 14), false, 'a later notice was noted');
      assert.deepEqual(await list(), []);
      assert.equal(await apiKeys.noteTold(idFor('nobody'), 1), false);
    },
  },
  {
    name: 'ends one key of an account, once, and none of another',
    async run(database) {
      await addAccounts(database, alice, bob);
      await database.apiKeys.add(keyOf(alice.id, 'one'));
      await database.apiKeys.add(keyOf(alice.id, 'other'));
      const { apiKeys } = database;
      assert.equal(await apiKeys.end(bob.id, idFor('one'), noon), false);
      assert.equal(await apiKeys.end(alice.id, idFor('missing'), noon), false);
      assert.equal(await apiKeys.end(alice.id, idFor('one'), noon + hour), true);
      assert.equal(await apiKeys.end(alice.id, idFor('one'), noon + hour), false);
      assert.equal(await apiKeys.end(alice.id, idFor('one'), noon), true);
      const ends = new Map(
        (await apiKeys.listFor(alice.id)).map(({ id, expiresAt }) => [id, expiresAt]),
      );
      assert.deepEqual([ends.get(idFor('one')), ends.get(idFor('other'))], [noon, undefined]);
    },
  },
  {
    name: 'keeps the name and the latest use of a key',
    async run(database) {
      await addAccounts(database, alice, bob);
      const { apiKeys } = database;
      const named = keyOf(alice.id, 'named');
      const plain = { ...keyOf(alice.id, 'plain'), createdAt: noon + 1 };
      for (const key of [plain, named, keyOf(bob.id, 'of bob')]) await apiKeys.add(key);
      await apiKeys.setName(named.id, 'Nightly');
      await apiKeys.noteUse(named.id, noon + hour);
      await apiKeys.noteUse(named.id, noon);
      await apiKeys.noteUse(plain.id, noon);
      await apiKeys.noteUse(idFor('missing'), noon);
      assert.deepEqual(
        await database.administration.findLastSeen([alice.id, bob.id]),
        new Map([[alice.id, noon + hour]]),
      );
      assert.deepEqual(await apiKeys.listNamed(alice.id), [
        { ...named, name: 'Nightly', lastUsedAt: noon + hour },
        { ...plain, name: '', lastUsedAt: noon },
      ]);
      await apiKeys.setName(named.id, 'Weekly');
      assert.equal((await apiKeys.listNamed(alice.id))[0]?.lastUsedAt, noon + hour);
      assert.deepEqual(await apiKeys.listNamed(bob.id), [
        { ...keyOf(bob.id, 'of bob'), name: '', lastUsedAt: undefined },
      ]);
      await apiKeys.end(alice.id, named.id, noon);
      assert.equal(await apiKeys.deleteExpired(noon), 1);
      await apiKeys.add(named);
      assert.equal((await apiKeys.listNamed(alice.id))[0]?.name, '', 'notes go with their key');
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
  {
    name: 'deletes expired API keys, and says how many',
    async run(database) {
      await addAccounts(database, alice);
      const living = [keyOf(alice.id, 'lasting'), keyOf(alice.id, 'just alive', noon + 1)];
      await database.apiKeys.add(keyOf(alice.id, 'just dead', noon));
      await database.apiKeys.add(keyOf(alice.id, 'long dead', noon - day));
      for (const key of living) await database.apiKeys.add(key);
      assert.equal(await database.apiKeys.deleteExpired(noon), 2);
      assert.equal(await database.apiKeys.deleteExpired(noon), 0);
      assert.deepEqual(new Set(await database.apiKeys.listFor(alice.id)), new Set(living));
    },
  },
];
