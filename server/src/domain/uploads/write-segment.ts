import type { SegmentIntake } from '../ports/vault.ts';
import type { IncomingContent } from '../transfers/transfer-memory.ts';
import { totalLength } from '../transfers/transfer-memory.ts';
import type { ReservationDependencies } from '../transfers/upload-limits.ts';
import { openUploadReservation } from '../transfers/upload-limits.ts';
import type { Room } from './room.ts';

/**
 * Writes the content, for which there is this room, and returns how many bytes arrived. It is no error when the
 * content breaks off: the bytes before it are valid. More than fits is one: `too_large`.
 */
export async function writeSegment(
  dependencies: ReservationDependencies,
  intake: SegmentIntake,
  content: IncomingContent,
  room: Room,
): Promise<number> {
  let bytes = 0;
  const scopes = room.scopes(() => bytes);
  const reservation = openUploadReservation(dependencies, scopes, room.bytes);
  const source = content[Symbol.asyncIterator]();
  try {
    for (;;) {
      // Only the errors of the source are caught.
      const next = await source.next().catch(() => brokenOff);
      if (next.done === true) return bytes;
      const pieces = next.value;
      const added = totalLength(pieces);
      bytes += added;
      if (bytes > room.bytes) throw room.refusal();
      const admitted = reservation.admit(added);
      if (admitted !== undefined) await admitted;
      await intake.write(pieces);
    }
  } finally {
    reservation.release();
    await source.return?.();
  }
}

/** The connection broke. The sender learns the offset when it asks. */
const brokenOff = { done: true, value: undefined } as const;
