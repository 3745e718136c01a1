import type { Pool } from 'pg';
import { Client } from 'pg';
import type { Database, PoolUse } from '../../domain/model/database.ts';
import type { RowBinding } from '../../domain/model/key-ring.ts';
import type { DataLocation, OpenOptions } from '../database-definition.ts';
import { MetDamage } from '../met-damage.ts';
import { postgresCatalogue } from '../generated/postgres-catalogue.ts';
import { createRepositories } from '../queries/repositories.ts';
import { createBoundRows } from '../queries/bound-rows.ts';
import { unboundPeople } from '../queries/unbound-people.ts';
import type { BindPage } from '../queries/unbound-rows.ts';
import { bindAll, unboundRows } from '../queries/unbound-rows.ts';
import { createEventPlacing } from './event-placing.ts';
import { createAuditChain } from './audit-chain.ts';
import { migrate, refuseEarlierPrograms, requireSchema } from './migrate.ts';
import type { Run } from './pools.ts';
import { connectionConfig, connections, createPool, createSession, runOn } from './pools.ts';
import { explainNoConnection, translatePostgresError } from './postgres-errors.ts';
import { shareConnections } from './shared-connections.ts';
import { createSnapshotVersion } from './snapshot-version.ts';
import { createRetries, createTransact } from './transactions.ts';
import { vacuumSecrets } from './vacuum.ts';

/**
 * With the start of the server: after a restart, or on the server that takes over from another, transactions that
 * were lost may have their numbers used again.
 */
const readSnapshot = {
  name: 'snapshot.read',
  sql: `select pg_current_snapshot()::text || ' ' || pg_postmaster_start_time()::text as snapshot`,
  values: [],
};

const readSize = {
  name: 'database.size',
  sql: 'select pg_database_size(current_database()) as bytes',
  values: [],
};

/** Written by a check, to see that it can be. */
const checkNote = 'database.checked';

/** Opens the database, and gives it its schema where it has none. */
export async function openPostgresDatabase(
  location: DataLocation,
  { binding, migrates, onUpgraded }: OpenOptions,
): Promise<Database> {
  const steps = await withConnection(location, (client) =>
    migrate(client, postgresCatalogue.schemaSteps, { onlyWhenEmpty: !migrates }),
  );
  if (steps.length > 0) onUpgraded?.({ steps });
  return databaseAt(location, binding);
}

/** Opens an existing database of exactly this schema for reading. */
export async function openPostgresDatabaseToRead(
  location: DataLocation,
  binding: RowBinding,
): Promise<Database> {
  await withConnection(location, (client) => requireSchema(client, postgresCatalogue.schemaSteps));
  return databaseAt(location, binding, { isReadOnly: true });
}

/** Runs `work` with a connection of its own, and says why there is none where that fails. */
export async function withConnection<Result>(
  location: DataLocation,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client(
    connectionConfig(location, { isolation: 'read committed', isReadOnly: false }),
  );
  // Its queries reject as well.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw explainNoConnection(error, location);
  }
  try {
    return await work(client);
  } catch (error) {
    throw translatePostgresError(error);
  } finally {
    await client.end();
  }
}

/** The port over pools that connect when they are used. The schema must be up to date. */
export function databaseAt(
  location: DataLocation,
  binding: RowBinding,
  { isReadOnly = false }: { isReadOnly?: boolean } = {},
): Database {
  const toRead = createPool(location, {
    isolation: 'read committed',
    isReadOnly: true,
    max: connections.toRead,
  });
  const toWrite = createPool(location, {
    isolation: 'serializable',
    isReadOnly,
    max: connections.toWrite,
  });
  const bound = createBoundRows(binding);
  const failures = { retries: 0, timeouts: 0 };
  const damage = new MetDamage();
  const retried = createRetries(failures, damage);
  const chain = createAuditChain(toWrite, binding);
  const read = shareConnections(toRead, connections.toRead);
  const { version, look, forget } = createSnapshotVersion(async () => {
    const [row] = (await retried(() => read(readSnapshot, []))).rows;
    return (row as { snapshot: string }).snapshot;
  });
  // A server that failed and went on has the same start.
  toRead.on('remove', forget);
  const transact = forgetting(
    createTransact({ pool: toWrite, binding, bound, chain, retried }),
    forget,
  );

  /** A statement alone is a transaction: `transact` holds what it has read also against such changes. */
  const change = forgetting(runOn(toWrite), forget);
  const runAlone: Run = async (text, values) => {
    const run = text.sql.startsWith('select') ? read : change;
    // A connection whose statement failed is closed.
    return await retried(() => run(text, values));
  };

  const bindInTransaction = (bindPage: BindPage, after: string) =>
    transact((_, session) => bindPage(session, bound, after));

  let closing: Promise<unknown> | undefined;
  return {
    ...createRepositories(
      createSession(runAlone),
      bound,
      {
        append: (record, hashOf) => transact(({ audit }) => audit.append(record, hashOf)),
        add: (events) => transact(({ feed }) => feed.add(events)),
        hasPending: true,
      },
      false,
    ),
    transact: (work) => transact((repositories) => work(repositories)),
    version,
    accessVersion: version,
    look,
    scrub: () => withConnection(location, vacuumSecrets),
    bindRows: () => bindAll(unboundRows, bindInTransaction),
    async bindPeople() {
      await withConnection(location, refuseEarlierPrograms);
      await bindAll(unboundPeople, bindInTransaction);
    },
    placeEvents: createEventPlacing({ pool: toWrite, read: createSession(runAlone), retried }),
    async sizeBytes() {
      const [row] = (await retried(() => read(readSize, []))).rows;
      return Number((row as { bytes: string }).bytes);
    },
    connectionUse: () => ({
      pools: { read: useOf(toRead), write: useOf(toWrite) },
      ...failures,
    }),
    async check() {
      damage.refuse();
      await transact(({ installationValues }) => installationValues.set(checkNote, ''));
    },
    async close() {
      closing ??= Promise.all([toRead.end(), toWrite.end()]);
      await closing;
    },
  };
}

/** `act`, after which `forget` is called, however it ends: a commit may have happened and failed to say so. */
function forgetting<Given extends unknown[], Result>(
  act: (...given: Given) => Promise<Result>,
  forget: () => void,
): (...given: Given) => Promise<Result> {
  return async (...given) => {
    try {
      return await act(...given);
    } finally {
      forget();
    }
  };
}

function useOf({ totalCount, idleCount, waitingCount }: Pool): PoolUse {
  return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}
