import { ValiseError } from '../model/valise-error.ts';

/** Each piece costs a blob; no client needs more. */
export const mostPieces = 10_000;
/**
 * A piece of this size is always accepted; one that breaks off earlier may have been cut by a slow
 * connection.
 */
const leastPieceBytes = 32 * 1024;
/** The number of smaller pieces that an upload may have, whatever its size. */
const freePieces = 128;

/**
 * Each piece of an upload costs a blob. Throws `bad_request` for a small one where the upload has more pieces than
 * its bytes account for: the blobs of a grant are bounded by the files and the bytes that it allows.
 */
export function refuseSmallPiece(
  { pieces, receivedBytes }: { pieces: number; receivedBytes: number },
  pieceBytes: number,
): void {
  if (pieceBytes >= leastPieceBytes) return;
  if (pieces < freePieces + Math.floor(receivedBytes / leastPieceBytes)) return;
  throw new ValiseError(
    'bad_request',
    `The file came in too many small pieces. Go on from the same offset with at least ${leastPieceBytes} bytes in one request.`,
  );
}

export function tooManyPieces(): ValiseError {
  return new ValiseError(
    'too_large',
    'The file came in too many pieces. Begin again, with larger ones.',
  );
}
