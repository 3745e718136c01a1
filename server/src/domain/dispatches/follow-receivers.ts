import type { Clock, Instant } from '../model/clock.ts';
import type { Repositories } from '../model/database.ts';
import { endReasonOf } from '../model/dispatch.ts';
import type { ReceiverId } from '../model/ids.ts';
import type { OutboxEntry } from '../model/outbox.ts';
import type { SentDrop, SentReceiver } from '../model/sent.ts';

interface Dependencies {
  database: Pick<Repositories, 'outbox'>;
  clock: Clock;
}

/** What became of the newest mail with the link of a receiver. */
export interface LinkMail {
  state: 'waiting' | 'delayed' | 'sent' | 'refused' | 'unwanted';
  at: Instant;
  /** What the mail server said of a mail that it did not take. */
  reason: string | undefined;
}

/** A receiver of a drop, and how far they are. */
export interface FollowedReceiver extends SentReceiver {
  hasLink: boolean;
  mail: LinkMail | undefined;
}

/** Adds to receivers what became of their links and of the mails that brought them. */
export function createFollow({ database, clock }: Dependencies) {
  const { outbox } = database;

  /** The newest mail with the link of each. */
  async function readMails(
    receivers: readonly SentReceiver[],
  ): Promise<Map<ReceiverId, OutboxEntry>> {
    const mails = new Map<ReceiverId, OutboxEntry>();
    if (receivers.length === 0) return mails;
    for (const entry of await outbox.listFor(...receivers.map(({ id }) => id))) {
      const { receiverId, kind } = entry;
      if (receiverId === undefined || kind !== 'download') continue;
      if (!mails.has(receiverId)) mails.set(receiverId, entry);
    }
    return mails;
  }

  return async (
    drops: readonly Pick<SentDrop, 'dispatch' | 'endedAt'>[],
    receivers: readonly SentReceiver[],
  ): Promise<FollowedReceiver[]> => {
    const now = clock.now();
    const live = new Set(
      drops
        .filter((drop) => endReasonOf(drop, now) === undefined)
        .map(({ dispatch }) => dispatch.id),
    );
    const mails = await readMails(receivers);
    return receivers.map((receiver) => ({
      ...receiver,
      hasLink: live.has(receiver.dispatchId) && receiver.linkHash !== undefined,
      mail: linkMailOf(mails.get(receiver.id)),
    }));
  };
}

export function linkMailOf(entry: OutboxEntry | undefined): LinkMail | undefined {
  if (entry === undefined) return undefined;
  const { createdAt, settledAt = createdAt, lastError: reason } = entry;
  switch (entry.state) {
    case 'waiting':
      return { state: reason === undefined ? 'waiting' : 'delayed', at: createdAt, reason };
    case 'sent':
    case 'captured':
      return { state: 'sent', at: settledAt, reason: undefined };
    case 'refused':
    case 'abandoned':
      return { state: 'refused', at: settledAt, reason };
    case 'suppressed':
      return { state: 'unwanted', at: settledAt, reason: undefined };
    case 'withdrawn':
      return undefined;
  }
}
