import type { TableName } from './tables.ts';
import { keyOf } from './tables.ts';

/** The values that columns have in every engine. */
export type ColumnValue = string | number | Uint8Array | null;
export type TableRow = Readonly<Record<string, ColumnValue>>;

/** The statements of one engine, all in one transaction that ends with `commit` or `close`. */
export interface TableSession {
  all(sql: string, values: readonly ColumnValue[]): Promise<TableRow[]>;
  change(sql: string, values: readonly ColumnValue[]): Promise<void>;
  /** The place of a value in a statement, counted from 1. */
  placeholder(position: number): string;
  /** The last number of a table's sequence; 0 for a fresh one. */
  lastNumber(table: TableName): Promise<number>;
  /** The next row gets the number after this one. */
  continueAfter(table: TableName, lastNumber: number): Promise<void>;
  /** Resolves once all changes would survive a power cut. */
  commit(): Promise<void>;
  /** Undoes what was not committed. */
  close(): Promise<void>;
}

/** The values of one statement; every engine takes this many. */
const mostValues = 5000;

/** Every row of a table, in the order of its key, a batch at a time. */
export async function* readTable(
  session: TableSession,
  table: TableName,
  batchRows = 500,
): AsyncGenerator<TableRow[]> {
  const key = keyOf(table);
  const columns = key.map(quoted).join(', ');
  const order = `order by ${columns} limit ${batchRows}`;
  const places = key.map((_, at) => session.placeholder(at + 1)).join(', ');
  const first = `select * from ${quoted(table)} ${order}`;
  const next = `select * from ${quoted(table)} where (${columns}) > (${places}) ${order}`;
  let rows = await session.all(first, []);
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    yield rows;
    const after = key.map((column) => getValue(last, column));
    rows = await session.all(next, after);
  }
}

/** Adds rows to a table, in statements of bounded size. */
export async function addRows(
  session: TableSession,
  table: TableName,
  rows: readonly TableRow[],
): Promise<void> {
  const [sample] = rows;
  if (sample === undefined) return;
  const columns = Object.keys(sample);
  const rowsAtOnce = Math.max(1, Math.floor(mostValues / columns.length));
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const some = rows.slice(at, at + rowsAtOnce);
    let position = 0;
    const tuples = some.map(
      () => `(${columns.map(() => session.placeholder((position += 1))).join(', ')})`,
    );
    await session.change(
      `insert into ${quoted(table)} (${columns.map(quoted).join(', ')}) values ${tuples.join(', ')}`,
      some.flatMap((row) => columns.map((column) => getValue(row, column))),
    );
  }
}

export async function countRows(session: TableSession, table: TableName): Promise<number> {
  const [row] = await session.all(`select count(*) as rows from ${quoted(table)}`, []);
  return Number(row?.['rows']);
}

function getValue(row: TableRow, column: string): ColumnValue {
  const value = row[column];
  if (value === undefined) throw new Error(`A row has no column ${column}`);
  return value;
}

function quoted(name: string): string {
  return `"${name}"`;
}
