import type { Account } from '../model/account.ts';
import type { Clock } from '../model/clock.ts';
import type { Repositories } from '../model/database.ts';
import type { Randomness } from '../model/ids.ts';
import { tellAccount } from '../notices/failed-mail.ts';

type Rows = Pick<Repositories, 'outbox' | 'recoveryCodes' | 'sessions' | 'totp'>;

/**
 * Removes the authenticator app and the recovery codes of somebody who lost both, for an administrator, and
 * tells the person. The password is enough from then on. Half sessions end: each waits for a code that no
 * longer exists, and its password may be a stranger's guess. Returns false where no app protects the account.
 */
export async function removeSecondFactor(
  rows: Rows,
  services: { randomness: Randomness; clock: Clock },
  account: Account,
): Promise<boolean> {
  const { id } = account;
  if ((await rows.totp.find(id))?.confirmedAt === undefined) return false;
  await rows.totp.remove(id);
  await rows.recoveryCodes.replace(id, []);
  for (const session of await rows.sessions.listFor(id)) {
    if (session.state === 'half') await rows.sessions.remove(id, session.id);
  }
  await tellAccount(rows, services, 'second_factor_removed', account);
  return true;
}
