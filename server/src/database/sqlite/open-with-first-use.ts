import type { RowBinding } from '../../domain/model/row-binding.ts';
import type { Database } from '../../domain/model/database.ts';
import { translateSqliteError } from './sqlite-error.ts';
import { openSqliteDatabase } from './sqlite-database.ts';

/** A database that is opened when it is first used. When that fails, the next use tries again. */
export function openWithFirstUse(
  path: string,
  binding: RowBinding,
): Pick<Database, 'transact' | 'check'> {
  let opening: Promise<Database> | undefined;

  async function open(): Promise<Database> {
    opening ??= openSqliteDatabase(path, { binding });
    try {
      return await opening;
    } catch (error) {
      opening = undefined;
      throw translateSqliteError(error);
    }
  }

  return {
    transact: async (work) => await (await open()).transact(work),
    check: async () => {
      await (await open()).check();
    },
  };
}
