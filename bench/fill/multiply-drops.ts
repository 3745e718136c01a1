import { DatabaseSync } from 'node:sqlite';

const copiesInTransaction = 20;

/** In the order in which rows depend on each other, and which of their rows belong to some accounts. */
const tables = [
  { name: 'accounts', chosen: 'id in (select id from chosen)' },
  { name: 'dispatches', chosen: 'account_id in (select id from chosen)' },
  {
    name: 'dispatch_receivers',
    chosen:
      'dispatch_id in (select id from dispatches where account_id in (select id from chosen))',
  },
  { name: 'files', chosen: 'account_id in (select id from chosen)' },
  { name: 'mails', chosen: 'account_id in (select id from chosen)' },
] as const;

/** What must differ from copy to copy. An id stays an id: its first characters give way to a number. */
const numberedId = (column: string): string => `printf('%06d', :copy) || substr(${column}, 7)`;
const numberedAddress = (column: string): string => `'copy-' || :copy || '-' || ${column}`;
type Changes = Readonly<Partial<Record<string, (column: string) => string>>>;
const changed: Changes = {
  id: numberedId,
  dispatch_id: numberedId,
  receiver_id: numberedId,
  inbox_token: numberedId,
  link_hash: () => 'randomblob(32)',
  // A server binds what it finds without a code at its first start.
  mac: () => 'null',
  link_mac: () => 'null',
};
const changedWithAccount: Changes = {
  ...changed,
  account_id: numberedId,
  email: numberedAddress,
  to_email: numberedAddress,
};

interface Multiplication {
  /** How many there shall be for each that is there. */
  factor: number;
  /** Whose drops: those of one account, or of all others together with these accounts. */
  of: { account: string } | { othersThan: string };
}

/**
 * Copies drops inside of the database: in a second what the ports need a minute for, since these
 * tell and check each row. Everything but ids, links and addresses is as in the original.
 */
export function multiplyDrops(databasePath: string, { factor, of }: Multiplication): void {
  const database = new DatabaseSync(databasePath);
  // Nothing here has to survive a power cut, and who fills may take its time to write.
  database.exec('pragma synchronous = off');
  const own = 'account' in of;
  database
    .prepare(
      `create temp table chosen as select id from accounts where email ${own ? '=' : '<>'} ?`,
    )
    .run(own ? of.account : of.othersThan);
  const statements = tables
    .filter(({ name }) => !(own && name === 'accounts'))
    .map(({ name, chosen }) => {
      database.exec(`create temp table original_${name} as select * from ${name} where ${chosen}`);
      return database.prepare(copying(database, name, own ? changed : changedWithAccount));
    });
  for (let copy = 1; copy < factor; copy += 1) {
    if (copy % copiesInTransaction === 1) database.exec('begin');
    for (const statement of statements) statement.run({ copy });
    if (copy % copiesInTransaction === 0 || copy === factor - 1) database.exec('commit');
  }
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
}

function copying(database: DatabaseSync, table: string, change: Changes): string {
  const columns = database
    .prepare('select name from pragma_table_info(?)')
    .all(table)
    .map(({ name }) => String(name))
    .filter((name) => name !== 'sequence');
  const names = columns.map((name) => `"${name}"`);
  const values = columns.map((name) => change[name]?.(name) ?? `"${name}"`);
  return `insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from original_${table}`;
}
