import { recordRepeated } from '../audit/record-repeated.ts';
import type { Instant } from '../model/clock.ts';
import type { Repositories } from '../model/database.ts';
import type { EventIds } from '../model/event.ts';
import type { Segment } from '../model/file.ts';
import type { FileId } from '../model/ids.ts';
import { idPattern } from '../model/ids.ts';
import type { Completion, Growth, IncomingUpload } from '../model/incoming-upload.ts';
import type { Actor } from '../model/principal.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { Command, Transaction } from '../ports/command-runner.ts';
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
}

/**
 * Adds an upload, and returns its id; that of the upload that was begun before, where it is keyed. Throws `too_large`
 * when it, with all that was sent or begun, is more than may be sent.
 */
export const beginUpload: Command<NewUpload, FileId> = {
  name: 'beginUpload',
  blobKeys: ({ segment }) => (segment === undefined ? [] : [segment.blobKey]),

  async run(transaction, { actor, owner, limits, upload, segment, isKeyed = false }) {
    const { uploads, segments } = transaction.repositories;
    await refuseEndedOwner(transaction.repositories, owner, upload.createdAt);
    const same = isKeyed ? await findSame(uploads, owner, upload, upload.createdAt) : undefined;
    if (same !== undefined) return same.id;
    const allowance = await findAllowance(transaction.repositories, owner, limits);
    const { files, bytes } = await uploads.sumFor(owner.id);
    refuseOverAllowance(allowance, files + 1, bytes + upload.sizeBytes);
    await uploads.add(upload);
    if (segment !== undefined) await segments.add(upload.id, 0, segment);
    await record(transaction, actor, owner, 'upload.begun', upload);
    return upload.id;
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
  const common: Record<string, string> =
    owner.kind === 'draft'
      ? { draftId: owner.id }
      : { contact: contactOf(owner), grantId: owner.grantId };
  const details = { sizeBytes, ...common, fileId: id };
  const account = { id: owner.accountId };
  const ids: EventIds =
    owner.kind === 'draft'
      ? { draft: owner.id, file: id }
      : { dispatch: owner.grantId, receiver: owner.id, file: id };
  await recordRepeated(transaction, transaction.repositories, {
    actor,
    event: { action, account, ids, object: name, outcome: 'ok', details },
    per: owner.id,
    common,
  });
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
}

/** Adds a part to an upload. Throws `offset_conflict` unless it starts at the upload's offset. */
export const appendSegment: Command<NewSegment, void> = {
  name: 'appendSegment',
  blobKeys: ({ segment }) => [segment.blobKey],

  async run({ repositories, clock }, { owner, uploadId, number, segment, growth, ...known }) {
    await refuseEndedOwner(repositories, owner, clock.now());
    if (owner.kind === 'draft') await repositories.drafts.putOff(owner.id, growth.expiresAt);
    if (!(await repositories.uploads.grow(uploadId, growth))) throw otherOffset();
    await repositories.segments.add(uploadId, number, segment);
    const { completion, hashState } = known;
    if (completion !== undefined) await repositories.uploads.noteCompletion(uploadId, completion);
    else if (hashState !== undefined) await repositories.uploads.keepHashState(uploadId, hashState);
  },
};

export function otherOffset(): ValiseError {
  return new ValiseError(
    'offset_conflict',
    'The upload is not where this goes on. Ask where it is, then go on from there.',
  );
}
