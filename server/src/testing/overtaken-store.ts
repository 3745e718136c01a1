import type { Store } from '../domain/model/store.ts';

/** The same store, where the next transaction begins only when `other` is through: someone was faster. */
export function overtakenStore(store: Store, other: () => Promise<unknown>): Store {
  let waits = true;
  return {
    ...store,
    async transact(work) {
      if (waits) {
        waits = false;
        await other();
      }
      return await store.transact(work);
    },
  };
}
