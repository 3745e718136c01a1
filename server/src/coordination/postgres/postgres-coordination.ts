import type { ClientConfig } from 'pg';
import type { Clock } from '../../domain/model/clock.ts';
import type { Coordination } from '../../domain/ports/coordination.ts';
import type { SlotLimits } from '../shared-tables.ts';
import { createJobLeadership, createProcesses } from './leadership.ts';
import { createPostgresReservations, createTransferSlots } from './limits.ts';
import { Membership } from './membership.ts';
import { createPostgresCounters } from './rate-counters.ts';
import { createRunningUploads, createUploadLeases } from './running-work.ts';
import type { Timings } from './schema.ts';
import { usualTimings } from './schema.ts';
import { createPostgresTokenUses } from './token-uses.ts';

interface Options {
  connection: ClientConfig;
  /** What a fault of the server or of the connection becomes; a bug stays as it is. */
  translate: (error: unknown) => unknown;
  clock: Clock;
  /** The clock by which other processes judge this one. */
  realClock: Clock;
  limits: SlotLimits;
  /** Called with what goes wrong in the background, once for each kind until all is well again; it is tried again. */
  onFault: (error: unknown, text: string) => void;
  /** Called when all is well again, with the number of faults. */
  onMended?: (faults: number) => void;
  timings?: Timings;
}

/** All but the slots for hashes, which a server counts for itself. */
export interface PostgresCoordination extends Omit<Coordination, 'hashSlots'> {
  /** Ends what this process holds. */
  close(): Promise<void>;
  /** Ends without telling anybody: for tests. */
  die(): Promise<void>;
}

/** Ended windows are removed once in so many publications. */
const publicationsPerRemoval = 30;

/**
 * The coordination of all processes of all nodes, in tables of their database. Each process talks to the
 * database itself.
 */
export async function openPostgresCoordination(options: Options): Promise<PostgresCoordination> {
  const { clock, limits, timings = usualTimings } = options;
  const faults = createFaultMemory(options);
  const membership = new Membership({ ...options, onFault: faults.note, timings });
  membership.onBeat(faults.mend);
  const counting = createPostgresCounters(membership, clock);
  const uses = createPostgresTokenUses(membership);
  let publications = 0;
  let timer: NodeJS.Timeout | undefined;
  let publishing: Promise<void> | undefined;

  async function publish(): Promise<void> {
    try {
      await counting.publish();
      await uses.publish();
      publications += 1;
      if (publications % publicationsPerRemoval === 0) await counting.removeEnded();
    } catch (error) {
      faults.note(error, 'counts could not be told to other processes yet');
    }
  }

  function schedule(): void {
    timer = setTimeout(() => {
      publishing = publish().finally(schedule);
    }, timings.publishMs).unref();
  }

  async function end(how: 'close' | 'die'): Promise<void> {
    clearTimeout(timer);
    await publishing;
    clearTimeout(timer);
    await membership[how]();
  }

  try {
    await membership.start();
  } catch (error) {
    await membership.die();
    throw error;
  }
  schedule();
  return {
    processes: createProcesses(membership),
    uploads: createRunningUploads(membership, clock),
    leases: createUploadLeases(membership),
    tokenUses: uses.tokenUses,
    counters: counting.counters,
    slots: createTransferSlots(membership, limits),
    reservations: createPostgresReservations(membership),
    leadership: createJobLeadership(membership, timings),
    close: () => end('close'),
    die: () => end('die'),
  };
}

/** Passes on the first fault of each kind in an outage: it has one at every attempt, and at every end of a transfer. */
function createFaultMemory({ onFault, onMended }: Pick<Options, 'onFault' | 'onMended'>) {
  const known = new Set<string>();
  let faults = 0;
  return {
    note: (error: unknown, text: string): void => {
      faults += 1;
      if (known.has(text)) return;
      known.add(text);
      onFault(error, text);
    },

    /** This process was heard. */
    mend: (): void => {
      if (faults === 0) return;
      onMended?.(faults);
      known.clear();
      faults = 0;
    },
  };
}
