/** Generates the SQL for SQLite ahead of time. The only user of the query builder. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LogEvent } from 'kysely';
import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type {
  SqlCatalogue,
  QueryText,
  SchemaStep,
  SqlDialect,
  PreparedQuery,
} from '../queries/prepared-query.ts';
import type { ColumnTypes, Migration } from '../migrations/migration.ts';
import { migrations } from '../migrations/migrations.ts';
import { preparedQueries } from '../queries/prepared-query.ts';
import type { Schema } from '../queries/schema.ts';

const columnTypes: ColumnTypes = {
  text: 'text',
  integer: 'integer',
  bytes: 'blob',
  withSequence: (table) =>
    table.addColumn('sequence', 'integer', (column) => column.primaryKey().autoIncrement()),
  afterEachChange: (table, statement) =>
    ['insert', 'update', 'delete'].map((change) =>
      sql.raw(
        `create trigger ${table}_after_${change} after ${change} on ${table} begin ${statement}; end`,
      ),
    ),
};

/** A list is bound as JSON: SQLite has no other kind. */
const words: SqlDialect = {
  elementsOf: (list) => sql<string>`(select value from json_each(${list}))`,
};

class StandIn {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

const standIns = new Proxy({}, { get: (_, name) => new StandIn(String(name)) });

/** Constants are part of the text, so that SQLite sees that a partial index applies. */
class TextCompiler extends SqliteQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (value instanceof StandIn) super.appendValue(value);
    else this.appendImmediateValue(value);
  }
}

/** The sources of `generated/sqlite-catalogue.ts` and of `generated/sqlite-schema-steps.ts`. */
export async function sqliteCatalogueAsSource(): Promise<{ texts: string; schemaSteps: string }> {
  const { queries, schemaSteps } = await writeSqliteTexts();
  const texts = [
    '/** Written by `npm run generate` from queries/. */',
    "import type { SqlCatalogue } from '../queries/prepared-query.ts';",
    "import { schemaSteps } from './sqlite-schema-steps.ts';",
    '',
    'export const sqliteCatalogue: SqlCatalogue = {',
    '  queries: {',
    ...Object.entries(queries).map(queryAsSource),
    '  },',
    '  schemaSteps,',
    '};',
    '',
  ];
  const steps = [
    '/** Written by `npm run generate` from migrations/. */',
    "import type { SchemaStep } from '../queries/prepared-query.ts';",
    '',
    'export const schemaSteps: readonly SchemaStep[] = [',
    ...schemaSteps.map(stepAsSource),
    '];',
    '',
  ];
  return { texts: texts.join('\n'), schemaSteps: steps.join('\n') };
}

function queryAsSource([name, { sql: text, values }]: [string, QueryText]): string {
  return `    ${quoted(name)}: { sql: \`${text}\`, values: [${values.map(quoted).join(', ')}] },`;
}

function stepAsSource({ name, statements }: SchemaStep): string {
  return [
    '  {',
    `    name: ${quoted(name)},`,
    '    statements: [',
    ...statements.map((statement) => `      \`${statement.trim()}\`,`),
    '    ],',
    '  },',
  ].join('\n');
}

function quoted(name: string): string {
  return `'${name}'`;
}

/** Every file of queries/ is loaded, so that every query is declared. */
async function loadQueries(): Promise<void> {
  const folder = join(import.meta.dirname, '../queries');
  for (const file of globSync('*.ts', { cwd: folder, exclude: ['*.test.ts'] })) {
    await import(pathToFileURL(join(folder, file)).href);
  }
}

async function writeSqliteTexts(): Promise<SqlCatalogue> {
  await loadQueries();
  const db = speaking<Schema>();
  const queries = preparedQueries()
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((query) => [query.name, textOf(query, db)] as const);
  return {
    queries: Object.fromEntries(queries),
    schemaSteps: await Promise.all(migrations.map(stepOf)),
  };
}

function textOf(query: PreparedQuery<never, unknown>, db: Kysely<Schema>): QueryText {
  const compiled = query.build(db, standIns as never, words).compile();
  return { sql: compiled.sql, values: compiled.parameters.map((value) => (value as StandIn).name) };
}

async function stepOf(migration: Migration): Promise<SchemaStep> {
  const statements: string[] = [];
  const db = speaking<unknown>(({ query }) => statements.push(query.sql));
  await migration.up(db, columnTypes);
  return { name: migration.name, statements };
}

/** A dummy driver for the SQLite dialect that only calls `note`. */
function speaking<Tables>(note: (event: LogEvent) => void = () => undefined): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new TextCompiler(),
    },
    log: note,
  });
}
