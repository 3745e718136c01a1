import type { Clock } from '../model/clock.ts';
import type { Delivery } from '../model/dispatch.ts';
import type { MailId, Randomness, ReceiverId } from '../model/ids.ts';
import { idPattern, newId } from '../model/ids.ts';
import type { SecretHasher } from '../ports/secret-hasher.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';

interface Dependencies {
  database: DatabaseOf<'dispatches' | 'outbox'>;
  hasher: SecretHasher;
  randomness: Randomness;
  clock: Clock;
}

export type ReminderChoice = ReturnType<typeof createReminderChoice>;

/** Lets whoever has the mail of a drop do without its reminder. */
export function createReminderChoice({ database, hasher, randomness, clock }: Dependencies) {
  return {
    /** The delivery that a token is about; undefined for a token that is none. Looking changes nothing. */
    async find(receiverId: string, token: string): Promise<Delivery | undefined> {
      if (!idPattern.test(receiverId)) return undefined;
      const id = receiverId as ReceiverId;
      const isRight = hasher.equal(Buffer.from(token), Buffer.from(noReminderToken(hasher, id)));
      const delivery = isRight ? await database.dispatches.findByReceiver(id) : undefined;
      return delivery?.dispatch.kind === 'drop' ? delivery : undefined;
    },

    /** May be asked twice. All that is stored is a reminder that was withdrawn before it was made. */
    async decline({ receiver, sender }: Delivery): Promise<void> {
      await database.transact(async (repositories) => {
        if (await wasReminded(repositories, receiver)) return;
        const id = newId<MailId>(randomness);
        const about = { to: receiver.email, accountId: sender.id, receiverId: receiver.id };
        const createdAt = clock.now();
        await repositories.outbox.add([{ id, kind: 'reminder', ...about, createdAt }]);
        await repositories.outbox.settle(id, 'withdrawn', createdAt, 'The receiver wants none.');
      });
    },
  };
}

/** Whether a reminder was written to a receiver, or is not to be written. */
export async function wasReminded(
  { outbox }: Pick<Repositories, 'outbox'>,
  { id }: { id: ReceiverId },
): Promise<boolean> {
  return (await outbox.listFor(id)).some(({ kind }) => kind === 'reminder');
}

/** Stands in the mail beside the link, and gives nobody the files. */
export function noReminderToken(hasher: SecretHasher, receiverId: ReceiverId): string {
  return hasher.hash(`no reminder ${receiverId}`).toString('base64url');
}
