import type { OwnerRef } from './owners.ts';
import type { ReturnSum } from '../model/dispatch.ts';
import type { Repositories } from '../model/database.ts';
import type { RequestLimits } from '../model/file-request.ts';
import type { UploadOwnerId, AnnouncedSum } from '../model/incoming-upload.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { FileLimits, LimitedScope } from '../transfers/upload-limits.ts';
import { quotaOf } from '../transfers/upload-limits.ts';

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
