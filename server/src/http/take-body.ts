import type { IncomingMessage } from 'node:http';
import { ValiseError } from '../domain/valise-error.ts';

/** More than this is not taken ahead of whoever uses it. */
const maxWaitingBytes = 1024 * 1024;

export interface TakenBody {
  /** What comes, to the last byte that came; throws after it when the line broke. */
  readonly pieces: AsyncGenerator<Buffer>;
  /** Leaves what was not taken on the line. */
  release(): void;
}

/**
 * Takes a body off the line as it comes. The stream's own iterator forgets what it holds when the
 * line breaks; here that is what counts, since the sender will go on from there.
 */
export function takeBody(request: IncomingMessage): TakenBody {
  const waiting: Buffer[] = [];
  let waitingBytes = 0;
  let hasEnded = request.readableEnded;
  let hasClosed = request.destroyed;
  let wake: (() => void) | undefined;

  function take(piece: Buffer): void {
    waiting.push(piece);
    waitingBytes += piece.length;
    if (waitingBytes >= maxWaitingBytes) request.pause();
    wake?.();
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

  async function* pieces(): AsyncGenerator<Buffer> {
    for (;;) {
      const piece = waiting.shift();
      if (piece !== undefined) {
        waitingBytes -= piece.length;
        if (waitingBytes < maxWaitingBytes) request.resume();
        yield piece;
      } else if (hasEnded) {
        return;
      } else if (hasClosed) {
        throw new ValiseError('bad_request', 'The request broke off.');
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  }

  return {
    pieces: pieces(),
    release() {
      request.off('data', take).off('end', end).off('close', close);
    },
  };
}
