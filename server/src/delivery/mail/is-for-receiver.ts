import type { Delivery } from '../../domain/model/dispatch.ts';
import type { MailKind, OutboxMessage } from '../../domain/model/outbox.ts';

/** They carry the receiver's link. */
const kindsWithLink: readonly MailKind[] = ['download', 'upload', 'reminder'];

/**
 * Whether a message that carries a link or a code goes to the receiver it is for. The row of a message
 * may have been written by somebody else; that of the receiver is authenticated.
 */
export function isForReceiver(
  { kind, to }: Pick<OutboxMessage, 'kind' | 'to'>,
  { receiver: { email, number } }: Pick<Delivery, 'receiver'>,
): boolean {
  if (kindsWithLink.includes(kind)) return to === email;
  return kind !== 'code' || to === email || to === number;
}
