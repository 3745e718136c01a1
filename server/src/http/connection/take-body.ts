import type { IncomingMessage } from 'node:http';
import type { Lease } from '../../domain/transfers/byte-budget.ts';
import type { IncomingContent } from '../../domain/files/incoming-content.ts';
import { releaseMemory } from '../../domain/ports/release-memory.ts';
import type { TransferMemory } from '../../domain/transfers/transfer-memory.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';

/** A body that comes faster than it is used may wait in so many pieces of the shared memory. */
const maxLeases = 8;
const leaseBytes = 128 * 1024;
/** What every body may have waiting. */
const leastBytes = 64 * 1024;
/** Copying a piece of this size costs less than handing it on alone. */
const smallPieceBytes = 4 * 1024;
/** Small pieces are joined before there are more of them, so that they hold no more memory than large ones. */
const maxRunPieces = 1024;

export interface TakenBody {
  /** What comes, to the last byte that came; throws after it when the line broke. */
  readonly content: IncomingContent;
  /** Leaves what was not taken on the line. */
  release(): void;
}

/**
 * Pieces of a body that wait for their reader. Small ones that follow each other become one, so that
 * whoever reads a body works on its bytes and not on its pieces. Large ones are not copied.
 */
export class JoinedPieces {
  #pieces: Buffer[] = [];
  /** Small pieces that came last. */
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

  /** All that waits, in its order. */
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
 * What comes with each call of a function. A generator inside of another function would do, but is a
 * new kind of thing each time, and thus slow to make and to read.
 */
class Pulled<Piece> implements AsyncIterableIterator<Piece, undefined> {
  readonly next: () => Promise<IteratorResult<Piece, undefined>>;

  constructor(next: () => Promise<IteratorResult<Piece, undefined>>) {
    this.next = next;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/**
 * Takes a body off the line as it comes. The stream's own iterator forgets what it holds when the
 * line breaks; here that is what counts, since the sender will go on from there.
 */
export function takeBody(
  request: IncomingMessage,
  { waiting: memory }: Pick<TransferMemory, 'waiting'>,
): TakenBody {
  const waiting = new JoinedPieces();
  let leases: Lease[] = [];
  let hasEnded = request.readableEnded;
  let hasClosed = request.destroyed;
  let isReleased = false;
  let wake: (() => void) | undefined;
  let turn: NodeJS.Immediate | undefined;

  /** Whether the waiting bytes fill the memory that is there for them. */
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
    if (piece.length < smallPieceBytes) wakeAfterTurn();
    else wake?.();
  }
  /** Node lets promises run after each piece. Small ones wait for those of their turn. */
  function wakeAfterTurn(): void {
    turn ??= setImmediate(() => {
      turn = undefined;
      wake?.();
    });
  }
  function end(): void {
    hasEnded = true;
    wake?.();
  }
  function close(): void {
    hasClosed = true;
    wake?.();
  }
  request.on('data', take).on('end', end).on('error', close).on('close', close);

  async function next(): Promise<IteratorResult<readonly Buffer[], undefined>> {
    while (waiting.byteLength === 0) {
      request.resume();
      if (hasEnded) return { done: true, value: undefined };
      if (hasClosed) throw new ValiseError('bad_request', 'The request broke off.');
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    const pieces = waiting.takeAll();
    // Who has no memory to read ahead reads on when this has been used.
    if (leases.length > 0) request.resume();
    releaseLeases();
    return { done: false, value: pieces };
  }

  return {
    content: new Pulled(next),
    release() {
      if (isReleased) return;
      isReleased = true;
      releaseLeases();
      waiting.takeAll().forEach(releaseMemory);
      clearImmediate(turn);
      request.off('data', take).off('end', end).off('close', close);
    },
  };
}
