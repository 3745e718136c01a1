import type { TransferSlots } from '../ports/coordination.ts';

/** Fewer transfers at a time leave too little behind to look for. */
const fewestTransfers = 32;
/** By then, what ended transfers have left is freed, and spare memory of uploads too. */
const usualPauseMs = 6_000;

interface Options {
  /** Gives free memory back to the system. The event loop stands still for about 50 ms. */
  trim: () => void;
  /** Told of a failed trim, which is the last one then: nothing depends on it. */
  onFault: (error: unknown) => void;
  pauseMs?: number;
}

/**
 * Counts the transfers of this process, and trims its memory some seconds after their number has fallen
 * to half of what it was at its highest. So a wave of transfers leaves nothing behind, and a number that
 * stays the same, however large, costs nothing.
 */
export function trimAfterTransfers(
  slots: TransferSlots,
  { trim, onFault, pauseMs = usualPauseMs }: Options,
): TransferSlots {
  let running = 0;
  let highest = 0;
  let timer: NodeJS.Timeout | undefined;
  let canTrim = true;

  function hasFallen(): boolean {
    return canTrim && highest >= fewestTransfers && running <= highest / 2;
  }

  function trimIfStillFallen(): void {
    timer = undefined;
    if (!hasFallen()) return;
    highest = running;
    try {
      trim();
    } catch (error) {
      canTrim = false;
      onFault(error);
    }
  }

  return {
    async take(claim) {
      const release = await slots.take(claim);
      running += 1;
      highest = Math.max(highest, running);
      let isReleased = false;
      return () => {
        release();
        if (isReleased) return;
        isReleased = true;
        running -= 1;
        if (hasFallen()) timer ??= setTimeout(trimIfStillFallen, pauseMs).unref();
      };
    },
  };
}
