import type { IncomingMessage } from 'node:http';
import type { IncomingContent } from '../domain/incoming-content.ts';
import { ValiseError } from '../domain/valise-error.ts';
import { JoinedPieces, smallPieceBytes } from './joined-pieces.ts';

/** All bodies together are not taken further than this ahead of whoever uses them. */
const maxWaitingBytes = 2 * 1024 * 1024;
/** One alone gains nothing from more than this, and each needs some. */
const maxWaitingOfOne = 1024 * 1024;
const leastWaitingOfOne = 128 * 1024;

export interface TakenBody {
  /** What comes, to the last byte that came; throws after it when the line broke. */
  readonly content: IncomingContent;
  /** Leaves what was not taken on the line. */
  release(): void;
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

/** How many bodies are being taken now. */
let bodies = 0;

/** What one body may have waiting: a share, so that no turn of the loop is long however many come. */
function shareOfOne(): number {
  return Math.max(leastWaitingOfOne, Math.min(maxWaitingOfOne, maxWaitingBytes / bodies));
}

/**
 * Takes a body off the line as it comes. The stream's own iterator forgets what it holds when the
 * line breaks; here that is what counts, since the sender will go on from there.
 */
export function takeBody(request: IncomingMessage): TakenBody {
  const waiting = new JoinedPieces();
  let hasEnded = request.readableEnded;
  let hasClosed = request.destroyed;
  let isReleased = false;
  let wake: (() => void) | undefined;
  let turn: NodeJS.Immediate | undefined;

  function take(piece: Buffer): void {
    waiting.add(piece);
    if (waiting.byteLength >= shareOfOne()) request.pause();
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
  bodies += 1;

  async function next(): Promise<IteratorResult<readonly Buffer[], undefined>> {
    while (waiting.byteLength === 0) {
      if (hasEnded) return { done: true, value: undefined };
      if (hasClosed) throw new ValiseError('bad_request', 'The request broke off.');
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    const pieces = waiting.takeAll();
    request.resume();
    return { done: false, value: pieces };
  }

  return {
    content: new Pulled(next),
    release() {
      if (isReleased) return;
      isReleased = true;
      bodies -= 1;
      clearImmediate(turn);
      request.off('data', take).off('end', end).off('close', close);
    },
  };
}
