import { IntegrityError, MissingBytesError } from '../crypto/sealed-format.ts';

/**
 * Reads from `start` on, and, where stored bytes fail their check, once more from there: bytes may be damaged on the
 * way from the store while those in the store are whole. Two failures at the same place are damage of the file, of
 * which `onDamage` is told.
 */
export async function* readAgain(
  read: (from: number) => AsyncIterable<Buffer>,
  start: number,
  onDamage?: () => void,
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
      if (!(error instanceof IntegrityError)) throw error;
      if (error instanceof MissingBytesError || failedAt === position) {
        onDamage?.();
        throw error;
      }
      failedAt = position;
    }
  }
}
