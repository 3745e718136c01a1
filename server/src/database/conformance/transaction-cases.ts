import assert from 'node:assert/strict';
import type { ApiKeyId } from '../../domain/model/ids.ts';
import type { Repositories, Store } from '../../domain/model/store.ts';
import { noon } from '../../testing/fake-clock.ts';
import {
  hashFor,
  idFor,
  sampleContact,
  sampleDispatch,
  sampleFile,
} from '../../testing/samples.ts';
import type { StoreCase } from './store-case.ts';
import { addAccounts, alice, bob } from './store-case.ts';

async function increment({ notes }: Repositories): Promise<void> {
  const before = Number((await notes.find('counter')) ?? 0);
  await notes.set('counter', String(before + 1));
}

async function snapshot(store: Store) {
  return {
    accounts: await store.accounts.list(),
    contacts: await store.contacts.listLocal(alice.id),
    tray: await store.files.listTray(alice.id),
    history: await store.dispatches.listHistory(alice.id),
    note: await store.notes.find('note'),
  };
}

async function changeEverything(repositories: Repositories): Promise<void> {
  await repositories.accounts.add(bob);
  await repositories.accounts.setDisabled(alice.id, noon);
  await repositories.contacts.replaceLocal(alice.id, []);
  await repositories.files.shredAccount(alice.id, noon);
  await repositories.dispatches.add(sampleDispatch(alice, 'drop'), []);
  await repositories.notes.set('note', 'after');
}

export const transactionCases: readonly StoreCase[] = [
  {
    name: 'keeps all changes of a transaction, and hands on its result',
    async run(store) {
      await addAccounts(store, alice);
      const result = await store.transact(async (repositories) => {
        await changeEverything(repositories);
        return await repositories.notes.find('note');
      });
      assert.equal(result, 'after');
      const after = await snapshot(store);
      assert.equal(after.accounts.length, 2);
      assert.equal(after.accounts[0]?.disabledAt, noon);
      assert.equal(after.history.length, 1);
      assert.equal(after.note, 'after');
    },
  },
  {
    name: 'changes nothing when the work throws, and goes on afterwards',
    async run(store) {
      await addAccounts(store, alice);
      await store.contacts.replaceLocal(alice.id, [sampleContact('zoe@example.com')]);
      await store.files.addToTray(sampleFile(alice, 'a.pdf'));
      await store.notes.set('note', 'before');
      const before = await snapshot(store);
      const reason = new Error('changed my mind');
      const failing = store.transact(async (repositories) => {
        await changeEverything(repositories);
        throw reason;
      });
      await assert.rejects(failing, reason);
      assert.deepEqual(await snapshot(store), before);
      await store.transact(changeEverything);
      assert.notDeepEqual(await snapshot(store), before);
    },
  },
  {
    name: 'changes nothing when a repository throws',
    async run(store) {
      await addAccounts(store, alice);
      const failing = store.transact(async ({ notes, accounts }) => {
        await notes.set('note', 'after');
        await accounts.add({ ...alice, id: bob.id });
      });
      await assert.rejects(failing, { code: 'account_exists' });
      assert.equal(await store.notes.find('note'), undefined);
    },
  },
  {
    name: 'shows nobody else what may yet be taken back',
    async run(store) {
      await store.notes.set('note', 'before');
      let seen: Promise<string | undefined> | undefined;
      const failing = store.transact(async ({ notes }) => {
        await notes.set('note', 'during');
        seen = store.notes.find('note');
        throw new Error('taken back');
      });
      await assert.rejects(failing, { message: 'taken back' });
      assert.equal(await seen, 'before');
    },
  },
  {
    name: 'loses no update among parallel transactions',
    async run(store) {
      const running = Array.from({ length: 50 }, () => store.transact(increment));
      await Promise.all(running);
      assert.equal(await store.notes.find('counter'), '50');
    },
  },
  {
    name: 'has another version after every change, if it has versions',
    async run(store) {
      await addAccounts(store, alice);
      const versions = [store.version()];
      if (versions[0] === undefined) return;
      await store.notes.set('note', 'alone');
      versions.push(store.version());
      await store.transact(({ notes }) => notes.set('note', 'together'));
      versions.push(store.version());
      await store.accounts.setDisabled(alice.id, noon);
      versions.push(store.version());
      assert.equal(new Set(versions).size, versions.length);
    },
  },
  {
    name: 'has another access version after every change of who may come in, if it has versions',
    async run(store) {
      await addAccounts(store, alice);
      const versions = [store.accessVersion()];
      if (versions[0] === undefined) return;
      await store.accounts.setDisabled(alice.id, noon);
      versions.push(store.accessVersion());
      const hash = hashFor('secret');
      const key = { id: idFor<ApiKeyId>('key'), accountId: alice.id, hash, createdAt: noon };
      await store.transact(({ apiKeys }) =>
        apiKeys.add({ ...key, salt: undefined, expiresAt: undefined }),
      );
      versions.push(store.accessVersion());
      await store.csrfTokens.add({ hash, accountId: alice.id, expiresAt: noon });
      versions.push(store.accessVersion());
      await store.accounts.remove(alice.id);
      versions.push(store.accessVersion());
      assert.equal(new Set(versions).size, versions.length);
    },
  },
  {
    name: 'loses nothing when it scrubs itself',
    async run(store) {
      await addAccounts(store, alice);
      await store.notes.set('note', 'kept');
      assert.equal(await store.scrub(), true);
      assert.equal(await store.scrub(), true);
      assert.equal((await snapshot(store)).note, 'kept');
    },
  },
  {
    name: 'passes its own check until it is closed',
    async run(store) {
      await store.check();
      await store.close();
      await assert.rejects(store.check());
    },
  },
];
