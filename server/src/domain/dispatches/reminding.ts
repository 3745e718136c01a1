import { setImmediate as nextTurn } from 'node:timers/promises';

import { listUnfetched } from '../downloads/link-downloads.ts';
import type { Clock } from '../model/clock.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { Delivery, DispatchOverview } from '../model/dispatch.ts';
import type { DispatchId, MailId, Randomness, ReceiverId } from '../model/ids.ts';
import { idPattern, newId } from '../model/ids.ts';
import type { OutboxMessage } from '../model/outbox.ts';
import type { SecretHasher } from '../ports/hashers.ts';

interface Dependencies {
  database: DatabaseOf<'accounts' | 'dispatches' | 'downloads' | 'outbox' | 'suppressions'>;
  randomness: Randomness;
  clock: Clock;
  /** How long before the end; 0 reminds nobody. */
  remindBeforeMs: number;
}

export type Reminding = ReturnType<typeof createReminding>;

/** Reminds receivers of what they have not taken yet while there is still time. */
export function createReminding({ database, randomness, clock, remindBeforeMs }: Dependencies) {
  /** A drop that was short-lived from the start would remind of what has only just been sent. */
  function isNearItsEnd({ dispatch, endedAt }: DispatchOverview): boolean {
    const leftMs = dispatch.expiresAt - clock.now();
    const lifetimeMs = dispatch.expiresAt - dispatch.createdAt;
    return (
      endedAt === undefined &&
      leftMs > 0 &&
      leftMs < remindBeforeMs &&
      lifetimeMs >= 2 * remindBeforeMs
    );
  }

  /** What is to be written for one drop, and nothing where all is said or fetched. */
  async function composeReminders(
    repositories: Pick<
      Repositories,
      'accounts' | 'dispatches' | 'downloads' | 'outbox' | 'suppressions'
    >,
    id: DispatchId,
  ): Promise<OutboxMessage[]> {
    const overview = await repositories.dispatches.find(id);
    if (overview === undefined || !isNearItsEnd(overview)) return [];
    const sender = await repositories.accounts.lock(overview.dispatch.accountId);
    if (sender?.notices.reminders !== true) return [];
    const reminders: OutboxMessage[] = [];
    for (const receiver of await listUnfetched(repositories, overview)) {
      if (await wasReminded(repositories, receiver)) continue;
      reminders.push({
        id: newId(randomness),
        kind: 'reminder',
        to: receiver.email,
        accountId: sender.id,
        receiverId: receiver.id,
        createdAt: clock.now(),
      });
    }
    return reminders;
  }

  return {
    /**
     * Writes one reminder to each receiver of a drop that ends soon, unless its sender or they want none.
     * Nobody is reminded of one drop twice, however often its end is put off. Returns how many were.
     */
    async remindReceivers(): Promise<number> {
      const now = clock.now();
      let reminded = 0;
      for (const id of await database.dispatches.listEnding(now, now + remindBeforeMs)) {
        // The database alone keeps this loop in microtasks: nothing else would have its turn.
        await nextTurn();
        // Most drops need nothing; only the others are worth keeping writers waiting for.
        if ((await composeReminders(database, id)).length === 0) continue;
        reminded += await database.transact(async (repositories) => {
          const reminders = await composeReminders(repositories, id);
          await repositories.outbox.add(reminders);
          return reminders.length;
        });
      }
      return reminded;
    },
  };
}

interface ChoiceDependencies {
  database: DatabaseOf<'dispatches' | 'outbox'>;
  hasher: SecretHasher;
  randomness: Randomness;
  clock: Clock;
}

export type ReminderChoice = ReturnType<typeof createReminderChoice>;

/** Lets whoever has the mail of a drop do without its reminder. */
export function createReminderChoice({ database, hasher, randomness, clock }: ChoiceDependencies) {
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
async function wasReminded(
  { outbox }: Pick<Repositories, 'outbox'>,
  { id }: { id: ReceiverId },
): Promise<boolean> {
  return (await outbox.listFor(id)).some(({ kind }) => kind === 'reminder');
}

/** Stands in the mail beside the link, and gives nobody the files. */
export function noReminderToken(hasher: SecretHasher, receiverId: ReceiverId): string {
  return hasher.hash(`no reminder ${receiverId}`).toString('base64url');
}
