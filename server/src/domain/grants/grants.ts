import type { DispatchOverview } from '../model/dispatch.ts';
import type { ReceiverId } from '../model/ids.ts';
import type { IncomingUpload } from '../model/incoming-upload.ts';
import type { SecretHasher } from '../ports/hashers.ts';
import type { LockedDelivery } from '../second-factor/second-factor.ts';
import { isLocked } from '../second-factor/second-factor.ts';
import type { LimitedScope } from '../transfers/upload-limits.ts';
import type { GrantAllowance } from './commands.ts';
import { allowanceAfter, overBytes } from './commands.ts';
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
    async findByLink(
      secret: string,
      session?: string,
    ): Promise<Grant | LockedDelivery | undefined> {
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
