import type { Logger } from 'pino';
import type { SlotLimits } from '../coordination/shared-tables.ts';
import type { Coordination } from '../domain/ports/coordination.ts';
import type { Installation } from './installation.ts';

interface Options {
  limits: SlotLimits;
  log: Logger;
  /** The coordination among the processes of this server. */
  ofServer: () => Coordination;
}

export interface ComposedCoordination {
  coordination: Coordination;
  /** Ends, for the other processes, what this one holds. */
  close: () => Promise<void>;
}

/**
 * The coordination of this process with the others of the installation: through its database where several
 * servers may share that, else within the server.
 */
export async function composeCoordination(
  { stores, clock }: Pick<Installation, 'stores' | 'clock'>,
  { limits, log, ofServer }: Options,
): Promise<ComposedCoordination> {
  if (stores.database.servers === 'one') {
    return { coordination: ofServer(), close: () => Promise.resolve() };
  }
  // Loaded only where it is used: it brings the client of PostgreSQL.
  const { openCoordination } = await import('../coordination/postgres/open-coordination.ts');
  const { location } = stores;
  const coordination = await openCoordination({ location, clock, limits, log });
  // The processors and the memory that hashes take are those of one server.
  const { hashSlots } = ofServer();
  return { coordination: { ...coordination, hashSlots }, close: () => coordination.close() };
}
