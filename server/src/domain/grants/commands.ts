import { recordRepeated } from '../audit/record-repeated.ts';
import type { Instant } from '../model/clock.ts';
import type { Repositories } from '../model/database.ts';
import type { Delivery, Dispatch, DispatchReceiver, ReturnSum } from '../model/dispatch.ts';
import type { Segment, StoredFile } from '../model/file.ts';
import type { AccountId, DispatchId, FileId, ReceiverId } from '../model/ids.ts';
import { idPattern, newId } from '../model/ids.ts';
import type { Completion, Growth, IncomingUpload } from '../model/incoming-upload.ts';
import type { Actor } from '../model/principal.ts';
import { ValiseError, invalid } from '../model/valise-error.ts';
import type { Command, Transaction } from '../ports/command-runner.ts';
import { networkOf } from '../ports/rate-limiter.ts';
import type { FileLimits } from '../transfers/upload-limits.ts';

/** A grant as one of its receivers uses it. */
export interface GrantRef {
  grantId: DispatchId;
  receiverId: ReceiverId;
  email: string;
  linkHash: Buffer | undefined;
  /** The account that made the grant. */
  accountId: AccountId;
}

export function grantRefOf({ dispatch, receiver, sender }: Delivery): GrantRef {
  const { id: receiverId, email, linkHash } = receiver;
  return { grantId: dispatch.id, receiverId, email, linkHash, accountId: sender.id };
}

/** A file that is announced, of which no byte has come. */
export interface NewUpload {
  actor: Actor;
  grant: GrantRef;
  limits: GrantLimits;
  upload: IncomingUpload;
}

/** Adds an upload. Throws `too_large` when it, with all that was sent or begun, is more than may be sent. */
export const beginUpload: Command<NewUpload, void> = {
  name: 'beginUpload',

  async run(transaction, { actor, grant, limits, upload }) {
    const { dispatches, uploads } = transaction.repositories;
    await refuseEndedGrant(transaction.repositories, grant, upload.createdAt);
    const sent = await dispatches.sumReturns(grant.receiverId);
    const begun = [...(await uploads.listFor(grant.receiverId)), upload];
    const bytes = begun.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    refuseOverAllowance(allowanceAfter(sent, limits), begun.length, bytes);
    await uploads.add(upload);
    await record(transaction, actor, grant, 'upload.begun', upload);
  },
};

/** Deletes an upload; its bytes cannot be read from then on. Throws `not_found` where there is none. */
export const cancelUpload: Command<{ actor: Actor; grant: GrantRef; uploadId: string }, void> = {
  name: 'cancelUpload',

  async run(transaction, { actor, grant, uploadId }) {
    const { uploads } = transaction.repositories;
    const now = transaction.clock.now();
    const upload = await getUpload(uploads, grant, uploadId, now);
    await uploads.shred(upload.id, now);
    await record(transaction, actor, grant, 'upload.cancelled', upload);
  },
};

/** Throws `not_found` unless the upload came through this grant and has not expired. */
export async function getUpload(
  uploads: Pick<Repositories['uploads'], 'find'>,
  { receiverId }: Pick<GrantRef, 'receiverId'>,
  id: string,
  now: Instant,
): Promise<IncomingUpload> {
  const upload = idPattern.test(id) ? await uploads.find(id as FileId) : undefined;
  if (upload?.receiverId !== receiverId || upload.expiresAt <= now) {
    throw new ValiseError('not_found', 'There is no such upload. Begin a new one.');
  }
  return upload;
}

async function record(
  transaction: Transaction,
  actor: Actor,
  { grantId, receiverId, email }: GrantRef,
  action: 'upload.begun' | 'upload.cancelled',
  { id, name, sizeBytes }: IncomingUpload,
): Promise<void> {
  const common = { contact: email, grantId };
  const details = { sizeBytes, ...common, fileId: id };
  await recordRepeated(transaction, transaction.repositories, {
    actor,
    event: { action, object: name, outcome: 'ok', details },
    subject: `${receiverId} ${networkOf(actor.source)}`,
    common,
  });
}

/** A part of an upload, whose bytes are stored. */
export interface NewSegment {
  grant: GrantRef;
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

  async run({ repositories, clock }, { grant, uploadId, number, segment, growth, ...known }) {
    await refuseEndedGrant(repositories, grant, clock.now());
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

/** What a contact sends back. */
export interface NewReturn {
  actor: Actor;
  grant: GrantRef;
  limits: GrantLimits;
  dispatch: Dispatch;
  /** The account of the grant, as the receiver of the return. */
  lender: DispatchReceiver;
  /** In one blob, or complete uploads. */
  files: readonly StoredFile[];
}

/** Puts files into the inbox of the grant's account, and notifies the account. */
export const createReturn: Command<NewReturn, void> = {
  name: 'createReturn',
  // The blobs of uploads have rows already, so that no sweep treats them as orphans.
  blobKeys: ({ files }) => files.filter((file) => !isUpload(file)).map(({ id }) => id),

  async run({ repositories, audit, clock, randomness }, order) {
    const { actor, grant, limits, dispatch, lender, files } = order;
    await refuseEndedGrant(repositories, grant, clock.now());
    const sent = await repositories.dispatches.sumReturns(grant.receiverId);
    const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    refuseOverAllowance(allowanceAfter(sent, limits), files.length, bytes);
    const uploads = files.filter(isUpload).map(({ id }) => id);
    for (const id of uploads) {
      if ((await repositories.uploads.find(id)) === undefined) throw noUploads([id]);
    }
    await repositories.uploads.remove(uploads);
    await repositories.dispatches.add(dispatch, [lender]);
    for (const file of files) await repositories.files.addToDispatch(file);
    await repositories.outbox.add([
      {
        id: newId(randomness),
        kind: 'received',
        to: lender.email,
        accountId: grant.accountId,
        receiverId: lender.id,
        createdAt: dispatch.createdAt,
      },
    ]);
    await audit.record(repositories, actor, {
      action: 'return.created',
      object: dispatch.id,
      outcome: 'ok',
      details: { files: files.length, contact: grant.email, grantId: grant.grantId },
    });
  },
};

function isUpload({ segments }: StoredFile): boolean {
  return segments !== undefined;
}

export function noUploads(ids: readonly string[]): ValiseError {
  return invalid(
    ids.map((id) => ({ field: id, problem: 'There is no such upload. Send the file again.' })),
  );
}

/**
 * Throws `not_found` unless the link lives and its account may still grant pages, now and until the
 * transaction ends: this may have changed since the first byte.
 */
export async function refuseEndedGrant(
  { accounts, dispatches }: Pick<Repositories, 'accounts' | 'dispatches'>,
  { receiverId, linkHash, accountId }: GrantRef,
  now: Instant,
): Promise<void> {
  const account = await accounts.lock(accountId);
  const live = linkHash && (await dispatches.findByLink(linkHash, now))?.receiver.id;
  if (live !== receiverId || account === undefined || account.disabledAt !== undefined) {
    throw new ValiseError('not_found', 'The request for files ended while they were being sent.');
  }
}

export interface GrantLimits extends FileLimits {
  /** How many files one contact may send back through one grant. */
  grantMaxFiles: number;
  /** How many bytes they may have together; undefined: any number. */
  grantMaxBytes: number | undefined;
}

/** How much a contact may still send back. */
export interface GrantAllowance {
  files: number;
  /** Undefined: any number. */
  bytes: number | undefined;
  /** Of a single file. Undefined: any number. */
  fileBytes: number | undefined;
}

/** What is left of a grant once this much was sent back through it. */
export function allowanceAfter(
  sent: ReturnSum,
  { grantMaxFiles, grantMaxBytes, maxFileBytes }: GrantLimits,
): GrantAllowance {
  return {
    files: Math.max(0, grantMaxFiles - sent.files),
    bytes: grantMaxBytes === undefined ? undefined : Math.max(0, grantMaxBytes - sent.bytes),
    fileBytes: maxFileBytes,
  };
}

/** Throws `too_large` when these files and bytes are more than may still be sent. */
export function refuseOverAllowance(allowance: GrantAllowance, files: number, bytes: number): void {
  if (files > allowance.files) {
    throw new ValiseError(
      'too_large',
      `These are more files than the ${allowance.files} that can still be sent here.`,
    );
  }
  if (allowance.bytes !== undefined && bytes > allowance.bytes) throw overBytes(allowance.bytes);
}

export function overBytes(allowedBytes: number): ValiseError {
  return new ValiseError(
    'too_large',
    `The files take more than the ${allowedBytes} bytes that can still be sent here.`,
  );
}
