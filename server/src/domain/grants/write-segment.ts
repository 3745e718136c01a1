import type { IncomingContent } from '../files/incoming-content.ts';
import { totalLength } from '../files/incoming-content.ts';
import type { ReservationDependencies } from '../transfers/upload-reservation.ts';
import { openUploadReservation } from '../transfers/upload-reservation.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { SegmentIntake } from '../ports/vault.ts';

/**
 * Writes what comes, at most `maxBytes`, and returns how many bytes did. That the content breaks off
 * is no error: what came before is good. More than `maxBytes` is one: `too_large`.
 */
export async function writeSegment(
  dependencies: ReservationDependencies,
  intake: SegmentIntake,
  content: IncomingContent,
  maxBytes: number,
): Promise<number> {
  let bytes = 0;
  // The whole file counts for its grant since it was announced.
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

/** The line broke. The sender learns how much arrived when it asks. */
const ended = { done: true, value: undefined } as const;

/** The same pieces. Whatever ends the source ends them; only the source's errors are caught here. */
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
