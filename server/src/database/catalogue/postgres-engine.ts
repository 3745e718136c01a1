/** How PostgreSQL spells queries and migrations. */
import { PostgresQueryCompiler, sql } from 'kysely';
import type { Engine } from './write-catalogue.ts';
import { StandIn } from './write-catalogue.ts';

/** Constants are part of the text, so that a generic plan can use a partial index. */
class TextCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (value instanceof StandIn) super.appendValue(value);
    else this.appendImmediateValue(value);
  }
}

export const postgresEngine: Engine = {
  name: 'postgres',
  createCompiler: () => new TextCompiler(),
  columnTypes: {
    // Ordered by bytes, as in SQLite, and the same whatever the locale of the machine is.
    text: sql`text collate "C"`,
    integer: 'bigint',
    bytes: 'bytea',
    withSequence: (table) =>
      table.addColumn('sequence', 'bigint', (column) =>
        column.primaryKey().generatedByDefaultAsIdentity(),
      ),
    // Counts changes for `versions`, which PostgreSQL does not have: all writers would wait for one row.
    afterEachChange: () => [],
  },
  words: {
    elementsOf: (list) => sql<string>`(select unnest(${list}::text[]))`,
    isLike: (column, pattern) => sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '!'`,
    numbersOf: (list) => sql<number>`(select unnest(${list}::bigint[]))`,
    locked: (query) => query.forUpdate(),
    lockedUnlessTaken: (query) => query.forUpdate().skipLocked(),
  },
};
