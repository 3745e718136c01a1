import type { Database } from '../domain/model/database.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import type { Stores } from '../stores/registry.ts';

/** The installation value that says where the installation was moved to; empty for nowhere. */
export const movedMark = 'install.moved_to';

/** What a server wrote into a database after its copy was made would be lost. */
export async function refuseMoved(
  { installationValues }: Pick<Database, 'installationValues'>,
  { database, location }: Stores,
): Promise<void> {
  const place = await installationValues.find(movedMark);
  if (place === undefined || place === '') return;
  throw new ValiseError(
    'data_unsafe',
    `The installation in ${database.describe(location)} was moved, or is being moved, to ${place}. Change databaseUrl and blobUrl to that, or, where "valise migrate" has not ended yet, run it again. To go on here instead, and lose what was written there: valise migrate --abandon`,
  );
}
