import type { Account } from '../model/account.ts';
import type { Repositories } from '../model/database.ts';
import type { AnnouncedSum } from '../model/incoming-upload.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { FileLimits, LimitedScope } from '../transfers/upload-limits.ts';
import type { AccountOwner, DraftOwner, GrantOwner, UploadOwner } from './owners.ts';

/** The limits of uploads, whoever owns them. */
export interface UploadLimits extends FileLimits {
  /** How many files one contact may send back through one grant. */
  grantMaxFiles: number;
  /** How many bytes they may have together; undefined: any number. */
  grantMaxBytes: number | undefined;
  /** How many bytes an account without a quota of its own may have in uploads; undefined: any number. */
  quotaBytes?: number | undefined;
}

/** How many files a draft may have, and how many uploads an account that are not sent yet. */
export const maxDraftFiles = 10_000;

/** How much the owner of uploads may have, with those that were begun. */
export interface Allowance {
  files: number;
  /** Undefined: any number. */
  bytes: number | undefined;
  /** Of a single file. Undefined: any number. */
  fileBytes: number | undefined;
}

type Some = Pick<Repositories, 'accounts' | 'dispatches' | 'fileRequests' | 'files' | 'uploads'>;

export async function findAllowance(
  repositories: Some,
  owner: UploadOwner,
  limits: UploadLimits,
): Promise<Allowance> {
  return owner.kind === 'grant'
    ? await findAllowanceOfGrant(repositories, owner, limits)
    : await findAllowanceOfAccount(repositories, owner, limits);
}

/** What the quota of the account leaves beside what else it has not sent yet. */
async function findAllowanceOfAccount(
  repositories: Some,
  owner: DraftOwner | AccountOwner,
  { quotaBytes, maxFileBytes: fileBytes }: UploadLimits,
): Promise<Allowance> {
  const account = await repositories.accounts.find(owner.accountId);
  const quota = account?.quotaBytes ?? quotaBytes;
  if (quota === undefined) return { files: maxDraftFiles, bytes: undefined, fileBytes };
  const others = await sumOthers(repositories, owner);
  return { files: maxDraftFiles, bytes: Math.max(0, quota - others), fileBytes };
}

/** How much of its quota an account uses with what it has not sent yet. */
export interface SpaceUse {
  usedBytes: number;
  /** Undefined: any number. */
  quotaBytes: number | undefined;
}

export async function findSpaceUse(
  { files, uploads }: Pick<Repositories, 'files' | 'uploads'>,
  { id, quotaBytes }: Pick<Account, 'id' | 'quotaBytes'>,
  limits: Pick<UploadLimits, 'quotaBytes'>,
): Promise<SpaceUse> {
  const inDrafts = await uploads.sumInDrafts(id);
  const { bytes: ofPrograms } = await uploads.sumFor(id);
  return {
    usedBytes: inDrafts + ofPrograms + (await files.trayBytes(id)),
    quotaBytes: quotaBytes ?? limits.quotaBytes,
  };
}

/**
 * Drafts and uploads of the account count each other. The latter count the tray as well, which counts nothing but
 * itself: clients of the customer's API do not meet what others uploaded.
 */
async function sumOthers(
  { files, uploads }: Some,
  { kind, id, accountId }: DraftOwner | AccountOwner,
): Promise<number> {
  if (kind === 'account') {
    return (await uploads.sumInDrafts(accountId)) + (await files.trayBytes(accountId));
  }
  return (await uploads.sumInDrafts(accountId, id)) + (await uploads.sumFor(accountId)).bytes;
}

/** What is left of the limits of the server and of those of the grant, once so much was sent back through it. */
async function findAllowanceOfGrant(
  { dispatches, fileRequests }: Some,
  { id, grantId }: GrantOwner,
  { grantMaxFiles, grantMaxBytes, maxFileBytes }: UploadLimits,
): Promise<Allowance> {
  const own = await fileRequests.findLimits(grantId);
  const sent = await dispatches.sumReturns(id);
  const isUsedUp = sent.returns >= (own?.maxReturns ?? Infinity);
  const maxFiles = Math.min(grantMaxFiles, own?.maxFiles ?? Infinity);
  const maxBytes = least(grantMaxBytes, own?.maxBytes);
  return {
    files: isUsedUp ? 0 : Math.max(0, maxFiles - sent.files),
    bytes: maxBytes === undefined ? undefined : Math.max(0, maxBytes - sent.bytes),
    fileBytes: least(maxFileBytes, own?.maxFileBytes),
  };
}

function least(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}

/** Throws `too_large` when these files and bytes are more than may still be sent. */
export function refuseOverAllowance(allowance: Allowance, files: number, bytes: number): void {
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
export function allowedScope(
  { id }: UploadOwner,
  allowance: Allowance,
  announced: Pick<AnnouncedSum, 'bytes'>,
  countBytes: () => number,
): LimitedScope[] {
  if (allowance.bytes === undefined) return [];
  const maxBytes = Math.max(0, allowance.bytes - announced.bytes);
  return [{ key: `uploads ${id}`, maxBytes, countBytes, refusal: () => overBytes(maxBytes) }];
}
