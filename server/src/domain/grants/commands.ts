import { recordRepeated } from '../audit/record-repeated.ts';
import type { Instant } from '../model/clock.ts';
import type { Repositories } from '../model/database.ts';
import type { Delivery, Dispatch, DispatchReceiver, ReturnSum } from '../model/dispatch.ts';
import type { Draft } from '../model/draft.ts';
import type { RequestLimits } from '../model/file-request.ts';
import type { Segment, StoredFile } from '../model/file.ts';
import type { AccountId, DispatchId, DraftId, FileId, MailId, ReceiverId } from '../model/ids.ts';
import { idPattern, newId } from '../model/ids.ts';
import type {
  Completion,
  Growth,
  IncomingUpload,
  UploadOwnerId,
} from '../model/incoming-upload.ts';
import type { Actor } from '../model/principal.ts';
import { ValiseError, invalid } from '../model/valise-error.ts';
import type { Command, Transaction } from '../ports/command-runner.ts';
import type { FileLimits } from '../transfers/upload-limits.ts';
import { quotaOf } from '../transfers/upload-limits.ts';

/** What the address of a link without an owner is: such a receiver names themselves when they send. */
export const noAddress = '';

/** Whether a receiver got a link without an address. */
export function isBareLink({ email }: Pick<DispatchReceiver, 'email'>): boolean {
  return email === noAddress;
}

/** A grant as the holder of one of its links uses it. */
export interface GrantUse extends Delivery {
  /** The browser, where the link has no address, so that several people may have it; undefined: without a cookie. */
  visitorHash?: Buffer | undefined;
}

/** A grant as one of its receivers uses it. */
export interface GrantRef {
  grantId: DispatchId;
  receiverId: ReceiverId;
  /** Empty for a link without an address. */
  email: string;
  linkHash: Buffer | undefined;
  /** The account that made the grant. */
  accountId: AccountId;
  visitorHash: Buffer | undefined;
}

export function grantRefOf({ dispatch, receiver, sender, visitorHash }: GrantUse): GrantRef {
  const { id: receiverId, email, linkHash } = receiver;
  return { grantId: dispatch.id, receiverId, email, linkHash, accountId: sender.id, visitorHash };
}

/** A draft, as uploads to it refer to it. */
export interface DraftRef {
  draftId: DraftId;
  accountId: AccountId;
}

/** What uploads belong to, as it was found: the grant that a contact uses, or a draft. */
export type UploadOwner = GrantUse | { draft: Draft };

export type OwnerRef = GrantRef | DraftRef;

export function ownerRefOf(owner: UploadOwner): OwnerRef {
  if (!('draft' in owner)) return grantRefOf(owner);
  return { draftId: owner.draft.id, accountId: owner.draft.accountId };
}

export function ownerIdOf(owner: OwnerRef): UploadOwnerId {
  return 'draftId' in owner ? owner.draftId : owner.receiverId;
}

/** A file that is announced. Of one that arrived in one request, all bytes are there. */
export interface NewUpload {
  actor: Actor;
  owner: OwnerRef;
  limits: GrantLimits;
  upload: IncomingUpload;
  /** The part that has come; undefined: none. */
  segment?: Segment | undefined;
  /** Whether the metadata are of this upload alone, so that one with the same is this one, begun before. */
  isKeyed?: boolean;
}

/**
 * Adds an upload, and returns its id; that of the upload that was begun before, where it is keyed. Throws `too_large` when
 * it, with all that was sent or begun, is more than may be sent.
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
    const { files, bytes } = await uploads.sumFor(ownerIdOf(owner));
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
  owner: OwnerRef,
  upload: Pick<IncomingUpload, 'metadata' | 'sizeBytes'>,
  now: Instant,
): Promise<IncomingUpload | undefined> {
  return await uploads.findSame(ownerIdOf(owner), upload, 'draftId' in owner ? 0 : now);
}

/** Deletes an upload; its bytes cannot be read from then on. Throws `not_found` where there is none. */
export const cancelUpload: Command<{ actor: Actor; owner: OwnerRef; uploadId: string }, void> = {
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
  owner: OwnerRef,
  id: string,
  now: Instant,
): Promise<IncomingUpload> {
  const upload = idPattern.test(id) ? await uploads.find(id as FileId) : undefined;
  const isExpired = !('draftId' in owner) && upload !== undefined && upload.expiresAt <= now;
  if (upload?.ownerId !== ownerIdOf(owner) || isExpired) {
    throw new ValiseError('not_found', 'There is no such upload. Begin a new one.');
  }
  return upload;
}

async function record(
  transaction: Transaction,
  actor: Actor,
  owner: OwnerRef,
  action: 'upload.begun' | 'upload.cancelled',
  { id, name, sizeBytes }: IncomingUpload,
): Promise<void> {
  const common: Record<string, string> =
    'draftId' in owner
      ? { draftId: owner.draftId }
      : { contact: contactOf(owner), grantId: owner.grantId };
  const details = { sizeBytes, ...common, fileId: id };
  await recordRepeated(transaction, transaction.repositories, {
    actor,
    event: { action, object: name, outcome: 'ok', details },
    per: ownerIdOf(owner),
    common,
  });
}

/** A part of an upload, whose bytes are stored. */
export interface NewSegment {
  owner: OwnerRef;
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
    if ('draftId' in owner) await repositories.drafts.putOff(owner.draftId, growth.expiresAt);
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
  /** Whether the contact, who has an address, gets a mail that names the files. */
  isConfirmed: boolean;
}

/** Puts files into the inbox of the grant's account, and notifies the account and the contact. */
export const createReturn: Command<NewReturn, void> = {
  name: 'createReturn',
  // The blobs of uploads have rows already, so that no sweep treats them as orphans.
  blobKeys: ({ files }) => files.filter((file) => !isUpload(file)).map(({ id }) => id),

  async run({ repositories, audit, clock, randomness }, order) {
    const { actor, grant, limits, dispatch, lender, files, isConfirmed } = order;
    await refuseEndedOwner(repositories, grant, clock.now());
    const allowance = await findAllowance(repositories, grant, limits);
    const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    refuseOverAllowance(allowance, files.length, bytes);
    const uploads = files.filter(isUpload).map(({ id }) => id);
    for (const id of uploads) {
      if ((await repositories.uploads.find(id)) === undefined) throw noUploads([id]);
    }
    await repositories.uploads.remove(uploads);
    await repositories.dispatches.add(dispatch, [lender]);
    for (const file of files) await repositories.files.addToDispatch(file);
    const mail = {
      accountId: grant.accountId,
      receiverId: lender.id,
      createdAt: dispatch.createdAt,
    };
    await repositories.outbox.add([
      { ...mail, id: newId(randomness), kind: 'received', to: lender.email },
      ...(isConfirmed && !isBareLink(grant)
        ? [{ ...mail, id: newId<MailId>(randomness), kind: 'returned' as const, to: grant.email }]
        : []),
    ]);
    await audit.record(repositories, actor, {
      action: 'return.created',
      object: dispatch.id,
      outcome: 'ok',
      details: { files: files.length, contact: contactOf(grant), grantId: grant.grantId },
    });
  },
};

/** Who the trail says sent files: nobody knows the holder of a link without an address. */
function contactOf(grant: Pick<GrantRef, 'email'>): string {
  return isBareLink(grant) ? 'anonymous' : grant.email;
}

function isUpload({ segments }: StoredFile): boolean {
  return segments !== undefined;
}

export function noUploads(ids: readonly string[]): ValiseError {
  return invalid(
    ids.map((id) => ({ field: id, problem: 'There is no such upload. Send the file again.' })),
  );
}

/**
 * Throws `not_found` unless the link or the draft lives and its account is not disabled, now and until the transaction
 * ends: this may have changed since the first byte.
 */
async function refuseEndedOwner(
  repositories: Pick<Repositories, 'accounts' | 'dispatches' | 'drafts'>,
  owner: OwnerRef,
  now: Instant,
): Promise<void> {
  const account = await repositories.accounts.lock(owner.accountId);
  const isLive = await ('draftId' in owner
    ? isUnsent(repositories, owner, now)
    : isLiveGrant(repositories, owner, now));
  if (!isLive || account === undefined || account.disabledAt !== undefined) {
    throw new ValiseError('not_found', 'The request for files ended while they were being sent.');
  }
}

async function isLiveGrant(
  { dispatches }: Pick<Repositories, 'dispatches'>,
  { linkHash, receiverId }: GrantRef,
  now: Instant,
): Promise<boolean> {
  const live = linkHash && (await dispatches.findByLink(linkHash, now))?.receiver.id;
  return live === receiverId;
}

async function isUnsent(
  { drafts }: Pick<Repositories, 'drafts'>,
  { draftId, accountId }: DraftRef,
  now: Instant,
): Promise<boolean> {
  const draft = await drafts.find(draftId, now);
  return draft?.accountId === accountId && draft.dispatchId === undefined;
}

export interface GrantLimits extends FileLimits {
  /** How many files one contact may send back through one grant. */
  grantMaxFiles: number;
  /** How many bytes they may have together; undefined: any number. */
  grantMaxBytes: number | undefined;
  /** How many bytes all drafts of an account without a quota of its own may have together; undefined: any number. */
  draftQuotaBytes?: number | undefined;
  /** How often files may be sent back through one grant; undefined: any number of times. */
  grantMaxReturns?: number | undefined;
}

/** The limits of one grant: those of the server, and its own where they are narrower. */
function limitsWithin(limits: GrantLimits, own: RequestLimits | undefined): GrantLimits {
  if (own === undefined) return limits;
  return {
    ...limits,
    maxFileBytes: least(limits.maxFileBytes, own.maxFileBytes),
    grantMaxFiles: Math.min(limits.grantMaxFiles, own.maxFiles ?? Infinity),
    grantMaxBytes: least(limits.grantMaxBytes, own.maxBytes),
    grantMaxReturns: own.maxReturns,
  };
}

function least(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}

/** How many files a draft may have. */
export const maxDraftFiles = 10_000;

/** How much a contact may still send back. */
export interface GrantAllowance {
  files: number;
  /** Undefined: any number. */
  bytes: number | undefined;
  /** Of a single file. Undefined: any number. */
  fileBytes: number | undefined;
}

/** How much the owner of uploads may have, with those that were begun. */
export async function findAllowance(
  {
    accounts,
    dispatches,
    fileRequests,
    uploads,
  }: Pick<Repositories, 'accounts' | 'dispatches' | 'fileRequests' | 'uploads'>,
  owner: OwnerRef,
  limits: GrantLimits,
): Promise<GrantAllowance> {
  if (!('draftId' in owner)) {
    const own = await fileRequests.findLimits(owner.grantId);
    return allowanceAfter(await dispatches.sumReturns(owner.receiverId), limitsWithin(limits, own));
  }
  const { draftQuotaBytes, maxFileBytes: fileBytes } = limits;
  const account = await accounts.find(owner.accountId);
  const quota = quotaOf(account ?? { quotaBytes: undefined }, draftQuotaBytes);
  if (quota === undefined) return { files: maxDraftFiles, bytes: undefined, fileBytes };
  const others = await uploads.sumInDrafts(owner.accountId, owner.draftId);
  return { files: maxDraftFiles, bytes: Math.max(0, quota - others), fileBytes };
}

/** What is left of a grant once this much was sent back through it. */
function allowanceAfter(
  sent: ReturnSum,
  { grantMaxFiles, grantMaxBytes, grantMaxReturns = Infinity, maxFileBytes }: GrantLimits,
): GrantAllowance {
  const isUsedUp = sent.returns >= grantMaxReturns;
  return {
    files: isUsedUp ? 0 : Math.max(0, grantMaxFiles - sent.files),
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
