import { ValiseError } from '../domain/model/valise-error.ts';
import type { Installation } from './installation.ts';

/** How many changes of the keyring the database does not know: more than none when it is too old. */
export async function countUnknownChanges({
  keys,
  keyLedger,
}: Pick<Installation, 'keys' | 'keyLedger'>): Promise<number> {
  // The keyring was read when the installation was opened, so this cannot see a change half done.
  return Math.max(0, keys.changes - (await keyLedger.changes()));
}

/**
 * Throws when the database is older than its keys: it was put back from a backup, or has lost its
 * newest changes. It would take files and keys for rubbish that it merely does not know yet.
 */
export async function refuseOlderDatabase(installation: Installation): Promise<void> {
  const unknown = await countUnknownChanges(installation);
  if (unknown === 0) return;
  throw new ValiseError(
    'data_unsafe',
    `${installation.databaseFile} is older than its keys: it does not know the last ${unknown} changes of the keyring. If it is not the newest, put that one back. If it was restored from a backup, or nothing newer is left, run: valise recover --accept-older-database`,
  );
}
