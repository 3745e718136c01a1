import type { AccountId } from '../model/ids.ts';
import { ValiseError } from '../model/valise-error.ts';

/** Files that a process takes at a time: each is in memory until it is read. */
const maxFiles = 4;
const retryAfterSeconds = 10;

/** Who may send a file of contacts to this process, and whose file is read next. */
export function createImportPlaces() {
  const accounts = new Set<AccountId>();
  let last: Promise<unknown> = Promise.resolve();

  return {
    /** Returns what must be called when the file was read. Throws `too_many_requests`. */
    enter(accountId: AccountId): () => void {
      if (accounts.size >= maxFiles || accounts.has(accountId)) {
        const message = 'Other files of contacts are being read. Please try again in a moment.';
        throw new ValiseError('too_many_requests', message, { retryAfterSeconds });
      }
      accounts.add(accountId);
      return () => {
        accounts.delete(accountId);
      };
    },

    /** Runs one piece of work after the other. */
    async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
      const result = last.then(work);
      last = result.catch(() => undefined);
      return await result;
    },
  };
}
