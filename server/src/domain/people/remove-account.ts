import type { Instant } from '../model/clock.ts';
import type { Repositories } from '../model/database.ts';
import type { AccountId } from '../model/ids.ts';

/** The rows that go with an account, whoever removes it. */
export type RemovedRows = 'accounts' | 'dispatches' | 'feed' | 'files' | 'uploads';

/** Removes an account, and makes everything that it uploaded or was about to receive unreadable. */
export async function removeAccount(
  { accounts, dispatches, feed, files, uploads }: Pick<Repositories, RemovedRows>,
  id: AccountId,
  at: Instant,
): Promise<void> {
  await files.shredAccount(id, at);
  await uploads.shredAccount(id, at);
  await dispatches.removeAll(id);
  await feed.removeAll(id);
  await accounts.remove(id);
}
