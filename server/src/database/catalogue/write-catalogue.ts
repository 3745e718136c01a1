/** Generates the SQL for an engine ahead of time. The only user of the query builder. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LogEvent, QueryCompiler } from 'kysely';
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector } from 'kysely';
import type { ColumnTypes, Migration } from '../migrations/migration.ts';
import { migrations } from '../migrations/migrations.ts';
import type {
  PreparedQuery,
  QueryText,
  SchemaStep,
  SqlCatalogue,
  SqlDialect,
} from '../queries/prepared-query.ts';
import { preparedQueries } from '../queries/prepared-query.ts';
import type { Schema } from '../queries/schema.ts';

/** How an engine spells queries and migrations. */
export interface Engine {
  /** The beginning of the names of its generated files. */
  name: string;
  createCompiler: () => QueryCompiler;
  columnTypes: ColumnTypes;
  words: SqlDialect;
}

/** In place of a value that each call gives. All other values are constants, and part of the text. */
export class StandIn {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

const standIns = new Proxy({}, { get: (_, name) => new StandIn(String(name)) });

/** The sources of `generated/NAME-catalogue.ts` and of `generated/NAME-schema-steps.ts`. */
export async function catalogueAsSource(
  engine: Engine,
): Promise<{ texts: string; schemaSteps: string }> {
  const { queries, schemaSteps } = await writeTexts(engine);
  const texts = [
    '/** Written by `npm run generate` from queries/. */',
    "import type { SqlCatalogue } from '../queries/prepared-query.ts';",
    `import { schemaSteps } from './${engine.name}-schema-steps.ts';`,
    '',
    `export const ${engine.name}Catalogue: SqlCatalogue = {`,
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

async function writeTexts(engine: Engine): Promise<SqlCatalogue> {
  await loadQueries();
  const db = speaking<Schema>(engine);
  const queries = preparedQueries()
    .filter(({ only }) => only === undefined || only === engine.name)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((query) => [query.name, textOf(query, db, engine)] as const);
  const steps = migrations.filter(({ only }) => only === undefined || only === engine.name);
  return {
    queries: Object.fromEntries(queries),
    schemaSteps: await Promise.all(steps.map((migration) => stepOf(migration, engine))),
  };
}

function textOf(
  query: PreparedQuery<never, unknown>,
  db: Kysely<Schema>,
  { words }: Engine,
): QueryText {
  const compiled = query.build(db, standIns as never, words).compile();
  return { sql: compiled.sql, values: compiled.parameters.map((value) => (value as StandIn).name) };
}

async function stepOf(migration: Migration, engine: Engine): Promise<SchemaStep> {
  const statements: string[] = [];
  const db = speaking<unknown>(engine, ({ query }) => statements.push(query.sql));
  await migration.up(db, engine.columnTypes);
  return { name: migration.name, statements };
}

/** A dummy driver for the dialect of the engine that only calls `note`. */
function speaking<Tables>(
  { createCompiler }: Engine,
  note: (event: LogEvent) => void = () => undefined,
): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: createCompiler,
    },
    log: note,
  });
}
