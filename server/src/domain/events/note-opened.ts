import type { Clock } from '../model/clock.ts';
import type { Repositories } from '../model/database.ts';
import type { Delivery } from '../model/dispatch.ts';
import { isBareLink } from '../model/dispatch.ts';
import type { EventRows, Events } from '../model/event.ts';
import type { Actor } from '../model/principal.ts';

/**
 * Notes that a person opened the page of a receiver, and tells its sender of the first time. Through a link for anyone,
 * the browser is counted.
 */
export async function noteOpened(
  { events, clock }: { events: Events; clock: Pick<Clock, 'now'> },
  repositories: Pick<Repositories, 'dispatches' | 'visits' | EventRows>,
  actor: Actor,
  { dispatch, receiver, visitorHash }: Pick<Delivery, 'dispatch' | 'receiver' | 'visitorHash'>,
): Promise<void> {
  if (isBareLink(receiver)) {
    if (visitorHash === undefined) return;
    await repositories.visits.countOpened({ receiverId: receiver.id, visitorHash }, clock.now());
    return;
  }
  if (!(await repositories.dispatches.markOpened(receiver.id, clock.now()))) return;
  await events.tell(repositories, actor, {
    action: 'receiver.opened',
    account: { id: dispatch.accountId },
    ids: { dispatch: dispatch.id, dispatchKind: dispatch.kind, receiver: receiver.id },
  });
}
