import assert from 'node:assert/strict';
import type { Account } from '../../domain/model/account.ts';
import { minute } from '../../domain/model/clock.ts';
import type { Store } from '../../domain/model/store.ts';
import { noon } from '../../testing/fake-clock.ts';
import { hashFor } from '../../testing/samples.ts';
import type { StoreCase } from './store-case.ts';
import { addAccounts, alice, bob } from './store-case.ts';

async function addToken(store: Store, label: string, expiresAt: number, { id } = alice) {
  await store.csrfTokens.add({ hash: hashFor(label), accountId: id, expiresAt });
}

async function living(store: Store, labels: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const label of labels) {
    if ((await store.csrfTokens.find(hashFor(label))) !== undefined) found.push(label);
  }
  return found;
}

function tokenOf(account: Account, expiresAt: number) {
  return { accountId: account.id, expiresAt };
}

export const csrfTokenCases: readonly StoreCase[] = [
  {
    name: 'finds a token by its hash, with its account and expiry',
    async run(store) {
      await addAccounts(store, alice, bob);
      await addToken(store, 'of alice', noon + 1);
      await addToken(store, 'of bob', noon + 2, bob);
      assert.deepEqual(await store.csrfTokens.find(hashFor('of alice')), tokenOf(alice, noon + 1));
      assert.deepEqual(await store.csrfTokens.find(hashFor('of bob')), tokenOf(bob, noon + 2));
      assert.equal(await store.csrfTokens.find(hashFor('of nobody')), undefined);
    },
  },
  {
    name: 'puts off the expiry of one token, and never brings it forward',
    async run(store) {
      await addAccounts(store, alice);
      await addToken(store, 'used', noon);
      await addToken(store, 'idle', noon);
      await store.csrfTokens.putOff(hashFor('used'), noon + minute);
      await store.csrfTokens.putOff(hashFor('used'), noon + 1);
      await store.csrfTokens.putOff(hashFor('unknown'), noon + minute);
      assert.deepEqual(await store.csrfTokens.find(hashFor('used')), tokenOf(alice, noon + minute));
      assert.deepEqual(await store.csrfTokens.find(hashFor('idle')), tokenOf(alice, noon));
      assert.deepEqual(await living(store, ['unknown']), []);
    },
  },
  {
    name: 'evicts the tokens of an account that are nearest their expiry',
    async run(store) {
      await addAccounts(store, alice, bob);
      await addToken(store, 'third', noon + 3);
      await addToken(store, 'first', noon + 1);
      await addToken(store, 'fourth', noon + 4);
      await addToken(store, 'second', noon + 2);
      await addToken(store, 'of bob', noon, bob);
      const labels = ['first', 'second', 'third', 'fourth', 'of bob'];
      await store.csrfTokens.evict(alice.id, 4);
      assert.deepEqual(await living(store, labels), labels);
      await store.csrfTokens.evict(alice.id, 2);
      assert.deepEqual(await living(store, labels), ['third', 'fourth', 'of bob']);
      await store.csrfTokens.evict(alice.id, 0);
      assert.deepEqual(await living(store, labels), ['of bob']);
    },
  },
  {
    name: 'deletes expired tokens, and says how many',
    async run(store) {
      await addAccounts(store, alice, bob);
      await addToken(store, 'long dead', noon - minute);
      await addToken(store, 'just dead', noon, bob);
      await addToken(store, 'alive', noon + 1);
      assert.equal(await store.csrfTokens.deleteExpired(noon), 2);
      assert.equal(await store.csrfTokens.deleteExpired(noon), 0);
      assert.deepEqual(await living(store, ['long dead', 'just dead', 'alive']), ['alive']);
    },
  },
];
