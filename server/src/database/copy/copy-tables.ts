import { createHash } from 'node:crypto';

import type { ColumnValue, TableRow, TableSession } from './table-rows.ts';
import { addRows, countRows, readTable } from './table-rows.ts';
import type { TableName } from './tables.ts';
import { hasSequence, tableNames } from './tables.ts';

export interface CopyOptions {
  /** The blob store that the copied rows name; left out, as they are. */
  blobStore?: string | undefined;
  /** The name of an installation value that is not copied. */
  leftOutValue?: string;
  /** Called after each batch with the number of rows so far. */
  onRows?: (rows: number) => void;
}

/** The tables whose rows name a blob store. */
const naming: ReadonlySet<TableName> = new Set(['files', 'segments']);

/**
 * Copies every table into an empty database, and reads all of it back before it commits. Nothing else may
 * use either database meanwhile. Returns the number of rows.
 */
export async function copyTables(
  from: TableSession,
  to: TableSession,
  { blobStore, leftOutValue, onRows }: CopyOptions = {},
): Promise<number> {
  let rows = 0;
  for (const table of tableNames) {
    const copied = new TableDigest();
    for await (const batch of readTable(from, table)) {
      const moved = batch
        .filter((row) => table !== 'notes' || row['name'] !== leftOutValue)
        .map((row) =>
          blobStore !== undefined && naming.has(table) ? { ...row, store: blobStore } : row,
        );
      moved.forEach((row) => {
        copied.add(row);
      });
      await addRows(to, table, moved);
      rows += batch.length;
      onRows?.(rows);
    }
    if (hasSequence(table)) await to.continueAfter(table, await from.lastNumber(table));
    await refuseOtherRows(to, table, copied);
  }
  await to.commit();
  return rows;
}

/** The number of rows in all tables. */
export async function countAllRows(session: TableSession): Promise<number> {
  let rows = 0;
  for (const table of tableNames) rows += await countRows(session, table);
  return rows;
}

async function refuseOtherRows(
  to: TableSession,
  table: TableName,
  expected: TableDigest,
): Promise<void> {
  const found = new TableDigest();
  for await (const batch of readTable(to, table)) {
    batch.forEach((row) => {
      found.add(row);
    });
  }
  if (!found.equals(expected)) {
    throw new Error(`The rows of ${table} are not those that were copied`);
  }
}

/** A digest of a table that does not depend on the order of its rows. */
class TableDigest {
  #rows = 0;
  #sum = 0n;

  add(row: TableRow): void {
    const hash = createHash('sha256');
    for (const column of Object.keys(row).sort()) hash.update(encode(column, row[column] ?? null));
    this.#rows += 1;
    this.#sum = BigInt.asUintN(256, this.#sum + BigInt(`0x${hash.digest('hex')}`));
  }

  equals(other: TableDigest): boolean {
    return this.#rows === other.#rows && this.#sum === other.#sum;
  }
}

/** The column and its value, so that no two rows give the same bytes. */
function encode(column: string, value: ColumnValue): Buffer {
  const kind = value === null ? 'null' : value instanceof Uint8Array ? 'bytes' : typeof value;
  const bytes = value instanceof Uint8Array ? value : Buffer.from(value === null ? '' : `${value}`);
  return Buffer.concat([Buffer.from(`${column}\0${kind}\0${bytes.length}\0`), bytes]);
}
