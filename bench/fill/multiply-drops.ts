import type { SqlSession } from './sql-session.ts';

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
const sixDigits = "substr('000000' || copy, length('000000' || copy) - 5)";
const numberedId = (column: string): string => `${sixDigits} || substr(${column}, 7)`;
const numberedAddress = (column: string): string => `'copy-' || copy || '-' || ${column}`;
/** By the name of a column, or of a table and a column where one table differs. */
type Changes = Readonly<Partial<Record<string, (column: string) => string>>>;
const changed: Changes = {
  id: numberedId,
  dispatch_id: numberedId,
  receiver_id: numberedId,
  inbox_token: numberedId,
  // Not known yet: the server adds it.
  inbox_sequence: () => '-1',
  // Wherever a MAC counts, whoever fills has to add the right ones.
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
  /** What differs besides. */
  changes?: Changes;
}

/**
 * Copies drops inside of the database: in a second what the ports need a minute for, since these
 * tell and check each row. Everything but ids, links and addresses is as in the original.
 */
export async function multiplyDrops(
  session: SqlSession,
  { factor, of, changes: more = {} }: Multiplication,
): Promise<void> {
  if (factor <= 1) return;
  const own = 'account' in of;
  const [operator, email] = own ? ['=', of.account] : ['<>', of.othersThan];
  const changes: Changes = {
    ...(own ? changed : changedWithAccount),
    link_hash: () => session.randomBytes,
    ...more,
  };
  await session.run('drop table if exists chosen');
  await session.run(
    `create temporary table chosen as select id from accounts where email ${operator} '${email}'`,
  );
  const copied = tables.filter(({ name }) => !(own && name === 'accounts'));
  for (const { name, chosen } of copied) {
    await session.run(`drop table if exists original_${name}`);
    await session.run(
      `create temporary table original_${name} as select * from ${name} where ${chosen}`,
    );
  }
  for (const { name } of copied) await session.run(await copying(session, name, changes, factor));
}

async function copying(
  session: SqlSession,
  table: string,
  changes: Changes,
  factor: number,
): Promise<string> {
  const columns = (await session.columnsOf(table)).filter((name) => name !== 'sequence');
  const names = columns.map((name) => `"${name}"`).join(', ');
  const values = columns
    .map((name) => (changes[`${table}.${name}`] ?? changes[name])?.(name) ?? `"${name}"`)
    .join(', ');
  return `insert into ${table} (${names})
    with recursive copies (copy) as
      (select 1 union all select copy + 1 from copies where copy + 1 < ${factor})
    select ${values} from original_${table}, copies order by copy`;
}
