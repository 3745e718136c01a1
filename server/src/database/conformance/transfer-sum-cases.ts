import assert from 'node:assert/strict';
import type { Database } from '../../domain/model/database.ts';
import type { TransferSum } from '../../domain/model/download.ts';
import { noon } from '../../testing/fake-clock.ts';
import {
  sampleDispatch,
  sampleFile,
  sampleReceiver,
  sampleTransferSum,
} from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, addDispatch, alice } from './database-case.ts';

const drop = sampleDispatch(alice, 'drop');
const zoe = sampleReceiver(drop, 'zoe@example.com');
const [a, b] = [sampleFile(alice, 'a.pdf'), sampleFile(alice, 'b.pdf')];

function sumOf(changes: Partial<TransferSum> = {}): TransferSum {
  return sampleTransferSum(drop, zoe, a, changes);
}

async function fill(database: Database, ...sums: TransferSum[]): Promise<void> {
  await addAccounts(database, alice);
  await addDispatch(database, drop, zoe.email);
  for (const sum of sums) await database.transferSums.save(sum);
}

export const transferSumCases: readonly DatabaseCase[] = [
  {
    name: 'keeps one sum of transfers for a receiver, file, way and network',
    async run(database) {
      const sums = [
        sumOf(),
        sumOf({ way: 'inbox', firstAt: noon + 1, hasWholePart: true }),
        sumOf({ network: '192.0.2.2', firstAt: noon + 2, wasAskedFor: false }),
        sumOf({ fileId: b.id, hasFault: false }),
      ];
      await fill(database, ...sums);
      for (const sum of sums) assert.deepEqual(await database.transferSums.find(sum), sum);
      assert.equal(await database.transferSums.find(sumOf({ network: '192.0.2.3' })), undefined);
      assert.deepEqual(await database.transferSums.listFor(zoe.id, a.id), sums.slice(0, 3));
      const more = sumOf({ requests: 4, lastAt: noon + 5 });
      await database.transferSums.save(more);
      assert.deepEqual(await database.transferSums.find(more), more);
      assert.equal((await database.transferSums.listFor(zoe.id, a.id)).length, 3);
    },
  },
  {
    name: 'removes one sum of transfers and no other',
    async run(database) {
      const other = sumOf({ network: '192.0.2.2' });
      await fill(database, sumOf(), other);
      await database.transferSums.remove(sumOf());
      assert.deepEqual(await database.transferSums.listFor(zoe.id, a.id), [other]);
    },
  },
  {
    name: 'lists the sums of transfers that are due, the first due first',
    async run(database) {
      const [later, sooner] = [sumOf({ dueAt: noon + 9 }), sumOf({ way: 'inbox', dueAt: noon })];
      await fill(database, later, sooner);
      assert.deepEqual(await database.transferSums.listDue(noon - 1, 10), []);
      assert.deepEqual(await database.transferSums.listDue(noon + 8, 10), [sooner]);
      assert.deepEqual(await database.transferSums.listDue(noon + 9, 10), [sooner, later]);
      assert.deepEqual(await database.transferSums.listDue(noon + 9, 1), [sooner]);
    },
  },
  {
    name: 'makes the sums of transfers due that belong to a dispatch that ends',
    async run(database) {
      const other = sampleDispatch(alice, 'other');
      const later = { dueAt: noon + 1000 };
      await fill(database, sumOf(later), sumOf({ ...later, way: 'inbox', dispatchId: other.id }));
      await database.dispatches.end(drop.id, noon);
      const due = await database.transferSums.listDue(noon, 10);
      assert.deepEqual(
        due.map(({ dispatchId }) => dispatchId),
        [drop.id],
      );
    },
  },
];
