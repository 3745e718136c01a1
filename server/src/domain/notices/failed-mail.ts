import type { EventIds, EventMail, EventRows, Events } from '../model/event.ts';
import type { Clock } from '../model/clock.ts';
import { minute } from '../model/clock.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { Delivery } from '../model/dispatch.ts';
import { isToReceiver } from '../model/mail-kinds.ts';
import type { OutboxEntry } from '../model/outbox.ts';
import type { Actor } from '../model/principal.ts';

interface Dependencies {
  database: DatabaseOf<'dispatches' | EventRows>;
  events: Events;
  clock: Clock;
  actor: Actor;
}

/** Refusals come at once: those of one drop soon follow each other. */
const undeliveredHoldMs = minute;

export type FailedMail = ReturnType<typeof createFailedMail>;

/** What happens to a message that will never arrive. */
export function createFailedMail({ database, events, clock, actor }: Dependencies) {
  /** The mail to the sender about a message that never arrives, with others that fail at the same time. */
  function mailsToSender({ sender }: Delivery, { id }: OutboxEntry): EventMail[] {
    return [{ kind: 'undelivered', to: sender.email, ids: [id], holdMs: undeliveredHoldMs }];
  }

  /** Whether nobody has settled it: the sender is notified once. */
  async function isWaiting(
    outbox: Pick<Repositories['outbox'], 'find'>,
    { id }: OutboxEntry,
  ): Promise<boolean> {
    return (await outbox.find(id))?.state === 'waiting';
  }

  return {
    /**
     * Settles it, records it, and notifies its sender. A mail to an account causes no notice: a notice
     * about a notice would have no end.
     */
    async settle(
      entry: OutboxEntry,
      state: 'refused' | 'abandoned',
      reason: string,
    ): Promise<void> {
      await database.transact(async (repositories) => {
        const { outbox, dispatches } = repositories;
        if (!(await isWaiting(outbox, entry))) return;
        await outbox.settle(entry.id, state, clock.now(), reason);
        const { receiverId } = entry;
        const delivery = receiverId && (await dispatches.findByReceiver(receiverId));
        const isTold = isToReceiver(entry.kind) && delivery !== undefined;
        await events.tell(repositories, actor, {
          action: `mail.${state}`,
          account: delivery?.sender ?? { id: entry.accountId },
          ids: idsOf(entry, delivery),
          object: entry.id,
          outcome: 'failed',
          details: {
            kind: entry.kind,
            ...(isTold && { receiver: contactOf(delivery), transfer: delivery.dispatch.id }),
            reason,
          },
          mails: isTold ? mailsToSender(delivery, entry) : [],
        });
      });
    },

    /** Settles a mail that its receiver refuses, and notifies its sender. */
    async suppress(entry: OutboxEntry): Promise<void> {
      await database.transact(async (repositories) => {
        const { outbox, dispatches } = repositories;
        if (!(await isWaiting(outbox, entry))) return;
        await outbox.settle(entry.id, 'suppressed', clock.now());
        const delivery = entry.receiverId && (await dispatches.findByReceiver(entry.receiverId));
        if (delivery === undefined) return;
        await events.tell(repositories, actor, {
          action: 'mail.suppressed',
          account: delivery.sender,
          ids: idsOf(entry, delivery),
          mails: mailsToSender(delivery, entry),
        });
      });
    },
  };
}

/** Whom a mail to a receiver goes to: the sender of a return, who is told that it arrived. */
function contactOf({ dispatch, receiver }: Delivery): string {
  return dispatch.origin?.email ?? receiver.email;
}

function idsOf(
  { id, receiverId }: OutboxEntry,
  delivery: Pick<Delivery, 'dispatch'> | undefined,
): EventIds {
  return {
    mail: id,
    ...(receiverId && { receiver: receiverId }),
    ...(delivery && { dispatch: delivery.dispatch.id }),
  };
}
