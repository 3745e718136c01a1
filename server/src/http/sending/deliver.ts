import type { ServerResponse } from 'node:http';

import type { FastifyRequest } from 'fastify';
import type { DownloadEnd } from '../../domain/dispatches/inbox.ts';
import type { TransferOutcome } from '../../domain/downloads/count-transfer.ts';
import { isIntegrityFault } from '../../domain/model/valise-error.ts';
import { releaseMemory } from '../../domain/transfers/transfer-memory.ts';
import type { TransferWatch } from '../../domain/transfers/transfer-watch.ts';

interface Delivery {
  content: AsyncIterable<Buffer>;
  /** Cuts the connection once its reader may read no more. */
  watch: TransferWatch;
  /** The total length. */
  sizeBytes: number;
  /** Called for every piece that was sent. */
  onSent?: (bytes: number) => void;
}

/** Sends the content and reports how far it got. A fault cuts the connection: it never ends cleanly. */
export async function deliver(
  request: FastifyRequest,
  response: ServerResponse,
  { content, sizeBytes, watch, onSent }: Delivery,
): Promise<DownloadEnd> {
  let bytes = 0;
  watch.whenEnded(() => {
    response.destroy();
  });
  try {
    await pump(watch.guard(content), response, {
      onGiven(given) {
        bytes += given;
        watch.handedOn(given);
      },
      ...(onSent === undefined ? {} : { onSent }),
    });
    return { outcome: 'complete', bytes };
  } catch (error) {
    const bytesAfterEnd = watch.bytesAfterEnd();
    const outcome = outcomeOf(error, bytesAfterEnd !== undefined);
    if (outcome === 'damaged') request.log.error({ err: error }, 'stored data failed its check');
    response.destroy();
    // The last slice may have arrived in part, and a client resumes from there; but a transfer that
    // broke off is never credited with its last byte.
    return { outcome, bytes: Math.max(0, Math.min(bytes, sizeBytes - 1)), bytesAfterEnd };
  }
}

function outcomeOf(error: unknown, hasRightEnded: boolean): TransferOutcome {
  if (hasRightEnded) return 'ended';
  return isIntegrityFault(error) ? 'damaged' : 'aborted';
}

/**
 * The most bytes that the socket is given at a time: how much of it a client that disconnects received is
 * not known.
 */
const sliceBytes = 512 * 1024;
/**
 * More is given when no more than this is in flight. The kernel's buffer keeps the connection busy
 * meanwhile, and a slow reader holds one piece.
 */
const maxBytesInFlight = 32 * 1024;

export interface PumpProgress {
  /** Called with all bytes that the socket was given, in order. */
  onGiven?: (bytes: number) => void;
  /** Called with all bytes that the operating system accepted, in order. */
  onSent?: (bytes: number) => void;
}

/**
 * Sends the content to a client and ends the answer. Resolves when the operating system has accepted the
 * last byte; rejects when the client disconnects, or when the content fails: then once all of its bytes
 * were passed on. Memory is freed piece by piece, so that a slow client holds one of them and a fast one
 * leaves no garbage.
 */
export async function pump(
  content: AsyncIterable<Buffer>,
  response: ServerResponse,
  { onGiven, onSent }: PumpProgress = {},
): Promise<void> {
  let failure: Error | undefined;
  let slices = 0;
  let bytesInFlight = 0;
  let wake: (() => void) | undefined;

  function fail(error: Error): void {
    failure ??= error;
    wake?.();
  }
  response.once('close', () => {
    // A client that has everything may disconnect at once, even before the content has ended.
    if (bytesInFlight > 0) fail(new Error('The client went away'));
  });

  function give(slice: Buffer, whenLeft: () => void): void {
    const bytes = slice.length;
    slices += 1;
    bytesInFlight += bytes;
    onGiven?.(bytes);
    response.write(slice, (error) => {
      slices -= 1;
      bytesInFlight -= bytes;
      whenLeft();
      if (error !== null && error !== undefined) {
        fail(error);
        return;
      }
      onSent?.(bytes);
      wake?.();
    });
  }

  async function until(isEnough: () => boolean): Promise<void> {
    while (failure === undefined && !isEnough()) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  /** Its memory is freed at once, however this ends: an idle server collects no garbage. */
  async function send(piece: Buffer): Promise<void> {
    let ownSlices = 1;
    function leave(): void {
      ownSlices -= 1;
      if (ownSlices === 0) releaseMemory(piece);
    }
    try {
      for (let at = 0; at < piece.length; at += sliceBytes) {
        if (response.destroyed) throw new Error('The client went away');
        ownSlices += 1;
        give(piece.subarray(at, at + sliceBytes), leave);
        await until(() => bytesInFlight <= maxBytesInFlight);
        if (failure !== undefined) throw failure;
      }
    } finally {
      leave();
    }
  }

  try {
    for await (const piece of content) await send(piece);
  } finally {
    // The bytes before a failure of the content are valid, and a client that has them resumes from there.
    await until(() => slices === 0);
  }
  if (failure !== undefined) throw failure;
  response.end();
}

export interface Begun<Piece> extends AsyncIterableIterator<Piece, unknown> {
  /** Resolves when the first piece is there; rejects where it cannot be read. */
  started(): Promise<unknown>;
  /** Ends it early, once the running read has ended. Leaving a loop does so by itself. */
  return(): Promise<IteratorReturnResult<undefined>>;
}

/** The same content, its first piece requested ahead. An error is thrown in its place. */
export function begun<Piece>(content: AsyncIterable<Piece, unknown>): Begun<Piece> {
  const iterator = content[Symbol.asyncIterator]();
  const started = iterator.next();
  let first: Promise<IteratorResult<Piece, unknown>> | undefined = started;
  // The consumer gets the failure; until then nothing handles it.
  started.catch(() => undefined);
  const pieces: Begun<Piece> = {
    started: () => started,
    next() {
      const coming = first ?? iterator.next();
      first = undefined;
      return coming;
    },
    async return() {
      await iterator.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => pieces,
  };
  return pieces;
}
