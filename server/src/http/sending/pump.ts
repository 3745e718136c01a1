import type { ServerResponse } from 'node:http';
import { releaseMemory } from '../../domain/transfers/transfer-memory.ts';

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
