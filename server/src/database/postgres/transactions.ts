import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { Repositories } from '../../domain/model/database.ts';
import type { FeedEvent } from '../../domain/model/feed.ts';
import type { RowBinding } from '../../domain/model/key-ring.ts';
import { OutcomeUnknown } from '../../domain/model/valise-error.ts';
import { Mutex, backoffMs } from '../../platform/concurrency/concurrency.ts';
import type { MetDamage } from '../met-damage.ts';
import type { WaitingRecord } from '../queries/audit-repository.ts';
import { addPending as addPendingEvent } from '../queries/feed-repository.ts';
import { addPending as addPendingRecord } from '../queries/pending-audit.ts';
import type { Session } from '../queries/prepared-query.ts';
import { createRepositories } from '../queries/repositories.ts';
import type { BoundRows } from '../queries/bound-rows.ts';
import type { AuditChain } from './audit-chain.ts';
import { createSession, runOn } from './pools.ts';
import {
  isConflict,
  isDataFault,
  isDefinite,
  isStalePlan,
  isTimeout,
  translatePostgresError,
} from './postgres-errors.ts';

/** How long a transaction is tried again that others keep out. */
const patienceMs = 5000;
const backoff = { firstMs: 2, maxMs: 64 };

/** What happened to transactions and statements, for metrics. */
export interface FailureCounts {
  retries: number;
  timeouts: number;
}

/**
 * Runs `attempt` until no other transaction comes in between. Those of this process that failed once run
 * one after the other, so that they do not make each other fail again.
 */
export function createRetries(
  counts: FailureCounts,
  damage: MetDamage,
): <Result>(attempt: () => Promise<Result>) => Promise<Result> {
  const again = new Mutex();
  return async (attempt) => {
    const giveUpAt = performance.now() + patienceMs;
    for (let failures = 0; ; failures += 1) {
      const release = failures === 0 ? undefined : await again.acquire();
      try {
        return await attempt();
      } catch (error) {
        if (isTimeout(error)) counts.timeouts += 1;
        if (error instanceof Error && isDataFault(error)) damage.note(error);
        if (!isConflict(error) || performance.now() >= giveUpAt)
          throw translatePostgresError(error);
        counts.retries += 1;
      } finally {
        release?.();
      }
      // Transactions of other processes failed at the same moment.
      await sleep(randomInt(1 + backoffMs(failures + 1, backoff)));
    }
  };
}

interface Dependencies {
  /** Its connections begin serializable transactions. */
  pool: Pool;
  binding: RowBinding;
  bound: BoundRows;
  chain: AuditChain;
  retried: ReturnType<typeof createRetries>;
}

/** `transact` of the port. */
export function createTransact({ pool, binding, bound, chain, retried }: Dependencies) {
  return async <Result>(
    work: (repositories: Repositories, session: Session) => Promise<Result>,
  ): Promise<Result> => {
    const { result, waiting } = await retried(() =>
      inTransaction(pool, async (client) => {
        const session = createSession(runOn(client), { sendsAhead: true });
        const waiting: WaitingRecord[] = [];
        const told: FeedEvent[] = [];
        const repositories = createRepositories(session, bound, {
          append(record, hashOf) {
            waiting.push({ record, hashOf });
            return Promise.resolve();
          },
          add(events) {
            told.push(...events);
            return Promise.resolve();
          },
          hasPending: true,
        });
        const result = await work(repositories, session);
        const last = [
          ...waiting.map(({ record }) => addPendingRecord(session, binding, record)),
          ...told.map((event) => addPendingEvent(session, event)),
        ];
        return { result: { result, waiting }, last };
      }),
    );
    const [first] = waiting;
    if (first !== undefined) await chain(first.hashOf);
    return result;
  };
}

interface Work<Result> {
  result: Result;
  /** Statements that were sent and not waited for. */
  last: Promise<unknown>[];
}

/**
 * Runs `work` in a transaction. Throws the error of the database as it is, and `OutcomeUnknown` when the
 * connection was lost after `commit` had been sent.
 */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Work<Result>>,
  begin = 'begin',
): Promise<Result> {
  const client = await pool.connect();
  let isLost = false;
  try {
    const begun = client.query(begin);
    let done: Work<Result>;
    try {
      [done] = await Promise.all([work(client), begun]);
    } catch (error) {
      isLost = !(await rollBack(client)) || isStalePlan(error);
      throw error;
    }
    const [committed, last] = await Promise.allSettled([
      client.query('commit'),
      Promise.all(done.last),
    ]);
    if (committed.status === 'rejected') {
      if (isDefinite(committed.reason)) throw committed.reason;
      isLost = true;
      throw new OutcomeUnknown(committed.reason);
    }
    if (committed.value.command !== 'COMMIT') {
      // A statement failed, and PostgreSQL answers `commit` with a rollback.
      throw last.status === 'rejected'
        ? last.reason
        : new Error('An error was ignored in transact');
    }
    return done.result;
  } finally {
    client.release(isLost);
  }
}

/** Returns whether the connection can be used again. */
async function rollBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query('rollback');
    return true;
  } catch {
    // The transaction ends with the connection.
    return false;
  }
}
