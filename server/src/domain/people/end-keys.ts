import type { Account } from '../model/account.ts';
import type { Clock } from '../model/clock.ts';
import type { Repositories } from '../model/database.ts';
import type { EventRows, Events } from '../model/event.ts';
import type { ApiKeyId } from '../model/ids.ts';
import type { Actor } from '../model/principal.ts';

/**
 * Refuses all API keys of an account from their next request on, and tells its feed of each. A device that
 * its owner has allowed and that has not fetched its key gets none.
 */
export async function endAllKeys(
  { events, clock }: { events: Events; clock: Pick<Clock, 'now'> },
  repositories: Pick<Repositories, 'apiKeys' | 'deviceLogins' | EventRows>,
  actor: Actor,
  { id }: Pick<Account, 'id'>,
): Promise<void> {
  const now = clock.now();
  const keys = await repositories.apiKeys.listFor(id);
  await repositories.apiKeys.endAll(id, now);
  await repositories.deviceLogins.removeAll(id);
  const living = keys.filter(({ expiresAt = Infinity }) => expiresAt > now);
  await tellRevoked(
    { events },
    repositories,
    actor,
    { id },
    living.map((key) => key.id),
  );
}

/** Tells the feed of an account of keys that were ended, beside what the trail says of the act. */
export async function tellRevoked(
  { events }: { events: Events },
  repositories: Pick<Repositories, EventRows>,
  actor: Actor,
  { id }: Pick<Account, 'id'>,
  keys: readonly ApiKeyId[],
): Promise<void> {
  for (const key of keys) {
    await events.tell(repositories, actor, {
      action: 'key.revoked',
      account: { id },
      ids: { key },
    });
  }
}
