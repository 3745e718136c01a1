import type { Instant } from '../model/clock.ts';
import type { Repositories } from '../model/database.ts';
import type { Delivery, DispatchOverview, ReturnSum } from '../model/dispatch.ts';
import type { ReceiverId } from '../model/ids.ts';
import type { IncomingUpload } from '../model/incoming-upload.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { SecretHasher } from '../ports/hashers.ts';
import type { LockedDelivery } from '../second-factor/second-factor.ts';
import { isLocked } from '../second-factor/second-factor.ts';
import type { FileLimits, LimitedScope } from '../transfers/upload-limits.ts';
import type { Grant, GrantDependencies, GrantUpload } from './grant-upload.ts';
import { openGrantUpload } from './grant-upload.ts';

interface Dependencies extends GrantDependencies {
  hasher: SecretHasher;
}

export type Grants = ReturnType<typeof createGrants>;

/** What a contact with an upload page can do with its link. */
export function createGrants(dependencies: Dependencies) {
  const { database, hasher, clock, limits } = dependencies;

  return {
    /**
     * Authorises the upload page: undefined for a link that is unknown, expired or revoked, or whose
     * account was disabled, indistinguishably. Viewing changes nothing. Where a code is demanded, nothing
     * is revealed without the session of a browser that entered one.
     */
    async findGrant(secret: string, session?: string): Promise<Grant | LockedDelivery | undefined> {
      const delivery = await database.dispatches.findByLink(hasher.hash(secret), clock.now());
      if (delivery?.dispatch.kind !== 'grant') return undefined;
      if (delivery.sender.disabledAt !== undefined) return undefined;
      if (await isLocked(dependencies, delivery, session)) return { ...delivery, isLocked: true };
      return { ...delivery, isLocked: false };
    },

    /** What was sent back through the link before, newest first. */
    async listReturns({ receiver }: Grant): Promise<DispatchOverview[]> {
      return await database.dispatches.listReturns(receiver.id);
    },

    async allowanceOf({ receiver }: Grant): Promise<GrantAllowance> {
      return allowanceAfter(await database.dispatches.sumReturns(receiver.id), limits);
    },

    /** Throws `insufficient_storage` when the disk is nearly full. */
    async beginReturn(grant: Grant): Promise<GrantUpload> {
      return await openGrantUpload(dependencies, grant);
    },
  };
}

/**
 * Throws `not_found` unless the link lives and its account may still grant pages, now and until the
 * transaction ends: this may have changed since the first byte.
 */
export async function refuseEndedGrant(
  { accounts, dispatches }: Pick<Repositories, 'accounts' | 'dispatches'>,
  { receiver, sender }: Delivery,
  now: Instant,
): Promise<void> {
  const account = await accounts.lock(sender.id);
  const live =
    receiver.linkHash && (await dispatches.findByLink(receiver.linkHash, now))?.receiver.id;
  if (live !== receiver.id || account === undefined || account.disabledAt !== undefined) {
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

function overBytes(allowedBytes: number): ValiseError {
  return new ValiseError(
    'too_large',
    `The files take more than the ${allowedBytes} bytes that can still be sent here.`,
  );
}

/** How many bytes running form uploads, whose sizes are unknown, may bring next to announced uploads. */
export function grantScope(
  receiverId: ReceiverId,
  allowance: GrantAllowance,
  announced: readonly Pick<IncomingUpload, 'sizeBytes'>[],
  countBytes: () => number,
): LimitedScope[] {
  if (allowance.bytes === undefined) return [];
  const left = announced.reduce((rest, { sizeBytes }) => rest - sizeBytes, allowance.bytes);
  const maxBytes = Math.max(0, left);
  return [{ key: `grant ${receiverId}`, maxBytes, countBytes, refusal: () => overBytes(maxBytes) }];
}
