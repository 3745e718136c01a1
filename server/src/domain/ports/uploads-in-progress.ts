import type { AccountId } from '../model/ids.ts';
import type { Peers } from './peers.ts';

export type UploadsInProgress = ReturnType<typeof createUploadsInProgress>;

/** Which accounts are sending files right now. A process that dies takes its uploads with it. */
export function createUploadsInProgress(peers: Peers) {
  const running = new Map<AccountId, number>();

  function isRunningHere(accountId: AccountId): boolean {
    return running.has(accountId);
  }

  return {
    isRunningHere,

    /** In any process of the server. */
    async isRunning(accountId: AccountId): Promise<boolean> {
      return isRunningHere(accountId) || (await peers.ask('isUploading', accountId)).includes(true);
    },

    /** Counts one more upload; the returned function counts it off, once. */
    begin(accountId: AccountId): () => void {
      running.set(accountId, (running.get(accountId) ?? 0) + 1);
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        const left = (running.get(accountId) ?? 1) - 1;
        if (left === 0) running.delete(accountId);
        else running.set(accountId, left);
      };
    },
  };
}
