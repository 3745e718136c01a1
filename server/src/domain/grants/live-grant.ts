import type { Instant } from '../model/clock.ts';
import type { Delivery } from '../model/dispatch.ts';
import type { Repositories } from '../model/database.ts';
import { ValiseError } from '../model/valise-error.ts';

/**
 * Throws `not_found` unless the link lives and its lender may still lend, now and until the
 * transaction ends: much can have happened since the first byte.
 */
export async function refuseEndedGrant(
  { accounts, dispatches }: Pick<Repositories, 'accounts' | 'dispatches'>,
  { receiver, sender }: Delivery,
  now: Instant,
): Promise<void> {
  const account = await accounts.lock(sender.id);
  const live =
    receiver.linkHash && (await dispatches.findByLink(receiver.linkHash, now))?.receiver.id;
  if (live !== receiver.id || account === undefined || account.disabledAt !== undefined) {
    throw new ValiseError('not_found', 'The request for files ended while they were being sent.');
  }
}
