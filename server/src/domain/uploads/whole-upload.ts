import type { FileBatchDependencies, IncomingFile } from '../files/files.ts';
import type { Clock, Instant } from '../model/clock.ts';
import type { Repositories } from '../model/database.ts';
import type { IncomingUpload } from '../model/incoming-upload.ts';
import type { KeyRing } from '../model/key-ring.ts';
import { trayBucket } from '../model/key-ring.ts';
import type { Actor } from '../model/principal.ts';
import { OutcomeUnknown } from '../model/valise-error.ts';
import type { CommandRunner } from '../ports/command-runner.ts';
import { totalLength } from '../transfers/transfer-memory.ts';
import {
  openUploadReservation,
  refuseFullStore,
  refuseLargeFile,
} from '../transfers/upload-limits.ts';
import type { GrantAllowance, GrantLimits } from './allowance.ts';
import type { OwnerRef } from './owners.ts';
import { beginUpload, getUpload } from './commands.ts';
import { ownerIdOf, visitorOf } from './owners.ts';
import { refuseOverAllowance, grantScope } from './allowance.ts';
import { completionOf } from './read-back.ts';

interface Dependencies extends Omit<FileBatchDependencies, 'limits'> {
  database: Pick<Repositories, 'uploads'>;
  runner: CommandRunner;
  keyRing: KeyRing;
  clock: Clock;
  limits: GrantLimits;
}

/** What a client says about a file that it sends in one request, where it says more than its name. */
interface Announcement extends Pick<IncomingUpload, 'fingerprint' | 'metadata'> {
  /** Whether the metadata are of this upload alone. */
  isKeyed: boolean;
  /** Called when the content has ended. When it throws, nothing of the content is kept. */
  verify?: (() => void) | undefined;
}

interface WholeFile {
  file: IncomingFile;
  allowance: GrantAllowance;
  expiresAt: Instant;
  announcement?: Announcement;
}

/**
 * Receives a file in one request, as a complete upload with one part. One that was begun before by the same client, as its
 * announcement tells, is returned as it is.
 */
export async function receiveWhole(
  dependencies: Dependencies,
  actor: Actor,
  owner: OwnerRef,
  { file, allowance, expiresAt, announcement }: WholeFile,
): Promise<IncomingUpload> {
  const { database, runner, vault, blobs, keyRing, uploads: running, clock, limits } = dependencies;
  await refuseFullStore(blobs, limits, 0);
  const ownerId = ownerIdOf(owner);
  const begun = await database.uploads.sumFor(ownerId);
  const { accountId } = owner;
  const sealed = vault.beginSegmented();
  const intake = vault.beginSegment(sealed, []);
  const upload = await running.begin(null);
  let bytes = 0;
  const scope = grantScope(ownerId, allowance, begun, () => bytes);
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
    announcement?.verify?.();
    upload.refuseIfLost();
    const { blobKey, sizeBytes, store, sealedBytes } = await intake.finish();
    const segment = { blobKey, sizeBytes, store, sealedBytes };
    const parts = bytes === 0 ? [] : [segment];
    if (bytes === 0) await intake.discard();
    const whole =
      (bytes === 0 ? undefined : vault.bindSegments(sealed, parts)) ??
      (await vault.readBackSegments(sealed, parts));
    const createdAt = clock.now();
    // The bucket is chosen only now: an upload can outlast the day on which it began, and that day's key.
    const keyBucket = trayBucket(createdAt);
    const bucket = await keyRing.ensure(keyBucket);
    const row: IncomingUpload = {
      id: sealed.id,
      ownerId,
      accountId,
      name: file.name,
      mediaType: file.mediaType,
      fingerprint: announcement?.fingerprint ?? '',
      metadata: announcement?.metadata ?? '',
      sizeBytes: bytes,
      receivedBytes: bytes,
      wrappedKey: bucket.wrap(sealed.fileKey, { fileId: sealed.id, accountId }),
      keyBucket,
      completion: completionOf({ id: sealed.id, sizeBytes: bytes }, whole),
      hashState: undefined,
      ...visitorOf(owner),
      createdAt,
      expiresAt,
    };
    const isKeyed = announcement?.isKeyed ?? false;
    const begin = { actor, owner, limits, upload: row, segment: parts[0], isKeyed };
    const id = await runner.run(beginUpload, begin);
    if (id === row.id) return row;
    await intake.discard();
    return await getUpload(database.uploads, owner, id, createdAt);
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) await intake.discard();
    throw error;
  } finally {
    reservation.release();
    await upload.end();
  }
}
