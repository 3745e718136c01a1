import { IntegrityError, MissingBytesError } from '../crypto/sealed-format.ts';

/**
 * Reads from `start` on, and, where stored bytes fail their check, once more from there: bytes may be damaged on the
 * way from the store while those in the store are whole. Two failures at the same place are damage of the file.
 */
export async function* readAgain(
  read: (from: number) => AsyncIterable<Buffer>,
  start: number,
): AsyncGenerator<Buffer> {
  let position = start;
  let failedAt: number | undefined;
  for (;;) {
    try {
      for await (const piece of read(position)) {
        position += piece.length;
        yield piece;
      }
      return;
    } catch (error) {
      const mayPass = error instanceof IntegrityError && !(error instanceof MissingBytesError);
      if (!mayPass || failedAt === position) throw error;
      failedAt = position;
    }
  }
}
