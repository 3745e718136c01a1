import type { Database } from '../domain/model/database.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import { createBindingMark } from '../keys/database-marks.ts';

/**
 * Binds the rows of a database from before rows were bound. Afterwards, rows that have no code were
 * written by somebody else, and are refused. To be called for a new database, or by the holder of the
 * server's lock.
 */
export async function bindRowsOnce(database: Database, keyDir: string): Promise<void> {
  const mark = createBindingMark(keyDir);
  if (!(await mark.isSet())) {
    await database.bindRows();
    await mark.set();
    return;
  }
  if (await database.apiKeys.hasUnbound()) {
    throw new ValiseError(
      'data_unsafe',
      `The database holds API keys without the code that every one got long ago. If you put back a backup from before that, remove ${mark.path} and start again. If not, somebody else wrote them: look for who can write to valise.db.`,
    );
  }
}
