import type { AccountId } from '../model/ids.ts';
import type { HashClaim, HashSlots } from '../ports/coordination.ts';
import type { PasswordHasher } from '../ports/hashers.ts';
import { inSlot } from '../ports/in-slot.ts';

interface Dependencies {
  passwordHasher: PasswordHasher;
  /** Those of accounts. */
  hashSlots: HashSlots;
}

export type PasswordCheck = ReturnType<typeof createPasswordCheck>;

/** Hashes and verifies passwords, two at a time on a server. Throws `unavailable` when too many wait. */
export function createPasswordCheck({ passwordHasher, hashSlots }: Dependencies) {
  return {
    /** For a person who is signed in, or came by a link. */
    hash: (password: string, accountId: AccountId): Promise<string> =>
      inSlot(hashSlots, { isKnown: true, group: accountId }, () =>
        passwordHasher.hash(password, accountId),
      ),

    /** The same work where there is no account or no password. */
    async verify(
      password: string,
      known: { accountId: AccountId; phc: string } | undefined,
      claim: HashClaim,
    ): Promise<boolean> {
      const { accountId, phc } = known ?? { accountId: '', phc: passwordHasher.nobodys };
      return await inSlot(hashSlots, claim, () => passwordHasher.verify(password, accountId, phc));
    },

    isOutdated: (phc: string): boolean => passwordHasher.isOutdated(phc),
  };
}
