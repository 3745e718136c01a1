import { minute, second } from '../model/clock.ts';
import { isUnavailable } from '../model/valise-error.ts';

/** After this many bytes the right to read is checked again, where that is cheap. */
const strideBytes = 1024 * 1024;

/** How long a transfer goes on while the database is away. After that, an end could be missed for too long. */
const longestUncheckedMs = 2 * minute;

/** The right to read ended while the content was being sent. */
export class RightEnded extends Error {
  constructor() {
    super('The right to read ended during the transfer');
    this.name = 'RightEnded';
  }
}

/** Ends one transfer when the right to read ends. */
export interface TransferWatch {
  /** The same pieces, for as long as the right lasts; then throws `RightEnded`. */
  guard(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined>;
  /** Must be told what is passed to the reader: less than the pieces, which may be large. */
  handedOn(bytes: number): void;
  /** Checks whether the right still lasts. Calls that overlap share a check. */
  look(): Promise<void>;
  /** Cuts the transfer, also while the reader takes no piece. */
  whenEnded(cutOff: () => void): void;
  /**
   * Undefined while the right lasts. How many bytes at most were passed on after it had ended: all since
   * the last successful check.
   */
  bytesAfterEnd(): number | undefined;
}

interface WatchOptions {
  /** Between two checks at least; those between pieces are left out until then. */
  restMs?: number;
  now?: () => number;
}

/**
 * While the database is away, a transfer goes on for two minutes at most: `look` must be called from time to
 * time, so that its return is noticed.
 */
export function createTransferWatch(
  mayRead: () => Promise<boolean>,
  { restMs = 0, now = () => performance.now() }: WatchOptions = {},
): TransferWatch {
  let taken = 0;
  let takenAtLastLook = 0;
  let handed = 0;
  let handedAtLastLook = 0;
  let hasEnded = false;
  let cutOff: () => void = () => undefined;
  let looking: Promise<void> | undefined;
  let uncheckedSince: number | undefined;
  let checkedAt = now();

  function look(): Promise<void> {
    looking ??= lookOnce().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  async function lookOnce(): Promise<void> {
    try {
      await lookAtRight();
      checkedAt = now();
      uncheckedSince = undefined;
    } catch (error) {
      if (isUnavailable(error)) uncheckedSince ??= now();
      throw error;
    }
  }

  function isPatient(): boolean {
    return uncheckedSince !== undefined && now() - uncheckedSince < longestUncheckedMs;
  }

  /** Waits for no database that is known to be away: each attempt may take seconds. */
  async function lookBetweenPieces(): Promise<void> {
    if (isPatient() || now() - checkedAt < restMs) return;
    try {
      await look();
    } catch (error) {
      if (!isPatient()) throw error;
    }
  }

  async function lookAtRight(): Promise<void> {
    if (hasEnded) return;
    // The value before the check: bytes that are passed on meanwhile may come after the end.
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
        if (taken + piece.length - takenAtLastLook > strideBytes) await lookBetweenPieces();
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

/** How late the end of a right reaches a reader that takes nothing meanwhile. */
const usualLookMs = second;

interface FollowOptions {
  lookMs?: number;
  /** Whether a check costs next to nothing while nothing has changed. All are checked each second anyway. */
  looksAreCheap: boolean;
}

export type TransfersUnderWay = ReturnType<typeof createTransfersUnderWay>;

/**
 * The downloads of this process, from their first byte until they are recorded, which is later than their
 * answer ends: a server that stops waits for it. Each is cut when the right to read ends, whichever process
 * ended it.
 */
export function createTransfersUnderWay({ lookMs = usualLookMs, looksAreCheap }: FollowOptions) {
  const underWay = new Map<Promise<unknown>, TransferWatch>();
  let timer: NodeJS.Timeout | undefined;

  /** A failed check says nothing about the right; the watch itself decides whether the transfer goes on. */
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
    async follow<Result>(
      mayRead: () => Promise<boolean>,
      send: (watch: TransferWatch) => Promise<Result>,
    ): Promise<Result> {
      const watch = createTransferWatch(mayRead, { restMs: looksAreCheap ? 0 : lookMs });
      const transfer = send(watch);
      add(transfer, watch);
      try {
        return await transfer;
      } finally {
        remove(transfer);
      }
    },

    /** Resolves once none is running. Those whose client is gone end soon. */
    async ended(): Promise<void> {
      while (underWay.size > 0) await Promise.allSettled(underWay.keys());
    },
  };
}
