import type { Repositories, Database } from '../model/database.ts';

/** So many become records in one transaction: it holds all other writers up. */
const batchSize = 100;

/** Writes down what is due, in several transactions if need be; returns how many there were. */
export async function recordInBatches(
  database: Pick<Database, 'transact'>,
  stopping: AbortSignal,
  recordBatch: (repositories: Repositories, limit: number) => Promise<number>,
): Promise<number> {
  let recorded = 0;
  for (;;) {
    const batch = await database.transact((repositories) => recordBatch(repositories, batchSize));
    recorded += batch;
    if (batch < batchSize || stopping.aborted) return recorded;
  }
}
