import type { Pool } from 'pg';
import type { AccountId } from '../../domain/model/ids.ts';
import { hasPending, listWithPending, placePending } from '../queries/feed-repository.ts';
import type { Session } from '../queries/prepared-query.ts';
import { OutcomeUnknown } from '../../domain/model/valise-error.ts';
import { advisoryLocks } from './advisory-locks.ts';
import { createSession, runOn } from './pools.ts';
import { translatePostgresError } from './postgres-errors.ts';
import type { createRetries } from './transactions.ts';
import { inTransaction } from './transactions.ts';

/** How many events get their place in one transaction. */
const placedTogether = 1000;
const accountsTogether = 100;

/** Each statement sees what was committed before it: the lock is waited for, and then the events are read. */
const begin = `begin isolation level read committed; select pg_advisory_xact_lock(${advisoryLocks.feeds})`;

interface Dependencies {
  pool: Pool;
  read: Session;
  retried: ReturnType<typeof createRetries>;
}

/**
 * Gives events their places in the feeds, when somebody reads there. Transactions that run side by side take numbers in
 * another order than that in which they commit. Here one transaction at a time numbers what others have committed: who
 * read up to a place never misses an event before it. Writers neither wait for it nor take part in it.
 */
export function createEventPlacing({ pool, read, retried }: Dependencies) {
  async function placeSome(accountIds: readonly AccountId[]): Promise<number> {
    try {
      return await retried(() =>
        inTransaction(
          pool,
          async (client) => {
            const session = createSession(runOn(client));
            return { result: await placePending(session, accountIds, placedTogether), last: [] };
          },
          begin,
        ),
      );
    } catch (error) {
      // Whether they have their places or not, the next reader may try again.
      throw error instanceof OutcomeUnknown ? translatePostgresError(error.cause) : error;
    }
  }

  async function placeOf(accountIds: readonly AccountId[]): Promise<void> {
    if (!(await hasPending(read, accountIds))) return;
    let placed: number;
    do placed = await placeSome(accountIds);
    while (placed === placedTogether);
  }

  async function placeAll(): Promise<void> {
    for (;;) {
      const accountIds = await listWithPending(read, accountsTogether);
      if (accountIds.length === 0) return;
      await placeOf(accountIds);
    }
  }

  return async (accountIds?: readonly AccountId[]): Promise<void> => {
    await (accountIds === undefined ? placeAll() : placeOf(accountIds));
  };
}
