import type { Database, Repositories } from '../../domain/model/database.ts';
import { OutcomeUnknown, isUnavailable } from '../../domain/model/valise-error.ts';

/** A transaction holds its locks for so many writes at most. */
const mostTogether = 50;

type Write<Result> = (repositories: Repositories) => Promise<Result>;

interface Waiting {
  write: Write<unknown>;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * Runs writes of one turn after another: at the same time, they would make each other fail. Those that come
 * while a transaction of their turn is under way share the next one.
 */
export function createSharedTransactions(database: Pick<Database, 'transact'>) {
  const turns = new Map<string, Waiting[]>();

  async function commit(batch: readonly Waiting[]): Promise<void> {
    try {
      const results = await database.transact(async (repositories) => {
        const done: unknown[] = [];
        for (const { write } of batch) done.push(await write(repositories));
        return done;
      });
      for (const [at, { resolve }] of batch.entries()) resolve(results[at]);
    } catch (error) {
      const isOfOne = !(error instanceof OutcomeUnknown) && !isUnavailable(error);
      if (batch.length > 1 && isOfOne) {
        // One that fails must not affect the others.
        for (const each of batch) await commit([each]);
      } else {
        for (const { reject } of batch) reject(error);
      }
    }
  }

  async function takeTurns(turn: string, waiting: Waiting[]): Promise<void> {
    while (waiting.length > 0) await commit(waiting.splice(0, mostTogether));
    turns.delete(turn);
  }

  return {
    async transact<Result>(turn: string, write: Write<Result>): Promise<Result> {
      return await new Promise<Result>((resolve, reject) => {
        const entry = { write, resolve: resolve as Waiting['resolve'], reject };
        const waiting = turns.get(turn);
        if (waiting !== undefined) {
          waiting.push(entry);
          return;
        }
        const begun = [entry];
        turns.set(turn, begun);
        void takeTurns(turn, begun);
      });
    },
  };
}
