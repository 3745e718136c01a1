import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Does work in transactions of so many pieces each, until one finds fewer; returns how many there were. Others write,
 * and requests are served, between two of them.
 */
export async function inBatches<Rows>(
  database: { transact(work: (repositories: Rows) => Promise<number>): Promise<number> },
  size: number,
  doSome: (repositories: Rows, limit: number) => Promise<number>,
  stopping?: AbortSignal,
): Promise<number> {
  let done = 0;
  while (stopping?.aborted !== true) {
    const some = await database.transact((repositories) => doSome(repositories, size));
    done += some;
    if (some < size) break;
    await nextTurn();
  }
  return done;
}
