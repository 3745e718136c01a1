import { ValiseError } from '../../domain/valise-error.ts';
import { inspectData } from '../../inspect-data.ts';
import type { Verdict } from './finding.ts';
import { ok, problem } from './finding.ts';

const remedy = 'Stop the server, keep a copy of the data folder, and restore it from a backup.';

export function checkDatabase(dataDir: string, openingError: Error | undefined): Verdict {
  const [fault] = inspectData.database(dataDir);
  if (fault !== undefined) return problem(`The database is damaged: ${fault}.`, remedy);
  const isKeyFault = openingError instanceof ValiseError && openingError.code.startsWith('key_');
  if (openingError !== undefined && !isKeyFault) throw openingError;
  return ok('The database opens, and SQLite finds no damage.');
}
