import type { Account } from '../model/account.ts';
import type { DatabaseOf } from '../model/database.ts';
import type { DropPassword } from '../model/dispatch.ts';
import { keptDropPassword, refuseBadDropPassword } from '../model/drop-password.ts';
import type { EventRows } from '../model/event.ts';
import type { DispatchId } from '../model/ids.ts';
import { newId } from '../model/ids.ts';
import type { Actor } from '../model/principal.ts';
import { invalid } from '../model/valise-error.ts';
import type { HashSlots } from '../ports/coordination.ts';
import type { PasswordHasher } from '../ports/hashers.ts';
import { inSlot } from '../ports/in-slot.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import { createChange } from './change-dispatch.ts';

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events' | 'randomness'> {
  database: DatabaseOf<'accounts' | 'dispatches' | 'idempotency' | EventRows>;
  passwordHasher: PasswordHasher;
  /** Those of drops. */
  hashSlots: HashSlots;
}

export type DropPasswords = ReturnType<typeof createDropPasswords>;

/** The passwords that senders set for drops, and tell by other means. */
export function createDropPasswords(dependencies: Dependencies) {
  const { passwordHasher, hashSlots, randomness } = dependencies;

  async function hash({ id }: Account, written: string, dispatchId: DispatchId): Promise<string> {
    return await inSlot(hashSlots, { isKnown: true, group: id }, () =>
      passwordHasher.hash(keptDropPassword(written), dispatchId),
    );
  }

  return {
    /** Hashes the password of a drop that is about to be sent: the hash is right for that drop alone. */
    async prepare(account: Account, written: string): Promise<DropPassword> {
      refuseBadDropPassword(written);
      const dispatchId = newId<DispatchId>(randomness);
      return { dispatchId, hash: await hash(account, written, dispatchId) };
    },

    /**
     * Gives a live drop of the account another password. Whoever had entered the one before is asked again, and what
     * runs is cut. Throws `invalid` for a drop without one: its receivers were told of none.
     */
    async change(actor: Actor, account: Account, id: string, written: string): Promise<void> {
      refuseBadDropPassword(written);
      const owner = { accountId: account.id, kind: 'drop' } as const;
      const phc = await hash(account, written, id as DispatchId);
      const change = createChange(dependencies, owner);
      await change(actor, id, 'drop.password_set', async ({ dispatches }, { dispatch }) => {
        if (dispatch.passwordHash === undefined) {
          throw invalid([{ field: 'password', problem: 'cannot be set: the drop has none.' }]);
        }
        await dispatches.setPassword(dispatch.id, phc);
        return { details: {} };
      });
    },
  };
}
