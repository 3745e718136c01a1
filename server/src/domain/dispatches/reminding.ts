import { setImmediate as nextTurn } from 'node:timers/promises';

import { listUnfetched } from '../downloads/link-downloads.ts';
import type { Account } from '../model/account.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { Delivery, DispatchOverview } from '../model/dispatch.ts';
import type { EventMail, EventRows } from '../model/event.ts';
import type { AccountId, DispatchId, MailId, ReceiverId } from '../model/ids.ts';
import { idPattern, newId } from '../model/ids.ts';
import type { Actor } from '../model/principal.ts';
import type { TokenHasher } from '../ports/hashers.ts';
import type { ServiceParts } from '../ports/service-parts.ts';

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events'> {
  database: DatabaseOf<'accounts' | 'dispatches' | 'downloads' | 'suppressions' | EventRows>;
  actor: Actor;
  /** How long before the end; 0 switches reminders off. */
  remindBeforeMs: number;
}

interface Reminders {
  sender: Account;
  mails: readonly EventMail[];
}

export type Reminding = ReturnType<typeof createReminding>;

/** Reminds receivers of files that they have not downloaded yet, before these expire. */
export function createReminding(dependencies: Dependencies) {
  const { database, events, clock, actor, remindBeforeMs } = dependencies;

  /** A short-lived drop would remind of files that were only just sent. One that mails nobody reminds nobody. */
  function isToRemindOf({ dispatch, endedAt }: DispatchOverview): boolean {
    const leftMs = dispatch.expiresAt - clock.now();
    const lifetimeMs = dispatch.expiresAt - dispatch.createdAt;
    return (
      dispatch.notify !== 'none' &&
      endedAt === undefined &&
      leftMs > 0 &&
      leftMs < remindBeforeMs &&
      lifetimeMs >= 2 * remindBeforeMs
    );
  }

  /** The reminders to queue for one drop; undefined where all were sent or everything was downloaded. */
  async function composeReminders(
    repositories: Pick<
      Repositories,
      'accounts' | 'dispatches' | 'downloads' | 'outbox' | 'suppressions'
    >,
    id: DispatchId,
    findSender: (id: AccountId) => Promise<Account | undefined>,
  ): Promise<Reminders | undefined> {
    const overview = await repositories.dispatches.find(id);
    if (overview === undefined || !isToRemindOf(overview)) return undefined;
    const sender = await findSender(overview.dispatch.accountId);
    if (sender?.notices.reminders !== true) return undefined;
    const mails: EventMail[] = [];
    for (const { id: receiverId, email: to } of await listUnfetched(repositories, overview)) {
      if (await wasReminded(repositories, { id: receiverId })) continue;
      mails.push({ kind: 'reminder', to, receiverId });
    }
    return mails.length === 0 ? undefined : { sender, mails };
  }

  return {
    /**
     * Queues one reminder for each receiver of a drop that ends soon, unless its sender or they want none.
     * A receiver gets one reminder for a drop, however often its end is extended. Returns how many were
     * queued.
     */
    async remindReceivers(): Promise<number> {
      const now = clock.now();
      let reminded = 0;
      for (const id of await database.dispatches.listEnding(now, now + remindBeforeMs)) {
        // Database calls alone keep this loop in microtasks: it yields so that other work runs.
        await nextTurn();
        // Most drops need nothing; only the others need a transaction.
        const { accounts } = database;
        const due = await composeReminders(database, id, (sender) => accounts.find(sender));
        if (due === undefined) continue;
        reminded += await database.transact(async (repositories) => {
          const reminders = await composeReminders(repositories, id, (sender) =>
            repositories.accounts.lock(sender),
          );
          if (reminders === undefined) return 0;
          const { sender: account, mails } = reminders;
          const ids = { dispatch: id };
          await events.tell(repositories, actor, { action: 'drop.reminded', account, ids, mails });
          return mails.length;
        });
      }
      return reminded;
    },
  };
}

interface ChoiceDependencies extends Pick<ServiceParts, 'clock' | 'hasher' | 'randomness'> {
  database: DatabaseOf<'dispatches' | 'outbox'>;
}

export type ReminderChoice = ReturnType<typeof createReminderChoice>;

/** Lets a receiver of the mail of a drop stop its reminder. */
export function createReminderChoice({ database, hasher, randomness, clock }: ChoiceDependencies) {
  return {
    /** The delivery of a token; undefined for an invalid one. Viewing changes nothing. */
    async find(receiverId: string, token: string): Promise<Delivery | undefined> {
      if (!idPattern.test(receiverId)) return undefined;
      const id = receiverId as ReceiverId;
      const isRight = hasher.isHash(Buffer.from(token, 'base64url'), 'no reminder', id);
      const delivery = isRight ? await database.dispatches.findByReceiver(id) : undefined;
      return delivery?.dispatch.kind === 'drop' ? delivery : undefined;
    },

    /** Idempotent. It stores only a reminder that was withdrawn before it was made. */
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

/** Whether a reminder was queued for a receiver, or must not be. */
async function wasReminded(
  { outbox }: Pick<Repositories, 'outbox'>,
  { id }: { id: ReceiverId },
): Promise<boolean> {
  return (await outbox.listFor(id)).some(({ kind }) => kind === 'reminder');
}

/** Part of the mail beside the link; it gives no access to the files. */
export function noReminderToken(hasher: TokenHasher, receiverId: ReceiverId): string {
  return hasher.hash('no reminder', receiverId).toString('base64url');
}
