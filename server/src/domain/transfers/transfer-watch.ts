import { second } from '../model/clock.ts';

/** After so many bytes the right to read is looked at again. */
const strideBytes = 1024 * 1024;

/** The right to read ended while the content was being sent. */
export class RightEnded extends Error {
  constructor() {
    super('The right to read ended during the transfer');
    this.name = 'RightEnded';
  }
}

/** Watches over one transfer that it does not outlast the right to read. */
export interface TransferWatch {
  /** The same pieces, for as long as the right lasts; then throws `RightEnded`. */
  guard(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined>;
  /** Must be told of what is handed on to the reader: less than the pieces, which may be large. */
  handedOn(bytes: number): void;
  /** Looks whether the right still lasts. */
  look(): Promise<void>;
  /** What cuts the transfer off, also while nobody takes the next piece. */
  whenEnded(cutOff: () => void): void;
  /**
   * Undefined while the right lasts. How many bytes at most were handed on after it had ended: all
   * since it was last seen to last.
   */
  bytesAfterEnd(): number | undefined;
}

export function createTransferWatch(mayRead: () => Promise<boolean>): TransferWatch {
  let taken = 0;
  let takenAtLastLook = 0;
  let handed = 0;
  let handedAtLastLook = 0;
  let hasEnded = false;
  let cutOff: () => void = () => undefined;

  async function look(): Promise<void> {
    if (hasEnded) return;
    // As it was before the look: what is handed on meanwhile may come after the end.
    const before = { taken, handed };
    if (await mayRead()) {
      takenAtLastLook = Math.max(takenAtLastLook, before.taken);
      handedAtLastLook = Math.max(handedAtLastLook, before.handed);
      return;
    }
    hasEnded = true;
    cutOff();
  }

  return {
    look,

    async *guard(content) {
      for await (const piece of content) {
        if (taken + piece.length - takenAtLastLook > strideBytes) await look();
        if (hasEnded) throw new RightEnded();
        taken += piece.length;
        yield piece;
      }
    },

    handedOn(bytes) {
      handed += bytes;
    },

    whenEnded(act) {
      cutOff = act;
    },

    bytesAfterEnd: () => (hasEnded ? handed - handedAtLastLook : undefined),
  };
}

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
