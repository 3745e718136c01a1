import type { Pool, PoolClient } from 'pg';
import type { Run } from './pools.ts';
import { runOn } from './pools.ts';

/** More wait for another connection: a slow statement holds up those behind it on its own. */
const statementsAtOnce = 8;

interface Lease {
  client: Promise<PoolClient>;
  unanswered: number;
  hasFailed: boolean;
}

/**
 * Runs single statements of many callers over few connections, each sent without waiting for the answers
 * before it: that takes half of the processor time of a connection for each. A connection goes back to the pool
 * when it has answered all.
 */
export function shareConnections(pool: Pool, max: number): Run {
  let leases: Lease[] = [];

  function choose(): Lease {
    const [least] = leases.toSorted((a, b) => a.unanswered - b.unanswered);
    const hasRoom = least !== undefined && least.unanswered < statementsAtOnce;
    if (least !== undefined && (hasRoom || leases.length >= max)) return least;
    const lease = { client: pool.connect(), unanswered: 0, hasFailed: false };
    leases.push(lease);
    return lease;
  }

  function withdraw(lease: Lease): void {
    leases = leases.filter((each) => each !== lease);
  }

  return async (text, values) => {
    const lease = choose();
    lease.unanswered += 1;
    try {
      return await runOn(await lease.client)(text, values);
    } catch (error) {
      // As the pool does: whether the connection is good for another statement is not known.
      lease.hasFailed = true;
      withdraw(lease);
      throw error;
    } finally {
      lease.unanswered -= 1;
      if (lease.unanswered === 0) {
        withdraw(lease);
        void lease.client.then(
          (client) => {
            client.release(lease.hasFailed);
          },
          () => undefined,
        );
      }
    }
  };
}
