import assert from 'node:assert/strict';
import { sampleContact, sampleDispatch, sampleReceiver } from '../../testing/samples.ts';
import type { StoreCase } from './store-case.ts';
import { addAccounts, alice, bob } from './store-case.ts';

const zoe = sampleContact('zoe@example.com', {
  number: '4915112345678',
  language: 'pt_BR',
  groups: ['b "quoted"', 'a', '', 'b "quoted"', '会計'],
  nick: "Zoë O'Brien \u{1f4bc}",
});
const adam = sampleContact('adam@example.com');

export const contactCases: readonly StoreCase[] = [
  {
    name: 'keeps contacts as they were sent, in that order',
    async run(store) {
      await addAccounts(store, alice);
      await store.contacts.replaceLocal(alice.id, [zoe, adam]);
      await store.contacts.replaceReceivers(alice.id, [zoe, adam]);
      await store.contacts.replaceGlobal([zoe, adam]);
      assert.deepEqual(await store.contacts.listLocal(alice.id), [zoe, adam]);
      assert.deepEqual(await store.contacts.listReceivers(alice.id), [zoe, adam]);
      assert.deepEqual(await store.contacts.listGlobal(), [zoe, adam]);
    },
  },
  {
    name: 'keeps what a receiver was called, before and after sending',
    async run(store) {
      await addAccounts(store, alice);
      const named = { ...zoe, name: 'Zoë of the press' };
      await store.contacts.replaceReceivers(alice.id, [named, adam]);
      assert.deepEqual(await store.contacts.listReceivers(alice.id), [named, adam]);
      const drop = sampleDispatch(alice, 'named');
      const receiver = sampleReceiver(drop, named.email, named);
      await store.dispatches.add(drop, [receiver]);
      const [entry] = await store.dispatches.listHistory(alice.id);
      assert.deepEqual(entry?.receivers, [{ ...named, id: receiver.id }]);
      assert.deepEqual((await store.dispatches.find(drop.id))?.receivers, [receiver]);
    },
  },
  {
    name: 'replaces a list as a whole',
    async run(store) {
      await addAccounts(store, alice);
      for (const next of [[zoe], [adam, { ...zoe, nick: 'Z' }], [zoe, adam], []]) {
        await store.contacts.replaceLocal(alice.id, next);
        await store.contacts.replaceReceivers(alice.id, next);
        await store.contacts.replaceGlobal(next);
        assert.deepEqual(await store.contacts.listLocal(alice.id), next);
        assert.deepEqual(await store.contacts.listReceivers(alice.id), next);
        assert.deepEqual(await store.contacts.listGlobal(), next);
      }
    },
  },
  {
    name: 'keeps the lists of accounts, and of one account, apart',
    async run(store) {
      await addAccounts(store, alice, bob);
      await store.contacts.replaceLocal(alice.id, [zoe]);
      await store.contacts.replaceReceivers(bob.id, [adam]);
      await store.contacts.replaceGlobal([adam, zoe]);
      await store.contacts.replaceLocal(bob.id, []);
      await store.contacts.replaceReceivers(alice.id, []);
      assert.deepEqual(await store.contacts.listLocal(alice.id), [zoe]);
      assert.deepEqual(await store.contacts.listLocal(bob.id), []);
      assert.deepEqual(await store.contacts.listReceivers(alice.id), []);
      assert.deepEqual(await store.contacts.listReceivers(bob.id), [adam]);
      assert.deepEqual(await store.contacts.listGlobal(), [adam, zoe]);
    },
  },
  {
    name: 'keeps thousands of contacts',
    async run(store) {
      await addAccounts(store, alice);
      const many = Array.from({ length: 1501 }, (_, index) =>
        sampleContact(`${1501 - index}@example.com`),
      );
      await store.transact(({ contacts }) => contacts.replaceLocal(alice.id, many));
      const kept = await store.contacts.listLocal(alice.id);
      assert.equal(kept.length, many.length);
      assert.deepEqual(kept, many);
    },
  },
];
