import type { PreparedQuery } from './prepared-query.ts';

/** What repositories work with: a database, or one transaction in it. */
export interface Session {
  all<Given extends object, Row>(query: PreparedQuery<Given, Row>, given: Given): Promise<Row[]>;
  /** The first row, or undefined where there is none. */
  first<Given extends object, Row>(
    query: PreparedQuery<Given, Row>,
    given: Given,
  ): Promise<Row | undefined>;
  /** Runs a query that returns no rows; resolves with how many it changed. */
  change<Given extends object>(query: PreparedQuery<Given, unknown>, given: Given): Promise<number>;
}
