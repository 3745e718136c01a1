import type { EventIds, EventMail, EventRows } from '../model/event.ts';
import type { Instant } from '../model/clock.ts';
import { minute } from '../model/clock.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { Delivery } from '../model/dispatch.ts';
import { isToReceiver, rowOf } from '../model/mail-kinds.ts';
import type { OutboxEntry, OutboxRepository } from '../model/outbox.ts';
import type { Actor } from '../model/principal.ts';
import type { ServiceParts } from '../ports/service-parts.ts';

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events'> {
  database: DatabaseOf<'dispatches' | EventRows>;
  actor: Actor;
}

type Retry = Parameters<OutboxRepository['retry']>[2];

/** Refusals come at once: those of one drop soon follow each other. */
const undeliveredHoldMs = minute;

export type MailOutcomes = ReturnType<typeof createMailOutcomes>;

/** What follows from the delivery of a message, and from its failure. */
export function createMailOutcomes({ database, events, clock, actor }: Dependencies) {
  /** The mail to the sender about a message that never arrives, with others that fail at the same time. */
  function mailsToSender({ sender }: Delivery, { id }: OutboxEntry): EventMail[] {
    return [{ kind: 'undelivered', to: sender.email, ids: [id], holdMs: undeliveredHoldMs }];
  }

  /** Tells the sender's feed what became of a mail that brings a link. */
  async function tellLinkMail(
    repositories: Pick<Repositories, EventRows>,
    entry: OutboxEntry,
    outcome: 'sent' | 'delayed' | 'refused' | 'unwanted',
    delivery: Delivery | undefined,
  ): Promise<void> {
    if (delivery === undefined || !bringsLink(entry)) return;
    const { dispatch, receiver, sender } = delivery;
    await events.tell(repositories, actor, {
      action: `link_mail.${outcome}`,
      account: { id: sender.id },
      ids: { dispatch: dispatch.id, dispatchKind: dispatch.kind, receiver: receiver.id },
    });
  }

  return {
    /** Settles a message that its transport took. `delivery`: what the message brings, as it was composed. */
    async deliver(
      entry: OutboxEntry,
      state: 'sent' | 'captured',
      delivery: Delivery | undefined,
    ): Promise<void> {
      if (delivery === undefined || !bringsLink(entry)) {
        await database.outbox.settle(entry.id, state, clock.now());
        return;
      }
      await database.transact(async (repositories) => {
        // A mail of an account that was erased meanwhile is gone.
        if (!(await repositories.outbox.settle(entry.id, state, clock.now()))) return;
        await tellLinkMail(repositories, entry, 'sent', delivery);
      });
    },

    /** Puts a message off to its next attempt. The sender's feed tells of the first time. */
    async putOff(entry: OutboxEntry, nextAttemptAt: Instant, why: Retry): Promise<void> {
      const { receiverId } = entry;
      if (entry.attempts > 1 || receiverId === undefined || !bringsLink(entry)) {
        await database.outbox.retry(entry.id, nextAttemptAt, why);
        return;
      }
      await database.transact(async (repositories) => {
        const [delivery] = await Promise.all([
          repositories.dispatches.findByReceiver(receiverId),
          repositories.outbox.retry(entry.id, nextAttemptAt, why),
        ]);
        await tellLinkMail(repositories, entry, 'delayed', delivery);
      });
    },

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
        // The sender is notified once.
        if (!(await outbox.settle(entry.id, state, clock.now(), reason))) return;
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
        await tellLinkMail(repositories, entry, 'refused', delivery);
      });
    },

    /** Settles a mail that its receiver refuses, and notifies its sender. */
    async suppress(entry: OutboxEntry): Promise<void> {
      await database.transact(async (repositories) => {
        const { outbox, dispatches } = repositories;
        if (!(await outbox.settle(entry.id, 'suppressed', clock.now()))) return;
        const delivery = entry.receiverId && (await dispatches.findByReceiver(entry.receiverId));
        if (delivery === undefined) return;
        await events.tell(repositories, actor, {
          action: 'mail.suppressed',
          account: delivery.sender,
          ids: idsOf(entry, delivery),
          mails: mailsToSender(delivery, entry),
        });
        await tellLinkMail(repositories, entry, 'unwanted', delivery);
      });
    },
  };
}

function bringsLink({ kind }: OutboxEntry): boolean {
  return rowOf(kind).link === 'brought';
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
