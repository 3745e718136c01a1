import assert from 'node:assert/strict';
import type { Store } from '../../domain/model/store.ts';
import type { TransferSum } from '../../domain/model/transfer-sum.ts';
import { noon } from '../../testing/fake-clock.ts';
import {
  sampleDispatch,
  sampleFile,
  sampleReceiver,
  sampleTransferSum,
} from '../../testing/samples.ts';
import type { StoreCase } from './store-case.ts';
import { addAccounts, addDispatch, alice } from './store-case.ts';

const drop = sampleDispatch(alice, 'drop');
const zoe = sampleReceiver(drop, 'zoe@example.com');
const [a, b] = [sampleFile(alice, 'a.pdf'), sampleFile(alice, 'b.pdf')];

function sumOf(changes: Partial<TransferSum> = {}): TransferSum {
  return sampleTransferSum(drop, zoe, a, changes);
}

async function fill(store: Store, ...sums: TransferSum[]): Promise<void> {
  await addAccounts(store, alice);
  await addDispatch(store, drop, zoe.email);
  for (const sum of sums) await store.transferSums.save(sum);
}

export const transferSumCases: readonly StoreCase[] = [
  {
    name: 'keeps one sum of transfers for a receiver, file, way and network',
    async run(store) {
      const sums = [
        sumOf(),
        sumOf({ way: 'inbox', firstAt: noon + 1, hasWholePart: true }),
        sumOf({ network: '192.0.2.2', firstAt: noon + 2, wasAskedFor: false }),
        sumOf({ fileId: b.id, hasFault: false }),
      ];
      await fill(store, ...sums);
      for (const sum of sums) assert.deepEqual(await store.transferSums.find(sum), sum);
      assert.equal(await store.transferSums.find(sumOf({ network: '192.0.2.3' })), undefined);
      assert.deepEqual(await store.transferSums.listFor(zoe.id, a.id), sums.slice(0, 3));
      const more = sumOf({ requests: 4, lastAt: noon + 5 });
      await store.transferSums.save(more);
      assert.deepEqual(await store.transferSums.find(more), more);
      assert.equal((await store.transferSums.listFor(zoe.id, a.id)).length, 3);
    },
  },
  {
    name: 'removes one sum of transfers and no other',
    async run(store) {
      const other = sumOf({ network: '192.0.2.2' });
      await fill(store, sumOf(), other);
      await store.transferSums.remove(sumOf());
      assert.deepEqual(await store.transferSums.listFor(zoe.id, a.id), [other]);
    },
  },
  {
    name: 'lists the sums of transfers that are due, the first due first',
    async run(store) {
      const [later, sooner] = [sumOf({ dueAt: noon + 9 }), sumOf({ way: 'inbox', dueAt: noon })];
      await fill(store, later, sooner);
      assert.deepEqual(await store.transferSums.listDue(noon - 1, 10), []);
      assert.deepEqual(await store.transferSums.listDue(noon + 8, 10), [sooner]);
      assert.deepEqual(await store.transferSums.listDue(noon + 9, 10), [sooner, later]);
      assert.deepEqual(await store.transferSums.listDue(noon + 9, 1), [sooner]);
    },
  },
  {
    name: 'makes the sums of transfers due that belong to a dispatch that ends',
    async run(store) {
      const other = sampleDispatch(alice, 'other');
      const later = { dueAt: noon + 1000 };
      await fill(store, sumOf(later), sumOf({ ...later, way: 'inbox', dispatchId: other.id }));
      await store.dispatches.end(drop.id, noon);
      const due = await store.transferSums.listDue(noon, 10);
      assert.deepEqual(
        due.map(({ dispatchId }) => dispatchId),
        [drop.id],
      );
    },
  },
];
