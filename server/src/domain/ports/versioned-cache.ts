import type { Database } from '../model/database.ts';

interface Options<Value> {
  maxEntries: number;
  /** Whether a value is worth its memory. */
  isKept?: (value: Value) => boolean;
}

/**
 * Keeps what was read from the store for exactly as long as nothing in the store has changed: as
 * long as its version stays the same, reading again could find nothing else. What is kept is handed
 * out again, so nobody may change it.
 */
export function createVersionedCache<Value extends object>(
  database: Pick<Database, 'version'>,
  { maxEntries, isKept = () => true }: Options<Value>,
) {
  const values = new Map<string, Value>();
  let version: number | undefined;

  /** What is kept under `key` and still true, without waiting for anything. */
  function find(key: string): Value | undefined {
    const current = database.version();
    if (current !== version) {
      values.clear();
      version = current;
    }
    return values.get(key);
  }

  /** What is kept under `key`, or else what `read` finds. Absence is never kept. */
  async function getOrLoad<Found extends Value | undefined>(
    key: string,
    read: () => Promise<Found>,
  ): Promise<Value | Found> {
    const known = find(key);
    if (known !== undefined) return known;
    // Asked for before reading: a change that comes in between is then taken for a later one.
    const before = version;
    const value = await read();
    const isCurrent = before !== undefined && before === version;
    if (value !== undefined && isCurrent && isKept(value)) {
      if (values.size >= maxEntries) values.clear();
      values.set(key, value);
    }
    return value;
  }

  return { find, getOrLoad };
}
