import { recordRepeated } from '../audit/record-repeated.ts';
import type { Instant } from '../model/clock.ts';
import type { Repositories } from '../model/database.ts';
import type { EventIds } from '../model/event.ts';
import type { Segment } from '../model/file.ts';
import type { FileId } from '../model/ids.ts';
import { idPattern } from '../model/ids.ts';
import type { Completion, Growth, IncomingUpload } from '../model/incoming-upload.ts';
import { countedBytes } from '../model/incoming-upload.ts';
import type { Actor } from '../model/principal.ts';
import type { RepeatClaim } from '../model/repeat.ts';
import { settle } from '../model/repeat.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { Command, Transaction } from '../ports/command-runner.ts';
import { refuseLargeFile } from '../transfers/upload-limits.ts';
import type { UploadLimits } from './allowance.ts';
import { findAllowance, refuseOverAllowance } from './allowance.ts';
import type { UploadOwner } from './owners.ts';
import { contactOf, refuseEndedOwner } from './owners.ts';
import { isExpired } from './upload-lifetime.ts';

/** A file that is announced. Of one that arrived in one request, all bytes are there. */
export interface NewUpload {
  actor: Actor;
  owner: UploadOwner;
  limits: UploadLimits;
  upload: IncomingUpload;
  /** The part that has come; undefined: none. */
  segment?: Segment | undefined;
  /** Whether the metadata are of this upload alone, so that one with the same is this one, begun before. */
  isKeyed?: boolean;
  /** Settled with the id of the upload. */
  claim?: RepeatClaim | undefined;
}

/**
 * Adds an upload, and returns its id; that of the upload that was begun before, where it is keyed. Throws `too_large`
 * when it, with all that was sent or begun, is more than may be sent.
 */
export const beginUpload: Command<NewUpload, FileId> = {
  name: 'beginUpload',
  blobKeys: ({ segment }) => (segment === undefined ? [] : [segment.blobKey]),

  async run(transaction, { actor, owner, limits, upload, segment, isKeyed = false, claim }) {
    const { uploads, segments } = transaction.repositories;
    const now = transaction.clock.now();
    await refuseEndedOwner(transaction.repositories, owner, upload.createdAt);
    const same = isKeyed ? await findSame(uploads, owner, upload, upload.createdAt) : undefined;
    const id = same?.id ?? upload.id;
    await settle(transaction.repositories, claim, { upload: id }, now);
    if (same !== undefined) return id;
    const allowance = await findAllowance(transaction.repositories, owner, limits);
    const { files, bytes } = await uploads.sumFor(owner.id);
    refuseOverAllowance(allowance, files + 1, bytes + countedBytes(upload));
    await uploads.add(upload);
    if (segment !== undefined) await segments.add(upload.id, 0, segment);
    await record(transaction, actor, owner, 'upload.begun', upload);
    return id;
  },
};

/** The upload that a client began with these metadata before. Those of a draft live as long as it. */
export async function findSame(
  uploads: Pick<Repositories['uploads'], 'findSame'>,
  owner: UploadOwner,
  upload: Pick<IncomingUpload, 'metadata' | 'sizeBytes'>,
  now: Instant,
): Promise<IncomingUpload | undefined> {
  return await uploads.findSame(owner.id, upload, owner.kind === 'draft' ? 0 : now);
}

/** Deletes an upload; its bytes cannot be read from then on. Throws `not_found` where there is none. */
export const cancelUpload: Command<{ actor: Actor; owner: UploadOwner; uploadId: string }, void> = {
  name: 'cancelUpload',

  async run(transaction, { actor, owner, uploadId }) {
    const { uploads } = transaction.repositories;
    const now = transaction.clock.now();
    const upload = await getUpload(uploads, owner, uploadId, now);
    await uploads.shred(upload.id, now);
    await record(transaction, actor, owner, 'upload.cancelled', upload);
  },
};

/** Throws `not_found` unless the upload has this owner and has not expired. That of a draft lives as long as it. */
export async function getUpload(
  uploads: Pick<Repositories['uploads'], 'find'>,
  owner: UploadOwner,
  id: string,
  now: Instant,
): Promise<IncomingUpload> {
  const upload = idPattern.test(id) ? await uploads.find(id as FileId) : undefined;
  if (upload?.ownerId !== owner.id || isExpired(owner, upload, now)) {
    throw new ValiseError('not_found', 'There is no such upload. Begin a new one.');
  }
  return upload;
}

async function record(
  transaction: Transaction,
  actor: Actor,
  owner: UploadOwner,
  action: 'upload.begun' | 'upload.cancelled',
  { id, name, sizeBytes }: IncomingUpload,
): Promise<void> {
  const { common, ids } = namesOf(owner);
  const size = sizeBytes === undefined ? {} : { sizeBytes };
  const details = { ...size, ...common, fileId: id };
  const account = { id: owner.accountId };
  await recordRepeated(transaction, transaction.repositories, {
    actor,
    event: { action, account, ids: { ...ids, file: id }, object: name, outcome: 'ok', details },
    per: owner.id,
    common,
  });
}

/** What records and events say of the owner of an upload, beside its account. */
function namesOf(owner: UploadOwner): { common: Record<string, string>; ids: EventIds } {
  if (owner.kind === 'account') return { common: {}, ids: {} };
  if (owner.kind === 'draft') return { common: { draftId: owner.id }, ids: { draft: owner.id } };
  const { id, grantId } = owner;
  return {
    common: { contact: contactOf(owner), grantId },
    ids: { dispatch: grantId, receiver: id },
  };
}

/** A part of an upload, whose bytes are stored. */
export interface NewSegment {
  owner: UploadOwner;
  uploadId: FileId;
  /** How many parts there are before it. */
  number: number;
  segment: Segment;
  growth: Growth;
  /** The result of the upload, where this part completes it and the hash is known. */
  completion: Completion | undefined;
  /** The hash up to the end of this part, where another part follows and the hash can be saved. */
  hashState: Buffer | undefined;
  /** What the part counts for, where the size of the upload is not declared; undefined: it was counted with that. */
  limits: UploadLimits | undefined;
}

/**
 * Adds a part to an upload. Throws `offset_conflict` unless it starts at the upload's offset, and `too_large` where the
 * bytes of an upload of undeclared size are more than may be sent.
 */
export const appendSegment: Command<NewSegment, void> = {
  name: 'appendSegment',
  blobKeys: ({ segment }) => [segment.blobKey],

  async run({ repositories, clock }, { owner, uploadId, number, segment, growth, ...known }) {
    await refuseEndedOwner(repositories, owner, clock.now());
    if (owner.kind === 'draft') await repositories.drafts.putOff(owner.id, growth.expiresAt);
    const { completion, hashState, limits } = known;
    if (limits !== undefined) {
      await refuseMore(repositories, owner, limits, growth.toBytes - growth.fromBytes);
    }
    if (!(await repositories.uploads.grow(uploadId, growth))) throw otherOffset();
    await repositories.segments.add(uploadId, number, segment);
    if (completion !== undefined) await repositories.uploads.noteCompletion(uploadId, completion);
    else if (hashState !== undefined) await repositories.uploads.keepHashState(uploadId, hashState);
  },
};

/** The size of an upload that began without one. */
interface DeclaredSize {
  owner: UploadOwner;
  limits: UploadLimits;
  uploadId: FileId;
  sizeBytes: number;
}

/**
 * Declares the size of an upload, once: the same size again changes nothing. Throws `bad_request` for another one, or
 * one that is less than what has come, and `too_large` where it is more than may be sent.
 */
export const declareSize: Command<DeclaredSize, void> = {
  name: 'declareSize',

  async run({ repositories, clock }, { owner, limits, uploadId, sizeBytes }) {
    const now = clock.now();
    await refuseEndedOwner(repositories, owner, now);
    const upload = await getUpload(repositories.uploads, owner, uploadId, now);
    if (upload.sizeBytes === sizeBytes) return;
    if (upload.sizeBytes !== undefined) {
      throw otherSize(`was set to ${upload.sizeBytes} before, and stays.`);
    }
    if (sizeBytes < upload.receivedBytes) {
      throw otherSize(`is less than the ${upload.receivedBytes} bytes that have come.`);
    }
    const { fileBytes: maxFileBytes } = await findAllowance(repositories, owner, limits);
    refuseLargeFile({ ...limits, maxFileBytes }, sizeBytes);
    await refuseMore(repositories, owner, limits, sizeBytes - upload.receivedBytes);
    await repositories.uploads.declareSize(upload.id, sizeBytes);
  },
};

/** Throws `too_large` unless the uploads of the owner may have so many bytes more. */
async function refuseMore(
  repositories: Repositories,
  owner: UploadOwner,
  limits: UploadLimits,
  addedBytes: number,
): Promise<void> {
  const allowance = await findAllowance(repositories, owner, limits);
  const { files, bytes } = await repositories.uploads.sumFor(owner.id);
  refuseOverAllowance(allowance, files, bytes + addedBytes);
}

function otherSize(problem: string): ValiseError {
  const details = [{ field: 'Upload-Length', problem, in: 'header' as const }];
  return new ValiseError('bad_request', `Upload-Length ${problem}`, { details });
}

export function otherOffset(): ValiseError {
  return new ValiseError(
    'offset_conflict',
    'The upload is not where this goes on. Ask where it is, then go on from there.',
  );
}
