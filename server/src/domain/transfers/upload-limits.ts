import { ValiseError } from '../model/valise-error.ts';
import type { BlobStore } from '../ports/blob-store.ts';
import type { ByteReservations, Reservation } from '../ports/coordination.ts';

/** The limits of any file, whoever sends it. */
export interface FileLimits {
  /** Undefined: files may be of any size. */
  maxFileBytes: number | undefined;
  /** Uploads stop before the disk has less free space than this. */
  minFreeBytes: number;
}

type FreeSpace = Pick<BlobStore, 'freeBytes'>;

/** Throws `insufficient_storage` when this many bytes more would leave too little space. */
export async function refuseFullStore(
  blobs: FreeSpace,
  { minFreeBytes }: FileLimits,
  incomingBytes: number,
): Promise<void> {
  if ((await findRoom(blobs, minFreeBytes)) < incomingBytes) throw fullStore();
}

/** How many bytes fit until too little space is left; infinite where the store cannot tell. */
async function findRoom(blobs: FreeSpace, minFreeBytes: number): Promise<number> {
  return ((await blobs.freeBytes()) ?? Infinity) - minFreeBytes;
}

function fullStore(): ValiseError {
  return new ValiseError(
    'insufficient_storage',
    'The server is nearly out of space and takes no more files for the moment.',
  );
}

/**
 * Throws `insufficient_storage` when the disk is full, and for a file of an account that is larger than what is
 * left. A stranger's file of that size is `too_large`: whoever has a link chooses the size that it announces,
 * and must not raise the operator's alarm with it.
 */
export async function refuseNoRoom(
  blobs: FreeSpace,
  limits: FileLimits,
  { fileBytes, isStranger }: { fileBytes: number; isStranger: boolean },
): Promise<void> {
  await refuseFullStore(blobs, limits, 0);
  const free = await blobs.freeBytes();
  if (free !== undefined && free - fileBytes < limits.minFreeBytes) {
    if (!isStranger) throw fullStore();
    throw new ValiseError(
      'too_large',
      'The file is larger than the room that is left for it here.',
    );
  }
}

/** Throws `too_large` for a file that is larger than any may be. */
export function refuseLargeFile({ maxFileBytes }: FileLimits, fileBytes: number): void {
  if (maxFileBytes !== undefined && fileBytes > maxFileBytes) throw largeFile(maxFileBytes);
}

export function largeFile(maxFileBytes: number): ValiseError {
  return new ValiseError(
    'too_large',
    `The file is larger than the ${maxFileBytes} bytes that this server takes.`,
  );
}

/** Less than this is not counted: a small upload ends before another process could ask. */
const uncountedBytes = 64 * 1024;
/** The most that is reserved ahead, so that a fast upload makes a few calls a second. */
const longestAheadBytes = 64 * 1024 * 1024;
/** Bytes that were received and are not written yet: the free space does not reflect them. */
const unwrittenBytes = 2 * 1024 * 1024;
const storeKey = 'store';

export interface ReservationDependencies {
  blobs: FreeSpace;
  limits: FileLimits;
  reservations: ByteReservations;
}

/** A limit. */
export interface LimitedScope {
  key: string;
  /** How many bytes all running uploads may bring together. */
  maxBytes: number;
  /** How many bytes of this upload count, as it is now. */
  countBytes: () => number;
  refusal: () => ValiseError;
}

/** The bytes that one upload request has received, reserved for as long as it runs. */
export interface UploadReservation {
  /**
   * Counts received bytes. The promise, where there is one, must be awaited before they are written. It
   * rejects with the refusal of a scope whose limit all uploads together would exceed, or with
   * `insufficient_storage`.
   */
  admit(addedBytes: number): Promise<void> | undefined;
  /** Must be called when the request has ended, however it ended. */
  release(): void;
}

/**
 * `expectedBytes` is the most that can come; nothing beyond it is reserved. Bytes are reserved in steps
 * that grow with the upload and shrink with the remaining space: most pieces need not wait.
 */
export function openUploadReservation(
  { blobs, limits, reservations }: ReservationDependencies,
  scopes: readonly LimitedScope[],
  expectedBytes = Infinity,
): UploadReservation {
  let reservation: Reservation | undefined;
  let receivedBytes = 0;
  let receivedAtLastClaim = 0;
  let coveredBytes = uncountedBytes;

  /** Possibly not reflected in the free space of the disk yet. */
  function countUnwritten(): number {
    return Math.min(receivedBytes, receivedBytes - receivedAtLastClaim + unwrittenBytes);
  }

  async function extend(): Promise<void> {
    const room = await findRoom(blobs, limits.minFreeBytes);
    const store = {
      key: storeKey,
      maxBytes: room,
      countBytes: countUnwritten,
      refusal: fullStore,
    };
    const wanted = Math.min(longestAheadBytes, receivedBytes, expectedBytes - receivedBytes);
    const limited = Number.isFinite(room) ? [...scopes, store] : scopes;
    reservation ??= reservations.open();
    const aheadBytes = await claimScopes(reservation, limited, Math.max(0, wanted));
    receivedAtLastClaim = receivedBytes;
    coveredBytes = receivedBytes + aheadBytes;
  }

  return {
    admit(addedBytes) {
      receivedBytes += addedBytes;
      return receivedBytes <= coveredBytes ? undefined : extend();
    },

    release() {
      reservation?.release();
    },
  };
}

/** Returns how many bytes were reserved ahead. Throws the refusal of a scope whose limit would be exceeded. */
export async function claimScopes(
  reservation: Reservation,
  scopes: readonly LimitedScope[],
  aheadBytes: number,
): Promise<number> {
  if (scopes.length === 0) return aheadBytes;
  const amounts = scopes.map(({ key, maxBytes, countBytes }) => ({
    key,
    bytes: countBytes(),
    maxBytes,
  }));
  const answer = await reservation.claim(amounts, aheadBytes);
  if ('aheadBytes' in answer) return answer.aheadBytes;
  const exceeded = scopes.find(({ key }) => key === answer.exceededKey);
  throw exceeded?.refusal() ?? new Error(`Nothing is known of ${answer.exceededKey}`);
}
