import type { Coordination, RateCounter, RateCounterName } from '../domain/ports/coordination.ts';
import type { OwnWork, WorkAnswers } from './own-work.ts';
import { locked } from './own-work.ts';
import { createByteReservations } from './reservation-table.ts';
import type { TableAnswers } from './shared-tables.ts';

/** Asks every other process. One that dies meanwhile is left out. */
export type AskOthers = <Method extends keyof WorkAnswers>(
  method: Method,
  params: Parameters<WorkAnswers[Method]>[0],
) => Promise<Awaited<ReturnType<WorkAnswers[Method]>>[]>;

/** The tables as a process reaches them. What it sends must arrive in the order in which it was sent. */
type TableCalls = {
  [Method in keyof TableAnswers]: (
    params: Parameters<TableAnswers[Method]>[0],
  ) => Promise<Awaited<ReturnType<TableAnswers[Method]>>>;
};

interface Parts {
  own: OwnWork;
  others: AskOthers;
  tables: TableCalls;
}

/** The coordination as one process sees it: its own work, that of the others, and the shared tables. */
export function createProcessCoordination({ own, others, tables }: Parts): Coordination {
  async function askAll<Method extends keyof WorkAnswers>(
    method: Method,
    params: Parameters<WorkAnswers[Method]>[0],
  ): Promise<Awaited<ReturnType<WorkAnswers[Method]>>[]> {
    const [mine, theirs] = await Promise.all([own.answer(method, params), others(method, params)]);
    return [mine, ...theirs];
  }

  function counter(name: RateCounterName): RateCounter {
    return { count: (keys) => tables.count({ counter: name, keys }) };
  }

  return {
    uploads: {
      begin: (trayOf) => Promise.resolve(own.beginUpload(trayOf)),

      isRunning: async (trayOf) =>
        own.answers.isUploading(trayOf) || (await others('isUploading', trayOf)).includes(true),

      async oldest() {
        const running = (await askAll('oldestUpload', null)).filter((at) => at !== null);
        return running.length === 0 ? undefined : Math.min(...running);
      },
    },

    leases: {
      async acquire(id, interrupt) {
        // Claim here before asking the others, so that two concurrent claims always see each other.
        const end = own.acquireLease(id, interrupt);
        try {
          if ((await others('isLeased', id)).includes(true)) throw locked();
        } catch (error) {
          await end();
          throw error;
        }
        return end;
      },

      async interrupt(id) {
        await askAll('interruptLease', id);
      },
    },

    tokenUses: {
      register(holder) {
        own.registerTokens(holder);
      },

      take: async (accountId) => (await askAll('takeTokenUses', accountId)).flat(),

      async renewHeld() {
        await askAll('renewTokens', null);
      },
    },

    counters: {
      signIns: counter('signIns'),
      links: counter('links'),
      linkRequests: counter('linkRequests'),
      requests: counter('requests'),
    },

    slots: {
      async take(claim) {
        const id = await tables.takeSlot(claim);
        return () => {
          // It fails when the connection has ended; then all slots of this process are released.
          tables.releaseSlot(id).catch(() => undefined);
        };
      },
    },

    reservations: createByteReservations({
      reserveBytes: (claim) => tables.reserveBytes(claim),
      releaseBytes(id) {
        // It fails when the connection has ended; then all reservations of this process are released.
        tables.releaseBytes(id).catch(() => undefined);
      },
    }),
  };
}

/** Tables that this process holds itself. */
export function localCalls(answers: TableAnswers): TableCalls {
  return {
    count: (counted) => answers.count(counted),
    takeSlot: (claim) =>
      new Promise((resolve) => {
        resolve(answers.takeSlot(claim));
      }),
    releaseSlot(id) {
      answers.releaseSlot(id);
      return Promise.resolve();
    },
    reserveBytes: (claim) => Promise.resolve(answers.reserveBytes(claim)),
    releaseBytes(id) {
      answers.releaseBytes(id);
      return Promise.resolve();
    },
  };
}
