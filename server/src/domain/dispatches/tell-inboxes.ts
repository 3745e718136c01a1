import type { Repositories } from '../model/database.ts';
import type { Dispatch, DispatchReceiver } from '../model/dispatch.ts';
import type { EventRows, Events, UnrecordedAction } from '../model/event.ts';
import type { Actor } from '../model/principal.ts';

/** Tells the receivers of a drop who have an account, in whose inbox it is. */
export async function tellInboxes(
  { events }: { events: Events },
  repositories: Pick<Repositories, 'accounts' | EventRows>,
  actor: Actor,
  { kind }: Pick<Dispatch, 'kind'>,
  receivers: readonly Pick<DispatchReceiver, 'email' | 'inboxToken'>[],
  action: Extract<UnrecordedAction, `inbox.${string}`> = 'inbox.received',
): Promise<void> {
  if (kind !== 'drop') return;
  const accounts = await repositories.accounts.findIds(receivers.map(({ email }) => email));
  for (const { email, inboxToken: item } of receivers) {
    const id = accounts.get(email);
    if (id !== undefined) {
      await events.tell(repositories, actor, { action, account: { id }, ids: { item } });
    }
  }
}
