import type { Account } from '../model/account.ts';
import type { Repositories } from '../model/database.ts';

type Rows = Pick<Repositories, 'recoveryCodes' | 'sessions' | 'totp'>;

/**
 * Removes the authenticator app and the recovery codes of somebody who lost both, for an administrator.
 * The password is enough from then on. Half sessions end: each waits for a code that no
 * longer exists, and its password may be a stranger's guess. Returns false where no app protects the account.
 */
export async function removeSecondFactor(rows: Rows, { id }: Account): Promise<boolean> {
  if ((await rows.totp.find(id))?.confirmedAt === undefined) return false;
  await rows.totp.remove(id);
  await rows.recoveryCodes.replace(id, []);
  for (const session of await rows.sessions.listFor(id)) {
    if (session.state === 'half') await rows.sessions.remove(id, session.id);
  }
  return true;
}
