import type { PostgresDatabase, PostgresDatabases } from './postgres-server.ts';

/** Columns of which many rows have the same value. */
const common = /^(?:(?:account|dispatch|receiver|grant_receiver|file)_id|key_bucket|claimed_by)$/;
/** Columns that are null in nearly all rows. */
const rare = /^claimed_by$/;
/** Columns that partial indexes choose their rows by, with some of their values. */
const chosen: Readonly<Record<string, readonly string[]>> = {
  'dispatches.kind': ['drop', 'grant'],
  'files.store': ['file', 's3'],
  'mails.kind': ['code', 'download', 'receipt', 'unfetched'],
  'mails.state': ['waiting', 'sent'],
};

interface Column {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  position: number;
}

const listColumns = `
  select table_name as "table", column_name as name, data_type as type,
    is_nullable = 'YES' as nullable, ordinal_position as position
  from information_schema.columns where table_schema = 'public' order by 1, 5`;

/**
 * Fills every table with so many rows, for the planner: values mean nothing, and most columns that may be null
 * are null in half of them, so that every partial index is large. Then takes statistics.
 */
export async function fillTables(
  server: PostgresDatabases,
  { databaseUrl }: PostgresDatabase,
  rows: number,
): Promise<void> {
  const columns = (await server.runAsSuperuser(listColumns, databaseUrl)) as unknown as Column[];
  const inserts = Array.from(
    Map.groupBy(columns, ({ table }) => table),
    ([table, own]) => {
      const names = own.map(({ name }) => `"${name}"`).join(', ');
      const values = own.map(valueOf).join(', ');
      return `insert into "${table}" (${names}) select ${values} from generate_series(1000000, ${1_000_000 + rows}) as i on conflict do nothing`;
    },
  );
  // Rows of one table do not refer to those of another.
  const statements = ['set session_replication_role = replica', ...inserts, 'analyze'];
  await server.runAsSuperuser(statements.join(';\n'), databaseUrl);
}

function valueOf({ table, name, type, nullable, position }: Column): string {
  const number = common.test(name) ? 'i / 20' : 'i';
  const value = chooseValue(chosen[`${table}.${name}`], position) ?? typed(type, number);
  if (!nullable) return value;
  return `case when ${rare.test(name) ? 'i % 100' : `(i >> ${position % 10}) & 1`} = 0 then ${value} end`;
}

function chooseValue(values: readonly string[] | undefined, position: number): string | undefined {
  if (values === undefined) return undefined;
  const list = values.map((value) => `'${value}'`).join(', ');
  return `(array[${list}])[1 + (i >> ${position % 10}) % ${values.length}]`;
}

function typed(type: string, number: string): string {
  if (type === 'bigint') return number;
  if (type === 'boolean') return 'true';
  // In no order: an index whose order is that of the rows would look cheaper than it is.
  const text = `md5((${number})::text)`;
  return type === 'bytea' ? `decode(${text}, 'hex')` : text;
}
