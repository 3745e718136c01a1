import { setTimeout as sleep } from 'node:timers/promises';
import type { TestContext } from 'node:test';
import type { Clock } from '../../domain/model/clock.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { systemClock } from '../../platform/system.ts';
import { createFakeClock, noon } from '../../testing/fake-clock.ts';
import type { PostgresDatabase, PostgresServer } from '../../testing/postgres-server.ts';
import type { World } from '../coordination.conformance.ts';
import { caseLimits } from '../coordination.conformance.ts';
import type { PostgresCoordination } from './postgres-coordination.ts';
import { createSingleProcessCoordination } from '../process-coordination.ts';
import { openPostgresCoordination } from './postgres-coordination.ts';
import type { Timings } from './schema.ts';

/** Deaths are noticed soon, and a busy machine is not taken for one. */
export const quickTimings: Timings = {
  beatMs: 50,
  certainMs: 1_000,
  orphanMs: 200,
  deadMs: 1_500,
  settleMs: 1_000,
  publishMs: 20,
};

function connectionTo({ databaseUrl, databasePassword }: PostgresDatabase) {
  const { hostname: host, port, username: user, pathname } = new URL(databaseUrl);
  return {
    host,
    port: Number(port),
    user,
    database: pathname.slice(1),
    password: databasePassword,
    connectionTimeoutMillis: 2_000,
    query_timeout: 5_000,
  };
}

/** What the database port does with faults of the server; a bug is thrown as it is. */
function translate(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isBug = /^(22|23|42|25)/.test(code) || error instanceof TypeError;
  if (isBug) throw error;
  return new ValiseError('unavailable', 'The database is away.', { cause: error });
}

interface Opened {
  database: PostgresDatabase;
  clock: Clock;
  timings?: Timings;
}

/** A process of a node. It ends with the test. */
export async function openProcess(
  context: TestContext,
  { database, clock, timings = quickTimings }: Opened,
): Promise<PostgresCoordination> {
  const coordination = await openPostgresCoordination({
    connection: connectionTo(database),
    translate,
    clock,
    realClock: systemClock,
    limits: caseLimits,
    // A bug ends the test.
    onFault: (error) => void translate(error),
    timings,
  });
  context.after(() => coordination.close());
  return coordination;
}

/** Two nodes, on a database whose time is that of the fake clock. */
export async function openNodes(
  context: TestContext,
  server: PostgresServer,
  database: PostgresDatabase,
): Promise<World> {
  const clock = createFakeClock();
  const nodes = [
    await openProcess(context, { database, clock }),
    await openProcess(context, { database, clock }),
  ] as const;
  const [here, there] = nodes;
  let isSet: Promise<unknown> = Promise.resolve();
  function setTime(): void {
    const time = `timestamptz 'epoch' + interval '${noon + clock.monotonic()} milliseconds'`;
    isSet = isSet.then(() =>
      server.runAsSuperuser(
        `create or replace function coordination_now() returns timestamptz language sql volatile as $$ select ${time} $$`,
        database.databaseUrl,
      ),
    );
  }
  setTime();
  await isSet;
  await server.runAsSuperuser('delete from coordination_counts', database.databaseUrl);
  const { hashSlots } = createSingleProcessCoordination(clock);
  return {
    here: afterwards({ ...here, hashSlots }, () => isSet),
    there: afterwards({ ...there, hashSlots }, () => isSet),
    clock: {
      ...clock,
      advance(milliseconds) {
        clock.advance(milliseconds);
        setTime();
      },
    },
    async killThere() {
      const { self } = await there.processes.look();
      await there.die();
      while ((await here.processes.look()).all.includes(self)) await sleep(20);
    },
  };
}

/** The same, whose calls wait until the time is set. */
function afterwards<Part extends object>(part: Part, isSet: () => Promise<unknown>): Part {
  return new Proxy(part, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value === 'object' && value !== null) return afterwards(value, isSet);
      if (typeof value !== 'function' || name === 'register' || name === 'open') return value;
      return async (...args: unknown[]) => {
        await isSet();
        return (await Reflect.apply(value, target, args)) as unknown;
      };
    },
  });
}
