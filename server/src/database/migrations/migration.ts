import type { ColumnDataType, CreateTableBuilder, Kysely } from 'kysely';
import type { sql } from 'kysely';

type ColumnType = ColumnDataType | ReturnType<typeof sql>;

/** How an engine spells what the tables need. */
export interface ColumnTypes {
  text: ColumnType;
  integer: ColumnType;
  bytes: ColumnType;
  /** Adds a primary key that the engine counts upwards and never gives out twice. */
  withSequence<Table extends string, Column extends string>(
    table: CreateTableBuilder<Table, Column>,
  ): CreateTableBuilder<Table, Column | 'sequence'>;
}

/** One step forward. A released step is never changed, and there is no way back. */
export interface Migration {
  name: string;
  up(db: Kysely<unknown>, types: ColumnTypes): Promise<void>;
}
