import assert from 'node:assert/strict';
import { noon } from '../../testing/fake-clock.ts';
import type { DatabaseCase } from './database-case.ts';
import { alice, bob } from './database-case.ts';

const zoe = 'zoe@example.com';

export const suppressionCases: readonly DatabaseCase[] = [
  {
    name: 'knows who wants no mail, from one account or from all',
    async run({ suppressions }) {
      assert.equal(await suppressions.has(zoe, alice.id), false);
      assert.ok(await suppressions.add({ email: zoe, accountId: alice.id, createdAt: noon }));
      assert.equal(await suppressions.has(zoe, alice.id), true);
      assert.equal(await suppressions.has(zoe, bob.id), false);
      assert.ok(await suppressions.add({ email: zoe, accountId: undefined, createdAt: noon }));
      assert.equal(await suppressions.has(zoe, bob.id), true);
      assert.equal(await suppressions.has('adam@example.com', bob.id), false);
    },
  },
  {
    name: 'keeps the first wish for no mail, lists all, and forgets those of one address',
    async run({ suppressions }) {
      const wish = { email: zoe, accountId: alice.id, createdAt: noon };
      const other = { email: 'adam@example.com', accountId: undefined, createdAt: noon + 1 };
      await suppressions.add(wish);
      assert.equal(await suppressions.add({ ...wish, createdAt: noon + 9 }), false);
      await suppressions.add(other);
      assert.deepEqual(await suppressions.list(), [other, wish]);
      assert.equal(await suppressions.remove(zoe), 1);
      assert.equal(await suppressions.remove(zoe), 0);
      assert.deepEqual(await suppressions.list(), [other]);
    },
  },
];
