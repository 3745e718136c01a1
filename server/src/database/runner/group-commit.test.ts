import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { createGroupCommit } from './writer.ts';
import type { Repositories, Database } from '../../domain/model/database.ts';

/** A store of numbers: what a transaction adds counts once it has committed. */
function makeStore(letOthersIn = () => Promise.resolve()) {
  const kept: number[] = [];
  let draft: number[] = [];
  let transactions = 0;
  const transact: Database['transact'] = async (work) => {
    draft = [];
    const result = await work({} as Repositories);
    kept.push(...draft);
    transactions += 1;
    return result;
  };
  return {
    kept,
    count: () => transactions,
    commit: createGroupCommit({ transact }, letOthersIn),
    add: (number: number) => async () => {
      await Promise.resolve();
      if (number < 0) throw new Error(`no ${number}`);
      draft.push(number);
      return number * 10;
    },
  };
}

describe('committing in groups', () => {
  test('what waits together shares a transaction, and each gets its own result', async () => {
    const { commit, add, kept, count } = makeStore();
    const results = await Promise.all([1, 2, 3].map((number) => commit(add(number))));
    assert.deepEqual(results, [10, 20, 30]);
    assert.deepEqual(kept, [1, 2, 3]);
    assert.equal(count(), 1);
    assert.equal(await commit(add(4)), 40);
    assert.equal(count(), 2);
  });

  test('other writers are let in between the groups of a long queue', async () => {
    const countsBetween: number[] = [];
    const { commit, add, kept } = makeStore(() => {
      countsBetween.push(kept.length);
      return Promise.resolve();
    });
    await Promise.all(Array.from({ length: 150 }, (_, number) => commit(add(number))));
    assert.deepEqual(countsBetween, [64, 128]);
    assert.equal(kept.length, 150);
  });

  test('one that fails leaves no trace and spoils none of the others', async () => {
    const { commit, add, kept } = makeStore();
    const outcomes = await Promise.allSettled([1, -2, 3].map((number) => commit(add(number))));
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(kept, [1, 3]);
  });

  test('what comes while a group commits is not forgotten, and no group is endless', async () => {
    const { commit, add, kept, count } = makeStore();
    const numbers = Array.from({ length: 150 }, (_, number) => number);
    const first = Promise.all(numbers.map((number) => commit(add(number))));
    const late = new Promise<number>((resolve) => {
      setImmediate(() => {
        resolve(commit(add(150)));
      });
    });
    await first;
    assert.equal(await late, 1500);
    assert.deepEqual(kept, [...numbers, 150]);
    assert.ok(count() >= 3);
  });
});
