import type { FileBatchDependencies, IncomingFile } from '../files/file-batch.ts';
import type { Instant } from '../model/clock.ts';
import type { Repositories } from '../model/database.ts';
import type { IncomingUpload } from '../model/incoming-upload.ts';
import type { Actor } from '../model/principal.ts';
import type { RepeatClaim } from '../model/repeat.ts';
import { OutcomeUnknown } from '../model/valise-error.ts';
import type { CommandRunner } from '../ports/command-runner.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import { totalLength } from '../transfers/transfer-memory.ts';
import {
  openUploadReservation,
  refuseFullStore,
  refuseLargeFile,
} from '../transfers/upload-limits.ts';
import type { Allowance, UploadLimits } from './allowance.ts';
import { refuseOverAllowance, allowedScope } from './allowance.ts';
import { beginUpload, getUpload } from './commands.ts';
import { newUpload } from './new-upload.ts';
import type { UploadOwner } from './owners.ts';
import { completionOf } from './read-back.ts';

interface Dependencies
  extends Omit<FileBatchDependencies, 'limits'>, Pick<ServiceParts, 'clock' | 'keyRing'> {
  database: Pick<Repositories, 'uploads'>;
  runner: CommandRunner;
  limits: UploadLimits;
}

/** A file that comes in one request, and what its client says about it. */
export interface WholeFile extends IncomingFile {
  /** Left out where the client announces nothing but the name. */
  sizeBytes?: number;
  fingerprint?: string;
  metadata?: string;
  /** Whether the metadata are of this upload alone. */
  isKeyed?: boolean;
  /** Called when the content has ended. When it throws, nothing of the content is kept. */
  verify?: (() => void) | undefined;
  /** The claim that is settled with the id of the upload; undefined for none. */
  claimOf?: ((sha256: Buffer) => RepeatClaim | undefined) | undefined;
}

/**
 * Receives a file in one request, as a complete upload with one part. One that was begun before by the same client, as
 * its metadata tell, is returned as it is.
 */
export async function receiveWhole(
  dependencies: Dependencies,
  actor: Actor,
  owner: UploadOwner,
  file: WholeFile & { allowance: Allowance; expiresAt: Instant },
): Promise<IncomingUpload> {
  const { allowance, expiresAt, isKeyed = false } = file;
  const { database, runner, vault, blobs, uploads: running, limits } = dependencies;
  await refuseFullStore(blobs, limits, 0);
  const begun = await database.uploads.sumFor(owner.id);
  const sealed = vault.beginSegmented();
  const intake = vault.beginSegment(sealed, []);
  const upload = await running.begin(null);
  let bytes = 0;
  const scope = allowedScope(owner, allowance, begun, () => bytes);
  const reservation = openUploadReservation(dependencies, scope);
  try {
    for await (const pieces of file.content) {
      const added = totalLength(pieces);
      bytes += added;
      refuseLargeFile(limits, bytes);
      refuseOverAllowance(allowance, begun.files + 1, begun.bytes + bytes);
      const admitted = reservation.admit(added);
      if (admitted !== undefined) await admitted;
      await intake.write(pieces);
    }
    file.verify?.();
    upload.refuseIfLost();
    const { segment: submitted, stored } = await intake.submit();
    const { blobKey, sizeBytes, store, sealedBytes } = submitted;
    const parts = bytes === 0 ? [] : [{ blobKey, sizeBytes, store, sealedBytes }];
    if (bytes === 0) await intake.discard();
    let whole = bytes === 0 ? undefined : vault.bindSegments(sealed, parts);
    if (whole === undefined) {
      await stored;
      whole = await vault.readBackSegments(sealed, parts);
    }
    // The row is made only now: an upload can outlast the day on which it began, and that day's key.
    const row = await newUpload(dependencies, owner, sealed, {
      name: file.name,
      ...(file.folder !== undefined && { folder: file.folder }),
      mediaType: file.mediaType,
      fingerprint: file.fingerprint ?? '',
      metadata: file.metadata ?? '',
      sizeBytes: bytes,
      receivedBytes: bytes,
      completion: completionOf({ id: sealed.id, sizeBytes: bytes }, whole),
      expiresAt,
    });
    const claim = row.completion && file.claimOf?.(row.completion.sha256);
    const begin = { actor, owner, limits, upload: row, segment: parts[0], isKeyed, claim };
    const id = await runner.run(beginUpload, begin, stored);
    if (id === row.id) return row;
    await intake.discard();
    return await getUpload(database.uploads, owner, id, row.createdAt);
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) await intake.discard();
    throw error;
  } finally {
    reservation.release();
    await upload.end();
  }
}
