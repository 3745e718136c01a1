import type { Clock, Instant } from '../model/clock.ts';
import { second } from '../model/clock.ts';
import type { TransferWatch } from './transfer-watch.ts';
import { createTransferWatch } from './transfer-watch.ts';

/** How late the end of a right to read reaches a reader who takes nothing meanwhile. */
const usualLookMs = second;

interface Options {
  clock: Clock;
  lookMs?: number;
}

export type TransfersUnderWay = ReturnType<typeof createTransfersUnderWay>;

/**
 * What this process brings in and hands out right now. Downloads are under way from their first byte
 * until they are written down, which is later than their answer ends: who stops a server must wait for
 * it. Each is cut off when the right to read ends, whichever process ended it. Uploads are under way from
 * before their first byte is stored until their rows are written, or their bytes removed.
 */
export function createTransfersUnderWay({ clock, lookMs = usualLookMs }: Options) {
  const underWay = new Map<Promise<unknown>, TransferWatch>();
  /** The oldest first. */
  const uploads = new Set<{ wall: Instant; monotonic: number }>();
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

    /** Counts one more upload; the returned function counts it off. */
    beginUpload(): () => void {
      const begun = { wall: clock.now(), monotonic: clock.monotonic() };
      uploads.add(begun);
      return () => {
        uploads.delete(begun);
      };
    },

    /**
     * Nothing that an upload under way here has stored is older than this. The wall clock may have been
     * set since it began, forward or back.
     */
    oldestUpload(): Instant | undefined {
      const [oldest] = uploads;
      if (oldest === undefined) return undefined;
      const elapsedMs = clock.monotonic() - oldest.monotonic;
      return Math.min(oldest.wall, clock.now() - elapsedMs);
    },

    /** Resolves once none is under way. Those whose client is gone end soon. */
    async ended(): Promise<void> {
      while (underWay.size > 0) await Promise.allSettled(underWay.keys());
    },
  };
}
