import { second } from '../model/clock.ts';
import type { TransferWatch } from './transfer-watch.ts';
import { createTransferWatch } from './transfer-watch.ts';

/** How late the end of a right to read reaches a reader who takes nothing meanwhile. */
const usualLookMs = second;

export type TransfersUnderWay = ReturnType<typeof createTransfersUnderWay>;

/**
 * The downloads of this process, from their first byte until they are recorded, which is later than
 * their answer ends: who stops a server must wait for it. Each is cut off when the right to read ends,
 * whichever process ended it.
 */
export function createTransfersUnderWay(lookMs = usualLookMs) {
  const underWay = new Map<Promise<unknown>, TransferWatch>();
  let timer: NodeJS.Timeout | undefined;

  /** A look that fails says nothing of the right; the reader learns of it with the next piece. */
  function lookAtAll(): void {
    for (const watch of underWay.values()) watch.look().catch(() => undefined);
  }

  function add(transfer: Promise<unknown>, watch: TransferWatch): void {
    underWay.set(transfer, watch);
    timer ??= setInterval(lookAtAll, lookMs).unref();
  }

  function remove(transfer: Promise<unknown>): void {
    underWay.delete(transfer);
    if (underWay.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    /** `mayRead` is asked again and again, so it must cost little while nothing has changed. */
    async follow<Result>(
      mayRead: () => Promise<boolean>,
      send: (watch: TransferWatch) => Promise<Result>,
    ): Promise<Result> {
      const watch = createTransferWatch(mayRead);
      const transfer = send(watch);
      add(transfer, watch);
      try {
        return await transfer;
      } finally {
        remove(transfer);
      }
    },

    /** Resolves once none is under way. Those whose client is gone end soon. */
    async ended(): Promise<void> {
      while (underWay.size > 0) await Promise.allSettled(underWay.keys());
    },
  };
}
