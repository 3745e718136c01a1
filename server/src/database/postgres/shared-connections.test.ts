import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Pool } from 'pg';
import type { PostgresServer } from '../../testing/postgres-server.ts';
import { missingPostgres, startPostgresServer } from '../../testing/postgres-server.ts';
import type { Run } from './pools.ts';
import { createPool } from './pools.ts';
import { shareConnections } from './shared-connections.ts';

const most = 2;
// Outside of hooks and tests: it ends with the file.
const starting = missingPostgres === false ? startPostgresServer() : undefined;

describe('connections that statements share', { skip: missingPostgres }, () => {
  let server: PostgresServer;
  let pool: Pool;
  let run: Run;
  before(async () => {
    server = (await starting) ?? assert.fail();
    const location = { dataDir: '', ...(await server.createDatabase()) };
    pool = createPool(location, { isolation: 'read committed', isReadOnly: true, max: most });
    run = shareConnections(pool, most);
  });
  after(() => pool.end());

  /** The process of the server that answered. */
  async function ask(): Promise<number> {
    const sql = 'select pg_backend_pid() as pid, pg_sleep(0.005)';
    const [row] = (await run({ name: 'pid', sql, values: [] }, [])).rows as { pid: number }[];
    return row?.pid ?? 0;
  }

  async function askMany(count: number): Promise<Set<number>> {
    return new Set(await Promise.all(Array.from({ length: count }, ask)));
  }

  test('a few statements take one connection, many take as many as there may be', async () => {
    assert.equal((await askMany(8)).size, 1);
    assert.equal((await askMany(60)).size, most);
  });

  test('a connection goes back to the pool when it has answered', async () => {
    await askMany(60);
    assert.equal(pool.idleCount, pool.totalCount);
  });

  test('a statement that fails takes no other with it, and its connection is not used again', async () => {
    const before = await ask();
    const failing = assert.rejects(run({ name: 'bad', sql: 'select 1 / 0', values: [] }, []), {
      code: '22012',
    });
    const [, ...others] = await Promise.all([failing, ask(), ask(), ask()]);
    assert.deepEqual(new Set(others), new Set([before]));
    assert.notEqual(await ask(), before);
  });

  test('a server that is away and back is used again', async () => {
    await ask();
    await server.stop();
    await assert.rejects(Promise.all([ask(), ask()]));
    await server.start();
    assert.ok((await ask()) > 0);
  });
});
