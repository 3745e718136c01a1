import type { DataLocation } from '../../database/database-definition.ts';
import { connectionConfig } from '../../database/postgres/pools.ts';
import { translatePostgresError } from '../../database/postgres/postgres-errors.ts';
import type { Clock } from '../../domain/model/clock.ts';
import type { SlotLimits } from '../shared-tables.ts';
import type { PostgresCoordination } from './postgres-coordination.ts';
import { openPostgresCoordination } from './postgres-coordination.ts';

interface Options {
  location: DataLocation;
  clock: Clock;
  limits: SlotLimits;
  log: {
    info(facts: object, text: string): void;
    warn(facts: object, text: string): void;
  };
}

/** Shorter than the time after which a silent process counts as dead. */
const answerTimeoutMs = 3_000;

/** The coordination of one process of a node whose database is at `location`. */
export async function openCoordination({
  location,
  clock,
  limits,
  log,
}: Options): Promise<PostgresCoordination> {
  const connection = connectionConfig(location, { isolation: 'read committed', isReadOnly: false });
  return await openPostgresCoordination({
    connection: {
      ...connection,
      application_name: 'valise coordination',
      connectionTimeoutMillis: answerTimeoutMs,
      statement_timeout: answerTimeoutMs,
      query_timeout: answerTimeoutMs,
    },
    translate: translatePostgresError,
    clock,
    realClock: clock,
    limits,
    onFault(error, text) {
      log.warn({ err: error }, text);
    },
    onMended(faults) {
      log.info({ faults }, 'other processes are told again');
    },
  });
}
