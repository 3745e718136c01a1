import { createHash } from 'node:crypto';

import { ValiseError } from '../../domain/model/valise-error.ts';
import type { KeyringStorage } from '../../domain/ports/keyring-storage.ts';
import type { DataLocation } from '../database-definition.ts';
import { describeAddress } from './address.ts';
import { advisoryLocks } from './advisory-locks.ts';
import { createPool } from './pools.ts';
import {
  explainNoConnection,
  isNoSuchDatabase,
  sqlState,
  translatePostgresError,
} from './postgres-errors.ts';
import { inTransaction } from './transactions.ts';

const undefinedTable = '42P01';

/** Not part of the schema: it is needed before the database can be opened, and before it has a schema. */
const createTable = `
  create table if not exists keyring (
    id smallint primary key check (id = 1),
    sealed bytea not null
  )`;

const readIfOther = `
  select case when sha256(sealed) <> $1 then sealed end as sealed from keyring`;

/**
 * The keyring as a row that all nodes share. A replaced row is a dead one until `scrub` rewrites the table;
 * the write-ahead log and backups of the server keep what they have.
 */
export function createPostgresKeyringStorage(location: DataLocation): KeyringStorage {
  const pool = createPool(location, { isolation: 'read committed', isReadOnly: false, max: 2 });
  const label = `the keyring in ${describeAddress(location)}`;
  /** What was read last: it is not sent again while it stays the same. */
  let last: { sealed: Buffer; digest: Buffer } | undefined;

  let closing: Promise<void> | undefined;

  function missing(cause?: unknown): ValiseError {
    return new ValiseError('key_missing', `There is no keyring in ${describeAddress(location)}.`, {
      cause,
    });
  }

  function remember(sealed: Buffer): Buffer {
    last = { sealed, digest: createHash('sha256').update(sealed).digest() };
    return sealed;
  }

  return {
    label,

    async read() {
      try {
        const { rows } = await pool.query<{ sealed: Buffer | null }>(readIfOther, [
          last?.digest ?? Buffer.alloc(0),
        ]);
        const [row] = rows;
        if (row === undefined) return undefined;
        return row.sealed === null ? last?.sealed : remember(row.sealed);
      } catch (error) {
        if (sqlState(error) === undefinedTable || isNoSuchDatabase(error)) return undefined;
        throw explainNoConnection(error, location);
      }
    },

    async create(sealed) {
      try {
        return await inTransaction(pool, async (client) => {
          // Nodes that start together would each create the table.
          await client.query(`select pg_advisory_xact_lock(${advisoryLocks.schema})`);
          await client.query(createTable);
          const { rowCount } = await client.query(
            'insert into keyring (id, sealed) values (1, $1) on conflict do nothing',
            [sealed],
          );
          return { result: rowCount === 1, last: [] };
        });
      } catch (error) {
        throw explainNoConnection(error, location);
      }
    },

    async change(work) {
      try {
        await inTransaction(pool, async (client) => {
          const { rows } = await client.query<{ sealed: Buffer }>(
            'select sealed from keyring for update',
          );
          const [row] = rows;
          if (row === undefined) throw missing();
          const next = await work(row.sealed);
          await client.query('update keyring set sealed = $1', [next]);
          return { result: undefined, last: [] };
        });
      } catch (error) {
        if (sqlState(error) === undefinedTable) throw missing(error);
        throw translatePostgresError(error);
      }
    },

    async scrub() {
      try {
        // A plain `vacuum` frees the space of a dead row, and leaves its bytes in the page.
        await pool.query('vacuum full keyring');
      } catch (error) {
        throw translatePostgresError(error);
      }
    },

    async close() {
      closing ??= pool.end();
      await closing;
    },
  };
}
