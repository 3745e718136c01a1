import assert from 'node:assert/strict';
import type { ApiKeyId } from '../../domain/model/ids.ts';
import type { Repositories, Database } from '../../domain/model/database.ts';
import { noon } from '../../testing/fake-clock.ts';
import {
  hashFor,
  idFor,
  sampleContact,
  sampleDispatch,
  sampleFile,
} from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, alice, bob, lookAtAccessVersion, lookAtVersion } from './database-case.ts';

async function increment({ installationValues }: Repositories): Promise<void> {
  const before = Number((await installationValues.find('counter')) ?? 0);
  await installationValues.set('counter', String(before + 1));
}

async function snapshot(database: Database) {
  return {
    accounts: await database.accounts.list(),
    contacts: await database.contacts.listLocal(alice.id),
    tray: await database.files.listTray(alice.id),
    history: await database.dispatches.listHistory(alice.id),
    note: await database.installationValues.find('note'),
  };
}

async function changeEverything(repositories: Repositories): Promise<void> {
  await repositories.accounts.add(bob);
  await repositories.accounts.setDisabled(alice.id, noon);
  await repositories.contacts.replaceLocal(alice.id, []);
  await repositories.files.shredAccount(alice.id, noon);
  await repositories.dispatches.add(sampleDispatch(alice, 'drop'), []);
  await repositories.installationValues.set('note', 'after');
}

export const transactionCases: readonly DatabaseCase[] = [
  {
    name: 'the room that it takes is known',
    async run(database) {
      assert.ok((await database.sizeBytes()) > 10_000);
    },
  },
  {
    name: 'keeps all changes of a transaction, and hands on its result',
    async run(database) {
      await addAccounts(database, alice);
      const result = await database.transact(async (repositories) => {
        await changeEverything(repositories);
        return await repositories.installationValues.find('note');
      });
      assert.equal(result, 'after');
      const after = await snapshot(database);
      assert.equal(after.accounts.length, 2);
      assert.equal(after.accounts[0]?.disabledAt, noon);
      assert.equal(after.history.length, 1);
      assert.equal(after.note, 'after');
    },
  },
  {
    name: 'changes nothing when the work throws, and goes on afterwards',
    async run(database) {
      await addAccounts(database, alice);
      await database.contacts.replaceLocal(alice.id, [sampleContact('zoe@example.com')]);
      await database.files.addToTray(sampleFile(alice, 'a.pdf'));
      await database.installationValues.set('note', 'before');
      const before = await snapshot(database);
      const reason = new Error('changed my mind');
      const failing = database.transact(async (repositories) => {
        await changeEverything(repositories);
        throw reason;
      });
      await assert.rejects(failing, reason);
      assert.deepEqual(await snapshot(database), before);
      await database.transact(changeEverything);
      assert.notDeepEqual(await snapshot(database), before);
    },
  },
  {
    name: 'changes nothing when a repository throws',
    async run(database) {
      await addAccounts(database, alice);
      const failing = database.transact(async ({ installationValues, accounts }) => {
        await installationValues.set('note', 'after');
        await accounts.add({ ...alice, id: bob.id });
      });
      await assert.rejects(failing, { code: 'account_exists' });
      assert.equal(await database.installationValues.find('note'), undefined);
    },
  },
  {
    name: 'shows nobody else what may yet be taken back',
    async run(database) {
      await database.installationValues.set('note', 'before');
      let seen: Promise<string | undefined> | undefined;
      const failing = database.transact(async ({ installationValues }) => {
        await installationValues.set('note', 'during');
        seen = database.installationValues.find('note');
        throw new Error('taken back');
      });
      await assert.rejects(failing, { message: 'taken back' });
      assert.equal(await seen, 'before');
    },
  },
  {
    name: 'loses no update among parallel transactions',
    async run(database) {
      const running = Array.from({ length: 50 }, () => database.transact(increment));
      await Promise.all(running);
      assert.equal(await database.installationValues.find('counter'), '50');
    },
  },
  {
    name: 'has another version after every change',
    async run(database) {
      await addAccounts(database, alice);
      const versions = [await lookAtVersion(database)];
      assert.notEqual(versions[0], undefined);
      await database.installationValues.set('note', 'alone');
      versions.push(await lookAtVersion(database));
      await database.transact(({ installationValues }) =>
        installationValues.set('note', 'together'),
      );
      versions.push(await lookAtVersion(database));
      await database.accounts.setDisabled(alice.id, noon);
      versions.push(await lookAtVersion(database));
      assert.equal(new Set(versions).size, versions.length);
    },
  },
  {
    name: 'has another access version after every change of who may come in',
    async run(database) {
      await addAccounts(database, alice);
      const versions = [await lookAtAccessVersion(database)];
      assert.notEqual(versions[0], undefined);
      await database.accounts.setDisabled(alice.id, noon);
      versions.push(await lookAtAccessVersion(database));
      const hash = hashFor('secret');
      const key = { id: idFor<ApiKeyId>('key'), accountId: alice.id, hash, createdAt: noon };
      await database.transact(({ apiKeys }) =>
        apiKeys.add({ ...key, salt: undefined, expiresAt: undefined }),
      );
      versions.push(await lookAtAccessVersion(database));
      await database.csrfTokens.add({ hash, accountId: alice.id, expiresAt: noon });
      versions.push(await lookAtAccessVersion(database));
      await database.accounts.remove(alice.id);
      versions.push(await lookAtAccessVersion(database));
      assert.equal(new Set(versions).size, versions.length);
    },
  },
  {
    name: 'loses nothing when it scrubs itself',
    async run(database) {
      await addAccounts(database, alice);
      await database.installationValues.set('note', 'kept');
      assert.equal(await database.scrub(), true);
      assert.equal(await database.scrub(), true);
      assert.equal((await snapshot(database)).note, 'kept');
    },
  },
  {
    name: 'passes its own check until it is closed',
    async run(database) {
      await database.check();
      await database.close();
      await assert.rejects(database.check());
    },
  },
];
