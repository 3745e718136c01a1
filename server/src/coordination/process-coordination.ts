import { randomUUID } from 'node:crypto';
import type { Clock, Instant } from '../domain/model/clock.ts';
import type { AccountId } from '../domain/model/ids.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import type {
  Coordination,
  End,
  HashQueue,
  HashSlots,
  LeasedId,
  RateCounter,
  RateCounterName,
  TokenHolder,
  TokenUse,
} from '../domain/ports/coordination.ts';
import type { SlotLimits, TableAnswers } from './shared-tables.ts';
import { SharedTables, createByteReservations } from './shared-tables.ts';

/** Asks every other process. One that dies meanwhile is left out. */
export type AskOthers = <Method extends keyof WorkAnswers>(
  method: Method,
  params: Parameters<WorkAnswers[Method]>[0],
) => Promise<Awaited<ReturnType<WorkAnswers[Method]>>[]>;

type Release = 'releaseSlot' | 'releaseBytes' | 'releaseHashSlot';

/**
 * The tables as a process reaches them. Calls must arrive in the order in which they were sent. A release has no
 * answer, and does nothing once the connection has ended: then all that this process holds is released.
 */
type TableCalls = Pick<TableAnswers, Release> & {
  [Method in Exclude<keyof TableAnswers, Release>]: (
    params: Parameters<TableAnswers[Method]>[0],
  ) => ReturnType<TableAnswers[Method]> | Promise<Awaited<ReturnType<TableAnswers[Method]>>>;
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

  function hashSlots(queue: HashQueue): HashSlots {
    return {
      async take(claim) {
        const id = await tables.takeHashSlot({ ...claim, queue });
        return () => {
          tables.releaseHashSlot({ queue, id });
        };
      },
    };
  }

  return {
    processes: {
      async look() {
        const all = await askAll('processName', null);
        // The main process kills a worker before it leaves it out.
        return { self: own.answers.processName(null), all, isCertain: () => true, hasOlder: false };
      },
    },

    uploads: {
      begin: (trayOf) => Promise.resolve({ end: own.beginUpload(trayOf), refuseIfLost }),

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
          if ((await others('isLeased', id)).includes(true)) throw uploadLocked();
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
          tables.releaseSlot(id);
        };
      },
    },

    reservations: createByteReservations(tables),

    leadership: { lead: async (job) => await tables.lead(job) },

    hashSlots: { accounts: hashSlots('accounts'), drops: hashSlots('drops') },
  };
}

/** What a process answers about its own work. Parameters and answers are JSON. */
export interface WorkAnswers {
  processName(nothing: null): string;
  isUploading(trayOf: AccountId): boolean;
  oldestUpload(nothing: null): Instant | null;
  isLeased(id: LeasedId): boolean;
  /** Resolves once the lease has ended, if this process holds it. */
  interruptLease(id: LeasedId): Promise<void>;
  takeTokenUses(accountId: AccountId): TokenUse[];
  renewTokens(nothing: null): Promise<void>;
}

interface Upload {
  trayOf: AccountId | null;
  wall: Instant;
  monotonic: number;
}

/** The work of one process, in its memory: it ends with the process. */
export class OwnWork {
  readonly #name = randomUUID();
  readonly #clock: Clock;
  /** The oldest first. */
  readonly #uploads = new Set<Upload>();
  readonly #leases = new Map<LeasedId, { interrupt: () => void; ended: Promise<void> }>();
  #tokens: TokenHolder | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly answers: WorkAnswers = {
    processName: () => this.#name,

    isUploading: (trayOf) => [...this.#uploads].some((upload) => upload.trayOf === trayOf),

    oldestUpload: () => {
      const [oldest] = this.#uploads;
      if (oldest === undefined) return null;
      const elapsedMs = this.#clock.monotonic() - oldest.monotonic;
      return Math.min(oldest.wall, this.#clock.now() - elapsedMs);
    },

    isLeased: (id) => this.#leases.has(id),

    interruptLease: async (id) => {
      const lease = this.#leases.get(id);
      lease?.interrupt();
      await lease?.ended;
    },

    takeTokenUses: (accountId) => this.#tokens?.takeUses(accountId) ?? [],

    renewTokens: async () => {
      await this.#tokens?.renewHeld();
    },
  };

  async answer<Method extends keyof WorkAnswers>(
    method: Method,
    params: Parameters<WorkAnswers[Method]>[0],
  ): Promise<Awaited<ReturnType<WorkAnswers[Method]>>> {
    const known = this.answers[method] as (asked: unknown) => ReturnType<WorkAnswers[Method]>;
    return await known(params);
  }

  beginUpload(trayOf: AccountId | null): End {
    const upload = { trayOf, wall: this.#clock.now(), monotonic: this.#clock.monotonic() };
    this.#uploads.add(upload);
    return () => {
      this.#uploads.delete(upload);
      return Promise.resolve();
    };
  }

  /** Throws `upload_locked` while this process holds the lease. */
  acquireLease(id: LeasedId, interrupt: () => void): End {
    if (this.#leases.has(id)) throw uploadLocked();
    const { promise: ended, resolve } = Promise.withResolvers<undefined>();
    const lease = { interrupt, ended };
    this.#leases.set(id, lease);
    return () => {
      if (this.#leases.get(id) === lease) this.#leases.delete(id);
      resolve(undefined);
      return Promise.resolve();
    };
  }

  registerTokens(holder: TokenHolder): void {
    this.#tokens = holder;
  }
}

/** The main process kills a worker before others take its uploads for ended. */
function refuseIfLost(): void {
  // Whoever can ask lives.
}

/** For a lease that another request holds. */
export function uploadLocked(): ValiseError {
  return new ValiseError(
    'upload_locked',
    'Another request is sending this file. Ask where it is, then go on from there.',
  );
}

/** For a server of one process: it asks no other and holds the tables itself. */
export function createSingleProcessCoordination(
  clock: Clock,
  limits: SlotLimits = { perLink: 0, perNetwork: 0, inAll: 0 },
): Coordination {
  const tables = new SharedTables(clock, limits);
  return createProcessCoordination({
    own: new OwnWork(clock),
    others: () => Promise.resolve([]),
    tables: tables.answersFor({}),
  });
}
