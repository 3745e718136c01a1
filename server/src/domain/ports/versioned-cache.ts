import type { Database } from '../model/database.ts';

interface Options<Value> {
  maxEntries: number;
  /** Whether a value is worth its memory. */
  isKept?: (value: Value) => boolean;
}

/**
 * Caches what was read from the database for exactly as long as its version stays the same: reading again
 * could find nothing else (decision 0037, versioned cache). Cached values are shared, so no caller may change them.
 */
export function createVersionedCache<Value extends object>(
  database: Pick<Database, 'version' | 'look'>,
  { maxEntries, isKept = () => true }: Options<Value>,
) {
  const values = new Map<string, Value>();
  let version: number | undefined;

  /** The cached value of `key` if it was valid at the latest look, without waiting. */
  function find(key: string): Value | undefined {
    const current = database.version();
    if (current !== version) {
      values.clear();
      version = current;
    }
    return values.get(key);
  }

  /** The same, or else what `read` finds. Absence is never cached. */
  async function getOrLoad<Found extends Value | undefined>(
    key: string,
    read: () => Promise<Found>,
  ): Promise<Value | Found> {
    const known = find(key);
    if (known !== undefined) return known;
    // The version is read before the rows: a change in between then invalidates the value.
    const before = version;
    const value = await read();
    const isCurrent = before !== undefined && before === version;
    if (value !== undefined && isCurrent && isKept(value)) {
      if (values.size >= maxEntries) values.clear();
      values.set(key, value);
    }
    return value;
  }

  /** The same for who has not waited for a look. */
  async function lookAndLoad<Found extends Value | undefined>(
    key: string,
    read: () => Promise<Found>,
  ): Promise<Value | Found> {
    await database.look?.();
    return await getOrLoad(key, read);
  }

  return { find, getOrLoad, lookAndLoad };
}
