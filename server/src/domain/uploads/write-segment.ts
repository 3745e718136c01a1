import { ValiseError } from '../model/valise-error.ts';
import type { SegmentIntake } from '../ports/vault.ts';
import type { IncomingContent } from '../transfers/transfer-memory.ts';
import { totalLength } from '../transfers/transfer-memory.ts';
import type { ReservationDependencies } from '../transfers/upload-limits.ts';
import { openUploadReservation } from '../transfers/upload-limits.ts';

/**
 * Writes the content, at most `maxBytes`, and returns how many bytes arrived. It is no error when the
 * content breaks off: the bytes before it are valid. More than `maxBytes` is one: `too_large`.
 */
export async function writeSegment(
  dependencies: ReservationDependencies,
  intake: SegmentIntake,
  content: IncomingContent,
  maxBytes: number,
): Promise<number> {
  let bytes = 0;
  // The whole file has counted for its grant since it was announced.
  const reservation = openUploadReservation(dependencies, [], maxBytes);
  try {
    for await (const pieces of untilBrokenOff(content)) {
      const added = totalLength(pieces);
      bytes += added;
      if (bytes > maxBytes) throw tooMuch();
      const admitted = reservation.admit(added);
      if (admitted !== undefined) await admitted;
      await intake.write(pieces);
    }
    return bytes;
  } finally {
    reservation.release();
  }
}

export function tooMuch(): ValiseError {
  return new ValiseError('too_large', 'This is more than the file was said to hold.');
}

/** The connection broke. The sender learns the offset when it asks. */
const ended = { done: true, value: undefined } as const;

/** The same pieces. They end with the source; only the source's errors are caught here. */
async function* untilBrokenOff(content: IncomingContent): AsyncGenerator<readonly Buffer[]> {
  const source = content[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await source.next().catch(() => ended);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await source.return?.();
  }
}
