import type { Repositories } from '../model/database.ts';
import type { DispatchOverview } from '../model/dispatch.ts';
import type { FileId } from '../model/ids.ts';
import type {
  AnnouncedSum,
  Completion,
  IncomingUpload,
  UploadOwnerId,
} from '../model/incoming-upload.ts';
import type { KeyRing } from '../model/key-ring.ts';
import { openFileKey } from '../model/key-ring.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { TokenHasher } from '../ports/hashers.ts';
import type { FinishedFile, SegmentIntake, Vault } from '../ports/vault.ts';
import type { LockedDelivery } from '../second-factor/second-factor.ts';
import { isLocked } from '../second-factor/second-factor.ts';
import type { IncomingContent } from '../transfers/transfer-memory.ts';
import { totalLength } from '../transfers/transfer-memory.ts';
import type { LimitedScope, ReservationDependencies } from '../transfers/upload-limits.ts';
import { openUploadReservation } from '../transfers/upload-limits.ts';
import type { GrantAllowance } from './commands.ts';
import { findAllowance, grantRefOf, isBareLink, overBytes } from './commands.ts';
import type { Grant, GrantDependencies, GrantUpload } from './grant-upload.ts';
import { openGrantUpload } from './grant-upload.ts';

interface Dependencies extends GrantDependencies {
  hasher: TokenHasher;
}

export type Grants = ReturnType<typeof createGrants>;

/** What a contact with an upload page can do with its link. */
export function createGrants(dependencies: Dependencies) {
  const { database, hasher, clock, limits } = dependencies;

  /** The grant as one browser uses it. Who has a link with an address is known by the address. */
  function recognise(grant: Grant, browser: string | undefined): Grant {
    const { receiver } = grant;
    if (browser === undefined || !isBareLink(receiver)) return grant;
    return { ...grant, visitorHash: hasher.hash('upload visitor', receiver.id, browser) };
  }

  return {
    /**
     * Authorises the upload page: undefined for a link that is unknown, expired or revoked, or whose
     * account was disabled, indistinguishably. Viewing changes nothing. Where a code is demanded, nothing
     * is revealed without the session of a browser that entered one. `browser` distinguishes those who have a
     * link without an address.
     */
    async findByLink(
      secret: string,
      session?: string,
      browser?: string,
    ): Promise<Grant | LockedDelivery | undefined> {
      const delivery = await database.dispatches.findByLink(
        hasher.hash('link', secret),
        clock.now(),
      );
      if (delivery?.dispatch.kind !== 'grant') return undefined;
      if (delivery.sender.disabledAt !== undefined) return undefined;
      if (await isLocked(dependencies, delivery, session)) return { ...delivery, isLocked: true };
      return recognise({ ...delivery, isLocked: false }, browser);
    },

    recognise,

    /** What was sent back through the link before, newest first; without an address: by this browser. */
    async listReturns({ receiver, visitorHash }: Grant): Promise<DispatchOverview[]> {
      if (!isBareLink(receiver)) return await database.dispatches.listReturns(receiver.id);
      if (visitorHash === undefined) return [];
      return await database.dispatches.listReturns(receiver.id, visitorHash);
    },

    async allowanceOf(grant: Grant): Promise<GrantAllowance> {
      return await findAllowance(database, grantRefOf(grant), limits);
    },

    /** Throws `insufficient_storage` when the disk is nearly full. */
    async beginReturn(grant: Grant): Promise<GrantUpload> {
      return await openGrantUpload(dependencies, grant);
    },
  };
}

/** How many bytes running form uploads, whose sizes are unknown, may bring next to announced uploads. */
export function grantScope(
  ownerId: UploadOwnerId,
  allowance: GrantAllowance,
  announced: Pick<AnnouncedSum, 'bytes'>,
  countBytes: () => number,
): LimitedScope[] {
  if (allowance.bytes === undefined) return [];
  const maxBytes = Math.max(0, allowance.bytes - announced.bytes);
  return [{ key: `uploads ${ownerId}`, maxBytes, countBytes, refusal: () => overBytes(maxBytes) }];
}

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

interface ReadBackDependencies {
  database: Pick<Repositories, 'segments' | 'uploads'>;
  vault: Vault;
  keyRing: KeyRing;
}

export type ReadBacks = ReturnType<typeof createReadBacks>;

/**
 * Reads back complete uploads that were not hashed as they arrived: several processes received them, or
 * this one started later.
 */
export function createReadBacks({ database, vault, keyRing }: ReadBackDependencies) {
  const running = new Map<FileId, Promise<Completion>>();

  async function read(upload: IncomingUpload): Promise<Completion> {
    const { id } = upload;
    const fileKey = await openFileKey(keyRing, upload);
    const parts = await database.segments.list(id);
    const completion = completionOf(upload, await vault.readBackSegments({ id, fileKey }, parts));
    await database.uploads.noteCompletion(id, completion);
    return completion;
  }

  /** Callers during a read wait for that same read. */
  async function get(upload: IncomingUpload): Promise<Completion> {
    if (upload.completion !== undefined) return upload.completion;
    const reading = running.get(upload.id) ?? read(upload);
    running.set(upload.id, reading);
    try {
      return await reading;
    } finally {
      running.delete(upload.id);
    }
  }

  return {
    get,

    /** Starts to read without making the caller wait. Sending reads again what could not be read here. */
    begin(upload: IncomingUpload): void {
      get(upload).catch(() => undefined);
    },
  };
}

/** Throws when the bytes in the vault are not what was declared. */
export function completionOf(
  { id, sizeBytes }: Pick<IncomingUpload, 'id' | 'sizeBytes'>,
  whole: FinishedFile,
): Completion {
  if (whole.sizeBytes !== sizeBytes || whole.segments === undefined) {
    throw new Error(`Upload ${id} is not whole`);
  }
  return { sha256: whole.sha256, segmentsMac: whole.segments.mac };
}

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
