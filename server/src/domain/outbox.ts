import type { Instant } from './clock.ts';
import type { ReceiverId } from './ids.ts';

/** The mails that Valise sends. */
export type MailKind = 'download' | 'upload';

/**
 * A message that must leave the house. It is written with the change it tells of and delivered
 * afterwards, so a mail server that is down loses nothing and delays nobody. It holds no link:
 * the link is derived again when the message is made.
 */
export interface OutboxMessage {
  kind: MailKind;
  receiverId: ReceiverId;
  createdAt: Instant;
}

export interface OutboxRepository {
  add(messages: readonly OutboxMessage[]): Promise<void>;
  countWaiting(): Promise<number>;
}
