/** How SQLite spells queries and migrations. */
import { SqliteQueryCompiler, sql } from 'kysely';
import type { Engine } from './write-catalogue.ts';
import { StandIn } from './write-catalogue.ts';

/** Constants are part of the text, so that SQLite sees that a partial index applies. */
class TextCompiler extends SqliteQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (value instanceof StandIn) super.appendValue(value);
    else this.appendImmediateValue(value);
  }
}

export const sqliteEngine: Engine = {
  name: 'sqlite',
  createCompiler: () => new TextCompiler(),
  columnTypes: {
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
  },
  words: {
    // A list is bound as JSON: SQLite has no other kind.
    elementsOf: (list) => sql<string>`(select value from json_each(${list}))`,
    isLike: (column, pattern) => sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '!'`,
    numbersOf: (list) => sql<number>`(select value from json_each(${list}))`,
    // SQLite has one writer at a time: `begin immediate` has locked every row already.
    locked: (query) => query,
    lockedUnlessTaken: (query) => query,
  },
};
