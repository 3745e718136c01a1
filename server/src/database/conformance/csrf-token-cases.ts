import assert from 'node:assert/strict';
import type { Account } from '../../domain/model/account.ts';
import { minute } from '../../domain/model/clock.ts';
import type { Database } from '../../domain/model/database.ts';
import { noon } from '../../testing/fake-clock.ts';
import { hashFor } from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, alice, bob } from './database-case.ts';

async function addToken(database: Database, label: string, expiresAt: number, { id } = alice) {
  await database.csrfTokens.add({ hash: hashFor(label), accountId: id, expiresAt });
}

async function living(database: Database, labels: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const label of labels) {
    if ((await database.csrfTokens.find(hashFor(label))) !== undefined) found.push(label);
  }
  return found;
}

function tokenOf(account: Account, expiresAt: number) {
  return { accountId: account.id, expiresAt };
}

export const csrfTokenCases: readonly DatabaseCase[] = [
  {
    name: 'finds a token by its hash, with its account and expiry',
    async run(database) {
      await addAccounts(database, alice, bob);
      await addToken(database, 'of alice', noon + 1);
      await addToken(database, 'of bob', noon + 2, bob);
      assert.deepEqual(
        await database.csrfTokens.find(hashFor('of alice')),
        tokenOf(alice, noon + 1),
      );
      assert.deepEqual(await database.csrfTokens.find(hashFor('of bob')), tokenOf(bob, noon + 2));
      assert.equal(await database.csrfTokens.find(hashFor('of nobody')), undefined);
    },
  },
  {
    name: 'puts off the expiry of one token, and never brings it forward',
    async run(database) {
      await addAccounts(database, alice);
      await addToken(database, 'used', noon);
      await addToken(database, 'idle', noon);
      await database.csrfTokens.putOff(hashFor('used'), noon + minute);
      await database.csrfTokens.putOff(hashFor('used'), noon + 1);
      await database.csrfTokens.putOff(hashFor('unknown'), noon + minute);
      assert.deepEqual(
        await database.csrfTokens.find(hashFor('used')),
        tokenOf(alice, noon + minute),
      );
      assert.deepEqual(await database.csrfTokens.find(hashFor('idle')), tokenOf(alice, noon));
      assert.deepEqual(await living(database, ['unknown']), []);
    },
  },
  {
    name: 'evicts the tokens of an account that are nearest their expiry',
    async run(database) {
      await addAccounts(database, alice, bob);
      await addToken(database, 'third', noon + 3);
      await addToken(database, 'first', noon + 1);
      await addToken(database, 'fourth', noon + 4);
      await addToken(database, 'second', noon + 2);
      await addToken(database, 'of bob', noon, bob);
      const labels = ['first', 'second', 'third', 'fourth', 'of bob'];
      await database.csrfTokens.evict(alice.id, 4);
      assert.deepEqual(await living(database, labels), labels);
      await database.csrfTokens.evict(alice.id, 2);
      assert.deepEqual(await living(database, labels), ['third', 'fourth', 'of bob']);
      await database.csrfTokens.evict(alice.id, 0);
      assert.deepEqual(await living(database, labels), ['of bob']);
    },
  },
  {
    name: 'deletes expired tokens, and says how many',
    async run(database) {
      await addAccounts(database, alice, bob);
      await addToken(database, 'long dead', noon - minute);
      await addToken(database, 'just dead', noon, bob);
      await addToken(database, 'alive', noon + 1);
      assert.equal(await database.csrfTokens.deleteExpired(noon), 2);
      assert.equal(await database.csrfTokens.deleteExpired(noon), 0);
      assert.deepEqual(await living(database, ['long dead', 'just dead', 'alive']), ['alive']);
    },
  },
];
