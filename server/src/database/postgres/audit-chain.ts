import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { HashRecord } from '../../domain/model/audit.ts';
import type { RowBinding } from '../../domain/model/key-ring.ts';
import { OutcomeUnknown, ValiseError } from '../../domain/model/valise-error.ts';
import { chainPending } from '../queries/pending-audit.ts';
import { advisoryLocks } from './advisory-locks.ts';
import { createSession, runOn } from './pools.ts';
import { translatePostgresError } from './postgres-errors.ts';
import { inTransaction } from './transactions.ts';

/** Resolves once all records that were committed before the call are in the trail. */
export type AuditChain = (hashOf: HashRecord) => Promise<void>;

const attempts = 3;
const pauseMs = 100;

/** Each statement sees what was committed before it: the lock is waited for, and then the head is read. */
const begin = `begin isolation level read committed; select pg_advisory_xact_lock(${advisoryLocks.auditChain})`;

/**
 * Chains the records of committed transactions. Transactions that run side by side cannot chain their own:
 * none sees the record of another before both have committed. Those that end while one chaining runs share
 * the next. Records that a process left behind when it ended are chained by whoever comes next.
 */
export function createAuditChain(pool: Pool, binding: RowBinding): AuditChain {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  async function chainOnce(hashOf: HashRecord): Promise<void> {
    await inTransaction(
      pool,
      async (client) => {
        const last = await chainPending(createSession(runOn(client)), binding, hashOf);
        return { result: undefined, last };
      },
      begin,
    );
  }

  async function run(hashOf: HashRecord): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await chainOnce(hashOf);
        return;
      } catch (error) {
        if (!isOutage(error)) throw new OutcomeUnknown(error);
        // The records are committed with the acts, and the next chaining takes them.
        if (attempt === attempts) return;
      }
      await sleep(pauseMs);
    }
  }

  return async (hashOf) => {
    // The one that runs may have read before the records were committed.
    next ??= (running ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => {
        running = next;
        next = undefined;
        return run(hashOf);
      });
    await next;
  };
}

function isOutage(error: unknown): boolean {
  if (error instanceof OutcomeUnknown) return true;
  const reason = translatePostgresError(error);
  return reason instanceof ValiseError && reason.code === 'unavailable';
}
