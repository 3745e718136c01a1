import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Client } from 'pg';
import { fillTables } from '../../testing/fill-tables.ts';
import { missingPostgres, startPostgresServer } from '../../testing/postgres-server.ts';
import { mayScan } from '../conformance/full-scans.ts';
import { postgresCatalogue } from '../generated/postgres-catalogue.ts';
import { migrate } from './migrate.ts';
import { connectionConfig } from './pools.ts';

const rowsPerTable = 4000;

/**
 * The plan for any values, as the server makes it for a statement that it has prepared. Tables are small here,
 * so what costs less in a small table is turned off, and each row that is read costs much: a scan is what is
 * left where no index fits.
 */
const planner = `
  set plan_cache_mode = force_generic_plan;
  set enable_seqscan = off;
  set enable_hashjoin = off;
  set enable_mergejoin = off;
  set cpu_tuple_cost = 1;
  set cpu_index_tuple_cost = 1`;

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
}

// Outside of hooks and tests: it ends with the file.
const starting = missingPostgres === false ? startPostgresServer() : undefined;

describe(
  'with an index and without a scan of any table, PostgreSQL answers',
  {
    skip: missingPostgres,
  },
  () => {
    let client: Client;
    /** The first column of each index. */
    let firstColumns: ReadonlyMap<string, string>;

    before(async () => {
      const server = (await starting) ?? assert.fail();
      const place = await server.createDatabase();
      const options = { isolation: 'read committed', isReadOnly: false } as const;
      client = new Client(connectionConfig({ dataDir: '/nowhere', ...place }, options));
      await client.connect();
      await migrate(client, postgresCatalogue.schemaSteps, { onlyWhenEmpty: false });
      await fillTables(server, place, rowsPerTable);
      await client.query(planner);
      const { rows } = await client.query<{ index: string; column: string }>(
        `select indexrelid::regclass::text as index, pg_get_indexdef(indexrelid, 1, true) as column
       from pg_index join pg_class on pg_class.oid = indrelid where relnamespace = 'public'::regnamespace`,
      );
      firstColumns = new Map(rows.map(({ index, column }) => [index, column]));
    });

    after(() => client.end());

    async function planOf(name: string): Promise<PlanNode> {
      const { sql, values } = postgresCatalogue.queries[name] ?? assert.fail(name);
      const nulls = values.length === 0 ? '' : `(${values.map(() => 'null').join(', ')})`;
      await client.query(`prepare asked as ${sql}`);
      try {
        const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
          `explain (format json, costs off) execute asked${nulls}`,
        );
        return rows[0]?.['QUERY PLAN'][0].Plan ?? assert.fail();
      } finally {
        await client.query('deallocate asked').catch(() => undefined);
      }
    }

    /** An index whose first column is not compared is read as a whole. */
    function isScan(node: PlanNode): boolean {
      if (node['Node Type'] === 'Seq Scan') return true;
      const index = node['Index Name'];
      if (index === undefined) return false;
      const compared = node['Index Cond'] ?? '';
      return !new RegExp(`\\(${firstColumns.get(index) ?? ''} `).test(compared);
    }

    async function findScans(name: string): Promise<PlanNode[]> {
      return nodesOf(await planOf(name)).filter(
        (node) => isScan(node) && !mayScan(name, node['Index Name']),
      );
    }

    for (const name of Object.keys(postgresCatalogue.queries)) {
      test(name, async () => {
        assert.deepEqual(await findScans(name), []);
      });
    }

    // A sort would read all rows of the account before it returns the first one.
    for (const name of [
      'sent.unendedDrops',
      'sent.liveDrops',
      'sent.expiredDrops',
      'sent.revokedDrops',
      'sent.endingDrops',
      'inboxItems.newest',
      'inboxItems.older',
      'inboxItems.newCount',
      'fileRequests.newest',
      'fileRequests.live',
      'fileRequests.closed',
      'fileRequests.expired',
      'administration.newestOfAccount',
      'administration.liveOfAccount',
    ]) {
      test(`${name} reads its rows in order, whatever the size of the account`, async () => {
        await client.query('begin');
        // The tables are small: sorting them is left only where no index has the order.
        await client.query(
          'set local enable_sort = off; set local enable_incremental_sort = off; set local enable_bitmapscan = off',
        );
        const types = nodesOf(await planOf(name)).map((node) => node['Node Type']);
        await client.query('rollback');
        assert.ok(!types.some((type) => type.includes('Sort')), types.join(', '));
      });
    }

    test('a query whose index is missing is found', async () => {
      for (const [index, query] of [
        ['api_keys_by_end', 'apiKeys.deleteExpired'],
        ['mails_waiting', 'outbox.oldestWaiting'],
        // The index that is left has the wanted column, but not as its first.
        ['uploads_by_receiver', 'uploads.shredOfOwners'],
      ] as const) {
        await client.query('begin');
        await client.query(`drop index ${index}`);
        assert.notDeepEqual(await findScans(query), [], index);
        await client.query('rollback');
      }
    });
  },
);

function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}
