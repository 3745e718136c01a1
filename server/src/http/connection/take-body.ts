import type { IncomingMessage } from 'node:http';
import type { ValiseError } from '../../domain/model/valise-error.ts';
import type {
  IncomingContent,
  Lease,
  TransferMemory,
} from '../../domain/transfers/transfer-memory.ts';
import { releaseMemory } from '../../domain/transfers/transfer-memory.ts';
import { brokeOff } from './bad-request.ts';

/** The most pieces of shared memory in which a body that comes faster than it is used may wait. */
const maxLeases = 8;
const leaseBytes = 128 * 1024;
/** What every body may have waiting. */
const leastBytes = 64 * 1024;
/** Copying a piece of this size costs less than passing it on alone. */
const smallPieceBytes = 4 * 1024;
/** How long the answer to a body that was broken off may take. */
const answerMs = 2000;
/**
 * Small pieces are joined before there are more of them, so that they take no more memory than large ones.
 */
const maxRunPieces = 1024;

export interface TakenBody {
  /** The body, to the last byte that arrived; throws after it when the connection broke. */
  readonly content: IncomingContent;
  /** Leaves the rest on the connection. */
  release(): void;
}

/** Calls `end` when what let the client in has ended while its bytes came. Returns what ends the watch. */
export type Follow = (end: (error: ValiseError) => void) => () => void;

/**
 * Pieces of a body that wait for their reader. Consecutive small ones are joined, so that a reader works on
 * bytes and not on pieces. Large ones are not copied.
 */
export class JoinedPieces {
  #pieces: Buffer[] = [];
  /** The last small pieces. */
  #run: Buffer[] = [];
  #byteLength = 0;

  get byteLength(): number {
    return this.#byteLength;
  }

  add(piece: Buffer): void {
    this.#byteLength += piece.length;
    const isSmall = piece.length < smallPieceBytes;
    if (!isSmall || this.#run.length === maxRunPieces) this.#joinRun();
    (isSmall ? this.#run : this.#pieces).push(piece);
  }

  /** All waiting pieces, in order. */
  takeAll(): readonly Buffer[] {
    this.#joinRun();
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#byteLength = 0;
    return pieces;
  }

  #joinRun(): void {
    const [first, second] = this.#run;
    if (first === undefined) return;
    this.#pieces.push(second === undefined ? first : Buffer.concat(this.#run));
    this.#run = [];
  }
}

/**
 * Reads a body by events. The stream's own iterator discards its buffer when the connection breaks; here
 * that counts, since the sender resumes from there. Until it is released, `follow` may end it: the reader gets the
 * error, also while nothing arrives, and the connection closes once the answer had time to leave.
 */
export function takeBody(
  request: IncomingMessage,
  { waiting: memory }: Pick<TransferMemory, 'waiting'>,
  follow?: Follow,
): TakenBody {
  const waiting = new JoinedPieces();
  let leases: Lease[] = [];
  let wake: (() => void) | undefined;
  let turn: NodeJS.Immediate | undefined;
  let failure: ValiseError | undefined;

  /** Whether the waiting bytes fill their memory. */
  function isFull(): boolean {
    if (waiting.byteLength < leastBytes + leases.length * leaseBytes) return false;
    const lease = leases.length < maxLeases ? memory.take(leaseBytes) : undefined;
    if (lease === undefined) return true;
    leases.push(lease);
    return false;
  }
  function releaseLeases(): void {
    for (const lease of leases) lease.release();
    leases = [];
  }
  function take(piece: Buffer): void {
    waiting.add(piece);
    if (isFull()) request.pause();
    wakeAfterTurn();
  }
  /** Node would run the reader's promises after each piece: they run once for all pieces of a turn. */
  function wakeAfterTurn(): void {
    turn ??= setImmediate(() => {
      turn = undefined;
      wake?.();
    });
  }
  function stop(): void {
    wake?.();
  }
  const stopWatch = follow?.((error) => {
    failure = error;
    stop();
    // One whose body has come whole by then stays open: others may follow on it.
    setTimeout(() => request.destroy(), answerMs).unref();
  });
  request.on('data', take).on('end', stop).on('error', stop).on('close', stop);

  async function next(): Promise<IteratorResult<readonly Buffer[], undefined>> {
    while (waiting.byteLength === 0 || failure !== undefined) {
      if (failure !== undefined) throw failure;
      request.resume();
      if (request.readableEnded) return { done: true, value: undefined };
      if (request.destroyed) throw brokeOff();
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    const pieces = waiting.takeAll();
    // A body without a lease continues to read when this has been used.
    if (leases.length > 0) request.resume();
    releaseLeases();
    return { done: false, value: pieces };
  }

  return {
    // Not a generator: V8 creates a new shape of it each time, which is slow.
    content: { [Symbol.asyncIterator]: () => ({ next }) },
    release() {
      stopWatch?.();
      releaseLeases();
      waiting.takeAll().forEach(releaseMemory);
      clearImmediate(turn);
      request.off('data', take).off('end', stop).off('close', stop);
    },
  };
}
