import type { FileBatchDependencies } from '../files/file-batch.ts';
import { hour } from '../model/clock.ts';
import type { Repositories } from '../model/database.ts';
import type { Segment } from '../model/file.ts';
import type { IncomingUpload } from '../model/incoming-upload.ts';
import { isWhole } from '../model/incoming-upload.ts';
import { openFileKey } from '../model/key-ring.ts';
import { OutcomeUnknown } from '../model/valise-error.ts';
import type { CommandRunner } from '../ports/command-runner.ts';
import type { RunningUpload, UploadLeases } from '../ports/coordination.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import type { SegmentedFile } from '../ports/vault.ts';
import type { IncomingContent } from '../transfers/transfer-memory.ts';
import { refuseFullStore, refuseNoRoom } from '../transfers/upload-limits.ts';
import type { UploadLimits } from './allowance.ts';
import { appendSegment, declareSize, getUpload, otherOffset } from './commands.ts';
import type { UploadOwner } from './owners.ts';
import { completionOf } from './read-back.ts';
import { mostPieces, refuseSmallPiece, tooManyPieces } from './small-pieces.ts';
import { expiryOf } from './upload-lifetime.ts';
import type { Room } from './room.ts';
import { findRoom } from './room.ts';
import { writeSegment } from './write-segment.ts';

/** How often a request extends the expiry of its upload. */
const putOffEveryMs = hour;
/** A smaller file is read back sooner than its hash is saved. */
const leastSavedBytes = 16 * 2 ** 20;

export interface AppendDependencies
  extends Omit<FileBatchDependencies, 'limits'>, Pick<ServiceParts, 'clock' | 'keyRing'> {
  database: Pick<
    Repositories,
    'accounts' | 'dispatches' | 'drafts' | 'fileRequests' | 'files' | 'segments' | 'uploads'
  >;
  limits: UploadLimits;
  runner: CommandRunner;
  leases: UploadLeases;
  /** How long drafts, and uploads of accounts, are kept after their last change. */
  unsentLifetimeMs: number;
}

/** The content of a request for an upload. */
export interface Continuation {
  /** The offset of the content in the file. */
  offset: number;
  content: IncomingContent;
  /** The declared length; 0 where it is unknown. */
  declaredBytes: number;
  /** The size of the whole file, where the request declares it. */
  sizeBytes?: number | undefined;
  /** Interrupts the content. */
  cutOff: () => void;
  /** Called when the content has ended. When it throws, nothing of the content is kept. */
  verify?: () => void;
}

/** Continues an upload while no other request does. The contract is that of `ResumableUploads.append`. */
export async function appendToUpload(
  dependencies: AppendDependencies,
  owner: UploadOwner,
  uploadId: string,
  continuation: Continuation,
): Promise<IncomingUpload> {
  const { database, leases, uploads: running, blobs, clock, limits } = dependencies;
  const { offset, declaredBytes, sizeBytes, cutOff } = continuation;
  const { id } = await getUpload(database.uploads, owner, uploadId, clock.now());
  const endLease = await leases.acquire(id, cutOff);
  let lasting: RunningUpload | undefined;
  try {
    lasting = await running.begin(null);
    const found = await getUpload(database.uploads, owner, id, clock.now());
    if (offset !== found.receivedBytes) throw otherOffset();
    const isNewSize = sizeBytes !== undefined && sizeBytes !== found.sizeBytes;
    const upload = isNewSize ? await declareLate(dependencies, owner, found, sizeBytes) : found;
    const room = await findRoom(dependencies, owner, upload);
    if (declaredBytes > room.bytes) throw room.refusal();
    await refuseFullStore(blobs, limits, declaredBytes);
    return await write(dependencies, owner, upload, room, continuation, lasting);
  } finally {
    await lasting?.end();
    await endLease();
  }
}

/** The upload with the size that a later request than its first declares. */
async function declareLate(
  { blobs, limits, runner }: AppendDependencies,
  owner: UploadOwner,
  upload: IncomingUpload,
  sizeBytes: number,
): Promise<IncomingUpload> {
  const fileBytes = Math.max(0, sizeBytes - upload.receivedBytes);
  await refuseNoRoom(blobs, limits, { fileBytes, isStranger: owner.kind === 'grant' });
  await runner.run(declareSize, { owner, limits, uploadId: upload.id, sizeBytes });
  return { ...upload, sizeBytes };
}

/** Stores the content as a closed segment, and counts it as arrived. */
async function write(
  dependencies: AppendDependencies,
  owner: UploadOwner,
  upload: IncomingUpload,
  room: Room,
  { content, verify }: Continuation,
  running: RunningUpload,
): Promise<IncomingUpload> {
  const { database, runner, vault, keyRing, clock, unsentLifetimeMs, limits } = dependencies;
  const { id, receivedBytes: fromBytes, sizeBytes } = upload;
  const parts = await database.segments.list(id);
  if (parts.length >= mostPieces) throw tooManyPieces();
  const file = { id, fileKey: await openFileKey(keyRing, upload) };
  const isSaved = (sizeBytes ?? Infinity) >= leastSavedBytes || upload.hashState !== undefined;
  const saved = isSaved ? { state: upload.hashState } : undefined;
  const intake = vault.beginSegment(file, parts, saved);
  try {
    const lasting = puttingOff(dependencies, owner, upload, content);
    const bytes = await writeSegment(dependencies, intake, lasting, room);
    verify?.();
    running.refuseIfLost();
    if (bytes === 0) {
      await intake.discard();
      return await complete(dependencies, upload, file, parts);
    }
    const toBytes = fromBytes + bytes;
    const isComplete = toBytes === sizeBytes;
    if (!isComplete) refuseSmallPiece({ pieces: parts.length, receivedBytes: fromBytes }, bytes);
    const { segment: submitted, stored } = await intake.submit();
    const { hashState, ...segment } = submitted;
    const expiresAt = expiryOf(owner, clock.now(), unsentLifetimeMs);
    const whole = isComplete ? vault.bindSegments(file, [...parts, segment]) : undefined;
    const completion = whole && completionOf(upload, whole);
    const growth = { fromBytes, toBytes, expiresAt };
    const known = { number: parts.length, segment, growth, completion, hashState };
    const counted = sizeBytes === undefined ? limits : undefined;
    const addition = { owner, uploadId: id, ...known, limits: counted };
    await runner.run(appendSegment, addition, stored);
    return { ...upload, receivedBytes: toBytes, expiresAt, completion };
  } catch (error) {
    // A row may need the bytes. Without one, they are orphans, which the sweep removes.
    if (!(error instanceof OutcomeUnknown)) await intake.discard();
    throw error;
  }
}

/** A request without bytes may declare that all had come before. */
async function complete(
  { database, vault }: AppendDependencies,
  upload: IncomingUpload,
  file: SegmentedFile,
  parts: readonly Segment[],
): Promise<IncomingUpload> {
  const whole = isWhole(upload) ? vault.bindSegments(file, parts) : undefined;
  if (whole === undefined) return upload;
  const completion = completionOf(upload, whole);
  await database.uploads.noteCompletion(upload.id, completion);
  return { ...upload, completion };
}

/** The same content; an upload with a long request does not expire meanwhile. */
async function* puttingOff(
  { database, clock, unsentLifetimeMs }: AppendDependencies,
  owner: UploadOwner,
  { id, receivedBytes: fromBytes }: IncomingUpload,
  content: IncomingContent,
): IncomingContent {
  let putOffAt = clock.now();
  for await (const pieces of content) {
    yield pieces;
    if (clock.now() - putOffAt < putOffEveryMs) continue;
    putOffAt = clock.now();
    const expiresAt = expiryOf(owner, putOffAt, unsentLifetimeMs);
    await database.uploads.grow(id, { fromBytes, toBytes: fromBytes, expiresAt });
    if (owner.kind === 'draft') await database.drafts.putOff(owner.id, expiresAt);
  }
}
