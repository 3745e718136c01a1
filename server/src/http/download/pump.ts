import type { ServerResponse } from 'node:http';
import { releaseMemory } from '../../domain/release-memory.ts';

/** Enough to keep the socket busy while the next piece is read. */
const maxPiecesInFlight = 2;

/**
 * Sends the content to a client and ends the answer. Resolves when the last byte was handed to the
 * operating system; rejects when the client goes away, or the content fails: then once all of it
 * that came was handed over. Memory is given back
 * piece by piece, so a slow client holds two of them and a fast one leaves no heap of garbage.
 * `onSent` is told of every piece that the operating system took, in order.
 */
export async function pump(
  content: AsyncIterable<Buffer>,
  response: ServerResponse,
  onSent: (bytes: number) => void = () => undefined,
): Promise<void> {
  const gone = Promise.withResolvers<never>();
  // The race below takes the rejection when it matters; afterwards nobody waits for it.
  gone.promise.catch(() => undefined);
  let untaken = 0;
  response.once('close', () => {
    // Who has everything may go at once, even before the content has said that there is no more.
    if (untaken > 0) gone.reject(new Error('The client went away'));
  });
  const inFlight: Promise<void>[] = [];

  function send(piece: Buffer): Promise<void> {
    const bytes = piece.length;
    untaken += 1;
    return new Promise((resolve, reject) => {
      response.write(piece, (error) => {
        releaseMemory(piece);
        if (error !== null && error !== undefined) {
          reject(error);
          return;
        }
        untaken -= 1;
        onSent(bytes);
        resolve();
      });
    });
  }

  try {
    for await (const piece of content) {
      if (response.destroyed) throw new Error('The client went away');
      const sent = send(piece);
      // As above: once the client is gone, nobody waits for what was on its way.
      sent.catch(() => undefined);
      inFlight.push(sent);
      if (inFlight.length < maxPiecesInFlight) continue;
      await Promise.race([inFlight.shift(), gone.promise]);
    }
  } catch (error) {
    // What came before the failure is good, and a client that has it resumes from there.
    await Promise.race([Promise.allSettled(inFlight), gone.promise.catch(() => undefined)]);
    throw error;
  }
  await Promise.race([Promise.all(inFlight), gone.promise]);
  response.end();
}
