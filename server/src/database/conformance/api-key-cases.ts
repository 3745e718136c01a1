import assert from 'node:assert/strict';
import type { ApiKey } from '../../domain/model/account.ts';
import { day, hour } from '../../domain/model/clock.ts';
import type { AccountId } from '../../domain/model/ids.ts';
import { noon } from '../../testing/fake-clock.ts';
import { hashFor, idFor, sampleAccount } from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, alice, bob } from './database-case.ts';

export function keyOf(accountId: AccountId, label: string, expiresAt?: number): ApiKey {
  const hash = hashFor(label);
  return { id: idFor(label), accountId, hash, salt: undefined, createdAt: noon, expiresAt };
}

export const apiKeyCases: readonly DatabaseCase[] = [
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
    name: 'finds the keys of a hash with their accounts, but none with a salt',
    async run(database) {
      await addAccounts(database, alice, bob);
      const { apiKeys } = database;
      const shared = hashFor('shared');
      const ofAlice = { ...keyOf(alice.id, 'of alice', noon + day), hash: shared };
      const ofBob = { ...keyOf(bob.id, 'of bob'), hash: shared, createdAt: noon - 1 };
      const salted = { ...keyOf(bob.id, 'salted'), hash: shared, salt: Buffer.alloc(16, 5) };
      for (const key of [ofAlice, ofBob, salted, keyOf(bob.id, 'other')]) await apiKeys.add(key);
      assert.deepEqual(await apiKeys.findByHash(shared), [
        { account: bob, key: ofBob },
        { account: alice, key: ofAlice },
      ]);
      assert.deepEqual(await apiKeys.findByHash(hashFor('nobody')), []);
    },
  },
  {
    name: 'keeps what a key may do and where, however it is read',
    async run(database) {
      await addAccounts(database, alice);
      const { apiKeys } = database;
      const rights: Partial<ApiKey>[] = [
        { scopes: ['send', 'links'] },
        { networks: ['192.0.2.0/24', '2001:db8::/32'] },
        { scopes: ['receive'], networks: ['192.0.2.1'], replacesContacts: true },
        { scopes: [] },
        {},
      ];
      const keys = rights.map((right, index) => ({
        ...keyOf(alice.id, `right ${index}`),
        ...{ createdAt: noon + index, ...right },
      }));
      for (const key of keys) await apiKeys.add(key);
      assert.deepEqual(await apiKeys.listFor(alice.id), keys);
      assert.deepEqual((await apiKeys.readAccess(alice.email, undefined)).keys, keys);
      for (const key of keys) {
        assert.deepEqual(await apiKeys.findByHash(key.hash), [{ account: alice, key }]);
      }
      await apiKeys.endAll(alice.id, noon + day);
      const ended = keys.map((key) => ({ ...key, expiresAt: noon + day }));
      assert.deepEqual(await apiKeys.listFor(alice.id), ended);
    },
  },
  {
    name: 'lists the living keys that work with an address alone',
    async run(database) {
      await addAccounts(database, alice, bob);
      const { apiKeys } = database;
      const shared = hashFor('shared');
      const twice = hashFor('twice of alice');
      const past = hashFor('shared in the past');
      const salt = Buffer.alloc(16, 5);
      const keys = [
        { ...keyOf(bob.id, 'of bob'), hash: shared },
        { ...keyOf(alice.id, 'of alice', noon + day), hash: shared },
        { ...keyOf(alice.id, 'one'), hash: twice },
        { ...keyOf(alice.id, 'other'), hash: twice },
        { ...keyOf(alice.id, 'living'), hash: past },
        { ...keyOf(bob.id, 'ended', noon), hash: past },
        { ...keyOf(bob.id, 'short'), salt, createdAt: noon + 1 },
        { ...keyOf(bob.id, 'short and ended', noon), salt },
      ];
      for (const key of keys) await apiKeys.add(key);
      await apiKeys.setName(idFor('short'), 'Nightly');
      const all = [
        { email: alice.email, name: '', reason: 'shared' },
        { email: bob.email, name: '', reason: 'shared' },
        { email: bob.email, name: 'Nightly', reason: 'short' },
      ];
      assert.deepEqual(await apiKeys.listBasicOnly(noon, 10), all);
      assert.deepEqual(await apiKeys.listBasicOnly(noon, 1), all.slice(0, 1));
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
    name: 'lists keys that end soon until their owners were told, once early and once late',
    async run(database) {
      const anna = sampleAccount('anna@example.com', { role: 'user' });
      const gone = sampleAccount('gone@example.com', { role: 'user', disabledAt: noon });
      await addAccounts(database, alice, anna, gone);
      const { apiKeys } = database;
      for (const key of [
        ...[keyOf(anna.id, 'soon', noon + hour), keyOf(anna.id, 'later', noon + 10 * day)],
        ...[keyOf(anna.id, 'much later', noon + 99 * day), keyOf(anna.id, 'ended', noon)],
        ...[keyOf(anna.id, 'endless'), keyOf(gone.id, 'of gone', noon + hour)],
        keyOf(alice.id, 'of a program', noon + 2 * hour),
      ]) {
        await apiKeys.add(key);
      }
      const span = { now: noon, until: noon + 14 * day, lastFrom: noon + day };
      const list = async (limit = 9) =>
        (await apiKeys.listEnding(span, limit)).map((key) => [
          ...[key.id, key.accountId, key.expiresAt],
        ]);
      const soon = [idFor('soon'), anna.id, noon + hour];
      const ofProgram = [idFor('of a program'), alice.id, noon + 2 * hour];
      const later = [idFor('later'), anna.id, noon + 10 * day];
      assert.deepEqual(await list(), [soon, ofProgram, later]);
      assert.deepEqual(await list(1), [soon]);
      assert.equal(await apiKeys.noteTold(idFor('later'), 14), true);
      assert.equal(await apiKeys.noteTold(idFor('later'), 14), false, 'by another process');
      assert.equal(await apiKeys.noteTold(idFor('soon'), 14), true);
      assert.equal(await apiKeys.noteTold(idFor('of a program'), 14), true);
      assert.deepEqual(await list(), [soon, ofProgram], 'their last day has come');
      assert.equal(await apiKeys.noteTold(idFor('of a program'), 1), true);
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
      assert.equal(await apiKeys.findName(named.id), 'Nightly');
      assert.equal(await apiKeys.findName(plain.id), '');
      assert.equal(await apiKeys.findName(idFor('missing')), '');
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
