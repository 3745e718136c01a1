import type { Clock } from '../domain/model/clock.ts';
import type { Coordination } from '../domain/ports/coordination.ts';
import { OwnWork } from './own-work.ts';
import { createProcessCoordination, localCalls } from './process-coordination.ts';
import { SharedTables } from './shared-tables.ts';
import type { SlotLimits } from './slot-table.ts';

/** For a server that is one process: there is no other to ask, and it holds the tables itself. */
export function createSingleProcessCoordination(
  clock: Clock,
  limits: SlotLimits = { perLink: 0, perNetwork: 0, inAll: 0 },
): Coordination {
  const tables = new SharedTables(clock, limits);
  return createProcessCoordination({
    own: new OwnWork(clock),
    others: () => Promise.resolve([]),
    tables: localCalls(tables.answersFor({})),
  });
}
