import type { TransferSum } from '../../domain/model/download.ts';
import type { Fault } from './fault.ts';
import { but, without } from './fault.ts';

export const transferSumFaults: readonly Fault[] = [
  {
    fault: 'sums up the transfers of all networks together',
    caughtBy: 'keeps one sum of transfers for a receiver, file, way and network',
    breakRepositories: but('transferSums', (sums) => ({
      save: (sum: TransferSum) => sums.save({ ...sum, network: 'any' }),
      find: (key) => sums.find({ ...key, network: 'any' }),
    })),
  },
  {
    fault: 'removes no sum of transfers',
    caughtBy: 'removes one sum of transfers and no other',
    breakRepositories: without('transferSums', 'remove'),
  },
  {
    fault: 'lists sums of transfers that are not due',
    caughtBy: 'lists the sums of transfers that are due, the first due first',
    breakRepositories: but('transferSums', (sums) => ({
      listDue: (now, limit) => sums.listDue(now + 1_000_000, limit),
    })),
  },
  {
    fault: 'leaves sums of transfers undue when their dispatch ends',
    caughtBy: 'makes the sums of transfers due that belong to a dispatch that ends',
    breakRepositories: without('dispatches', 'end'),
  },
];
