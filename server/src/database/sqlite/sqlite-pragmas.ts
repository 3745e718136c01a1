import type { DatabaseSync } from 'node:sqlite';

/**
 * What durability and integrity rest on. `synchronous` full syncs each commit (normal can lose the
 * last ones in a power cut); `secure_delete` overwrites destroyed keys with zeros.
 */
const pragmas = { synchronous: 2, foreign_keys: 1, secure_delete: 1 } as const;

/** Sets each pragma and reads it back: SQLite ignores silently what it cannot do. */
export function setPragmas(
  database: DatabaseSync,
  { inMemory, busyTimeoutMs }: { inMemory: boolean; busyTimeoutMs: number },
): void {
  const wanted = {
    busy_timeout: busyTimeoutMs,
    journal_mode: inMemory ? 'memory' : 'wal',
    ...pragmas,
  };
  for (const [name, value] of Object.entries(wanted)) {
    database.exec(`pragma ${name} = ${value}`);
    const row = database.prepare(`pragma ${name}`).get();
    const actual = row === undefined ? undefined : Object.values(row)[0];
    if (actual !== value) {
      throw new Error(`SQLite answered ${String(actual)} to pragma ${name} = ${value}`);
    }
  }
}
