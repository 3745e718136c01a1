/** The text of a query in the language of an engine. */
export interface QueryText {
  sql: string;
  /** The names of the values for the places in `sql`, in order. */
  values: readonly string[];
}

/** One step from a schema to the next. */
export interface SchemaStep {
  name: string;
  statements: readonly string[];
}

/** All that is ever said to an engine. */
export interface SqlCatalogue {
  queries: Readonly<Record<string, QueryText>>;
  schemaSteps: readonly SchemaStep[];
}
