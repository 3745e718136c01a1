import type { Repositories } from '../model/database.ts';
import type { Delivery } from '../model/dispatch.ts';
import { isBareLink } from '../model/dispatch.ts';
import type { EventMail } from '../model/event.ts';

/** The sender is notified of this many wrong codes and passwords at one link, and of every hundred from then on. */
export const toldRefused = 10;
const toldAgainEvery = 100;

/**
 * A holder of a link may guess; the sender should know before a guess succeeds. Of links for anyone nobody is mailed:
 * strangers in a chat would write to the sender.
 */
export async function countRefused(
  { dispatches }: Pick<Repositories, 'dispatches'>,
  { receiver, sender }: Delivery,
): Promise<EventMail[]> {
  if (isBareLink(receiver)) return [];
  const refused = await dispatches.countRefusedCode(receiver.id);
  if (refused !== toldRefused && refused % toldAgainEvery !== 0) return [];
  return [{ kind: 'codes_refused', to: sender.email, receiverId: receiver.id }];
}
