import type { ColumnDataType, CreateTableBuilder, Kysely, RawBuilder } from 'kysely';
import type { sql } from 'kysely';

type ColumnType = ColumnDataType | ReturnType<typeof sql>;

/** How an engine spells what the tables need. */
export interface ColumnTypes {
  text: ColumnType;
  integer: ColumnType;
  bytes: ColumnType;
  /** Adds a primary key that the engine counts upwards and never reuses. */
  withSequence<Table extends string, Column extends string>(
    table: CreateTableBuilder<Table, Column>,
  ): CreateTableBuilder<Table, Column | 'sequence'>;
  /** Runs a statement after each row of `table` that is added, changed or removed, for `versions`. */
  afterEachChange(table: string, statement: string): RawBuilder<unknown>[];
}

/** One step forward. A released step is never changed, and there is no step back. */
export interface Migration {
  name: string;
  /** The one engine that has it; left out where all have. */
  only?: string;
  up(db: Kysely<unknown>, types: ColumnTypes): Promise<void>;
}
