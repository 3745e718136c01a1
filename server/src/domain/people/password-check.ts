import type { AccountId } from '../model/ids.ts';
import type { HashSlots } from '../ports/coordination.ts';
import type { PasswordHasher } from '../ports/hashers.ts';

interface Dependencies {
  passwordHasher: PasswordHasher;
  hashSlots: HashSlots;
}

export type PasswordCheck = ReturnType<typeof createPasswordCheck>;

/** Hashes and verifies passwords, two at a time on a server. Throws `unavailable` when too many wait. */
export function createPasswordCheck({ passwordHasher, hashSlots }: Dependencies) {
  async function inSlot<Result>(work: () => Promise<Result>): Promise<Result> {
    const release = await hashSlots.take();
    try {
      return await work();
    } finally {
      release();
    }
  }

  return {
    hash: (password: string, accountId: AccountId): Promise<string> =>
      inSlot(() => passwordHasher.hash(password, accountId)),

    /** The same work where there is no account or no password. */
    async verify(
      password: string,
      known: { accountId: AccountId; phc: string } | undefined,
    ): Promise<boolean> {
      const { accountId, phc } = known ?? { accountId: '', phc: passwordHasher.nobodys };
      return await inSlot(() => passwordHasher.verify(password, accountId, phc));
    },

    isOutdated: (phc: string): boolean => passwordHasher.isOutdated(phc),
  };
}
