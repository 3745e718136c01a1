import type { RowBinding } from '../../domain/model/row-binding.ts';
import type { Store } from '../../domain/model/store.ts';
import { translateSqliteError } from './sqlite-error.ts';
import { openSqliteStore } from './sqlite-store.ts';

/** A database that is opened when it is first used. When that fails, the next use tries again. */
export function openWithFirstUse(
  path: string,
  binding: RowBinding,
): Pick<Store, 'transact' | 'check'> {
  let opening: Promise<Store> | undefined;

  async function open(): Promise<Store> {
    opening ??= openSqliteStore(path, { binding });
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
