/**
 * The advisory locks in a database, by what they protect. The numbers are part of the database: all
 * processes must use the same ones, of any version.
 */
export const advisoryLocks = {
  schema: 7_104_001,
  auditChain: 7_104_002,
  feeds: 7_104_003,
} as const;
