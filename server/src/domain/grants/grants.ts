import type { LockedDelivery } from '../second-factor/receiver-session.ts';
import { isLocked } from '../second-factor/receiver-session.ts';
import { allowanceAfter } from './grant-allowance.ts';
import type { GrantAllowance } from './grant-allowance.ts';
import type { Grant, GrantDependencies, GrantUpload } from './grant-upload.ts';
import { openGrantUpload } from './grant-upload.ts';
import type { DispatchOverview } from '../model/dispatch.ts';
import type { SecretHasher } from '../ports/secret-hasher.ts';

interface Dependencies extends GrantDependencies {
  hasher: SecretHasher;
}

export type Grants = ReturnType<typeof createGrants>;

/** What a contact who was lent an upload page can do with its link. */
export function createGrants(dependencies: Dependencies) {
  const { database, hasher, clock, limits } = dependencies;

  return {
    /**
     * The guard of the upload page: undefined for a link that is unknown, expired or revoked,
     * or whose lender was disabled, which nobody can tell apart. Looking changes nothing.
     * Where a code is demanded, nothing is given away without the session of a browser that entered
     * one.
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

    /** Throws `insufficient_storage` when the store is nearly full. */
    async beginReturn(grant: Grant): Promise<GrantUpload> {
      return await openGrantUpload(dependencies, grant);
    },
  };
}
