import type { Database } from '../domain/model/database.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import { createBindingMark } from '../key-ring/database-marks.ts';
import type { Stores } from '../stores/registry.ts';
import type { Installation } from './installation.ts';

/**
 * Adds the MACs of a database that was written before rows had them. Afterwards a row without a MAC was
 * written by another program, and is refused. To be called for a new database, or by the holder of the
 * server's lock.
 */
export async function bindRowsOnce(
  database: Database,
  { label, servers }: Stores['database'],
  keyDir: string,
): Promise<void> {
  const mark = createBindingMark(keyDir);
  // A database of many servers has had MACs from the beginning, and a new node has no mark.
  if (servers === 'one' && !(await mark.isSet())) {
    await database.bindRows();
    await mark.set();
    return;
  }
  if (await database.apiKeys.hasUnbound()) {
    throw new ValiseError(
      'data_unsafe',
      servers === 'one'
        ? `The database holds API keys without the code that every one got long ago. If you put back a backup from before that, remove ${mark.path} and start again. If not, somebody else wrote them: look for who can write to ${label}.`
        : `The database holds API keys without the code that every one has. Somebody else wrote them: look for who can write to ${label}.`,
    );
  }
}

/**
 * Gives the rows of people their MACs, once: afterwards a row without one was written by another program. The mark is
 * in the keyring, which whoever writes rows cannot write. To be called when no older program writes any longer.
 * Returns whether it is done.
 */
export async function bindPeopleOnce(
  installation: Pick<Installation, 'database' | 'keys' | 'keyLedger' | 'clock'>,
  isAlone: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<boolean> {
  const { database, keys, keyLedger, clock } = installation;
  if (keys.rowsBoundAt !== undefined) return true;
  // A database that is older than its keys is refused; a change of the keyring would hide that it is.
  if (keys.changes > (await keyLedger.changes())) return false;
  await database.bindPeople();
  // Asked again: no older program has started since.
  if (!(await isAlone())) return false;
  await keys.setRowsBoundAt(clock.now());
  return true;
}
