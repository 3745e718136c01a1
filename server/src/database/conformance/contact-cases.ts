import assert from 'node:assert/strict';
import { sampleContact, sampleDispatch, sampleReceiver } from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, alice, bob } from './database-case.ts';

const zoe = sampleContact('zoe@example.com', {
  number: '4915112345678',
  language: 'pt_BR',
  groups: ['b "quoted"', 'a', '', 'b "quoted"', '会計'],
  nick: "Zoë O'Brien \u{1f4bc}",
});
const adam = sampleContact('adam@example.com');

export const contactCases: readonly DatabaseCase[] = [
  {
    name: 'keeps contacts as they were sent, in that order',
    async run(database) {
      await addAccounts(database, alice);
      await database.contacts.replaceLocal(alice.id, [zoe, adam]);
      await database.contacts.replaceReceivers(alice.id, [zoe, adam]);
      await database.contacts.replaceGlobal([zoe, adam]);
      assert.deepEqual(await database.contacts.listLocal(alice.id), [zoe, adam]);
      assert.deepEqual(await database.contacts.listReceivers(alice.id), [zoe, adam]);
      assert.deepEqual(await database.contacts.listGlobal(), [zoe, adam]);
      assert.equal(await database.contacts.countGlobal(), 2);
    },
  },
  {
    name: 'keeps what a receiver was called, before and after sending',
    async run(database) {
      await addAccounts(database, alice);
      const named = { ...zoe, name: 'Zoë of the press' };
      await database.contacts.replaceReceivers(alice.id, [named, adam]);
      assert.deepEqual(await database.contacts.listReceivers(alice.id), [named, adam]);
      const drop = sampleDispatch(alice, 'named');
      const receiver = sampleReceiver(drop, named.email, named);
      await database.dispatches.add(drop, [receiver]);
      const [entry] = await database.dispatches.listHistory(alice.id);
      assert.deepEqual(entry?.receivers, [{ ...named, id: receiver.id }]);
      assert.deepEqual((await database.dispatches.find(drop.id))?.receivers, [receiver]);
    },
  },
  {
    name: 'replaces a list as a whole',
    async run(database) {
      await addAccounts(database, alice);
      for (const next of [[zoe], [adam, { ...zoe, nick: 'Z' }], [zoe, adam], []]) {
        await database.contacts.replaceLocal(alice.id, next);
        await database.contacts.replaceReceivers(alice.id, next);
        await database.contacts.replaceGlobal(next);
        assert.deepEqual(await database.contacts.listLocal(alice.id), next);
        assert.deepEqual(await database.contacts.listReceivers(alice.id), next);
        assert.deepEqual(await database.contacts.listGlobal(), next);
      }
    },
  },
  {
    name: 'keeps the lists of accounts, and of one account, apart',
    async run(database) {
      await addAccounts(database, alice, bob);
      await database.contacts.replaceLocal(alice.id, [zoe]);
      await database.contacts.replaceReceivers(bob.id, [adam]);
      await database.contacts.replaceGlobal([adam, zoe]);
      await database.contacts.replaceLocal(bob.id, []);
      await database.contacts.replaceReceivers(alice.id, []);
      assert.deepEqual(await database.contacts.listLocal(alice.id), [zoe]);
      assert.deepEqual(await database.contacts.listLocal(bob.id), []);
      assert.deepEqual(await database.contacts.listReceivers(alice.id), []);
      assert.deepEqual(await database.contacts.listReceivers(bob.id), [adam]);
      assert.deepEqual(await database.contacts.listGlobal(), [adam, zoe]);
    },
  },
  {
    name: 'tells whether an account can choose anybody: a contact of its own, or a global one',
    async run(database) {
      await addAccounts(database, alice, bob);
      const any = (id = alice.id) => database.contacts.hasAny(id);
      await database.contacts.replaceLocal(bob.id, [zoe]);
      await database.contacts.replaceReceivers(alice.id, [zoe]);
      assert.deepEqual([await any(), await any(bob.id)], [false, true]);
      await database.contacts.replaceGlobal([zoe, adam]);
      assert.equal(await any(), true);
      await database.contacts.replaceGlobal([]);
      await database.contacts.replaceLocal(alice.id, [zoe]);
      assert.equal(await any(), true);
    },
  },
  {
    name: 'keeps thousands of contacts',
    async run(database) {
      await addAccounts(database, alice);
      const many = Array.from({ length: 1501 }, (_, index) =>
        sampleContact(`${1501 - index}@example.com`),
      );
      await database.transact(({ contacts }) => contacts.replaceLocal(alice.id, many));
      const kept = await database.contacts.listLocal(alice.id);
      assert.equal(kept.length, many.length);
      assert.deepEqual(kept, many);
    },
  },
];
