import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database, Repositories } from '../../domain/model/database.ts';
import { OutcomeUnknown } from '../../domain/model/valise-error.ts';
import { createSharedTransactions } from './shared-transactions.ts';

/** Counts transactions; the rows are of no interest here. */
function open(commit: () => Promise<void> = () => Promise.resolve()) {
  let transactions = 0;
  const database: Pick<Database, 'transact'> = {
    async transact(work) {
      transactions += 1;
      const result = await work({} as Repositories);
      await commit();
      return result;
    },
  };
  return { shared: createSharedTransactions(database), count: () => transactions };
}

const write = (value: number) => () => Promise.resolve(value);

test('writes that wait for their turn share a transaction, and get their own results', async () => {
  const { shared, count } = open();
  const results = [1, 2, 3, 4].map((value) => shared.transact('zoe', write(value)));
  assert.deepEqual(await Promise.all(results), [1, 2, 3, 4]);
  assert.equal(count(), 2);
  assert.equal(await shared.transact('zoe', write(5)), 5);
});

test('no transaction grows without end', async () => {
  const { shared, count } = open();
  await Promise.all(Array.from({ length: 101 }, (_, at) => shared.transact('zoe', write(at))));
  assert.equal(count(), 3);
});

test('nobody waits for the turn of others', async () => {
  const { shared } = open();
  const first = Promise.withResolvers<number>();
  const waiting = shared.transact('zoe', () => first.promise);
  assert.equal(await shared.transact('adam', write(2)), 2);
  first.resolve(1);
  assert.equal(await waiting, 1);
});

test('one that fails does not affect the others', async () => {
  const { shared } = open();
  const results = await Promise.allSettled([
    shared.transact('zoe', write(1)),
    shared.transact('zoe', write(2)),
    shared.transact('zoe', () => Promise.reject(new Error('no such receiver'))),
    shared.transact('zoe', write(4)),
  ]);
  assert.deepEqual(
    results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed')),
    [1, 2, 'failed', 4],
  );
});

test('what may have been committed is not written again', async () => {
  let commits = 0;
  const { shared, count } = open(() => {
    commits += 1;
    return commits === 2
      ? Promise.reject(new OutcomeUnknown('the connection was lost'))
      : Promise.resolve();
  });
  const results = await Promise.allSettled(
    [1, 2, 3].map((each) => shared.transact('zoe', write(each))),
  );
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected'],
  );
  assert.equal(count(), 2);
});
