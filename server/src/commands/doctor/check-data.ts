import { access, constants, stat } from 'node:fs/promises';
import { relative } from 'node:path';
import type { KeyPlace } from '../../compose/key-place.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { Inspection } from '../../inspection/open-for-inspection.ts';
import { inspectData } from '../../inspection/open-for-inspection.ts';
import type { Stores } from '../../stores/registry.ts';
import type { StoreSettings } from '../../stores/store-settings.ts';
import type { Verdict } from './finding.ts';
import { ok, problem, warning } from './finding.ts';

/** Permissions of the data folder. */
export async function checkDataFolder(dataDir: string, userId: number): Promise<Verdict> {
  const found = await stat(dataDir);
  if (!found.isDirectory()) {
    return problem(`${dataDir} is not a folder.`, 'Name another with --data.');
  }
  const ownerOnly = `If nobody else needs it, run: chmod 700 ${dataDir}`;
  if ((found.mode & 0o022) !== 0) {
    return problem(`${dataDir} can be changed by others than its owner.`, ownerOnly);
  }
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return problem(
      `${dataDir} cannot be written by the user who runs this.`,
      'Run valise as the owner of the folder.',
    );
  }
  if (found.uid !== userId) {
    return warning(
      `${dataDir} belongs to user ${found.uid}, and this runs as user ${userId}.`,
      'Run every command as the owner: files made by another user may lock the server out.',
    );
  }
  return (found.mode & 0o055) === 0
    ? ok(`${dataDir} is its owner’s alone.`)
    : warning(`${dataDir} can be read by others than its owner.`, ownerOnly);
}

/** Whether the keys exist, are private and sound, and belong to the data. */
export async function checkKeys(
  { stores, keyDir, rootKey }: KeyPlace & { stores: StoreSettings },
  { inspection, error: openingError }: { inspection?: Inspection; error?: Error },
): Promise<Verdict> {
  await inspectData.keys({ stores, keyDir, rootKey });
  if (openingError instanceof ValiseError && openingError.code === 'key_wrong') throw openingError;
  if (inspection !== undefined && inspection.keys.rootKeyCount > 1) {
    return warning(
      `${inspection.keys.rootKeyCount} root keys open the keyring: a rotation has not been finished.`,
      `Once every server starts with ${rootKey.label}, run: valise key retire`,
    );
  }
  if (isInside(keyDir, stores.location.dataDir) && rootKey.kind === 'file') {
    return warning(
      `The keys are private and sound, but they lie in the data folder (${keyDir}): whoever gets a copy of the folder can read every file in it.`,
      'Stop the server, move the folder to another disk, and name it with keyDir.',
    );
  }
  if (inspection?.keys.isShared === true) {
    return ok(`The keyring in the database opens with ${rootKey.label}, and fits the data.`);
  }
  const source = rootKey.kind === 'file' ? '' : `, with ${rootKey.label} as the root key,`;
  return openingError === undefined
    ? ok(`The keys in ${keyDir}${source} are private and fit the data.`)
    : ok(`The keys in ${keyDir}${source} are private and sound.`);
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || !(way.startsWith('..') || way.startsWith('/'));
}

const restore =
  'Stop the server, move the data folder aside and restore it from a backup (docs/deployment.md, section 5).';

export async function checkDatabase(
  { database, location }: Stores,
  openingError: Error | undefined,
): Promise<Verdict> {
  const { label, inspection } = database;
  if ((await database.findState(location)) === 'empty') {
    return problem(
      `${label} is empty: the database is lost, and with it all that it knew.`,
      `Do not start the server: it would take this for a new installation. ${restore}`,
    );
  }
  const [fault] = await inspection.findFaults(location);
  if (fault !== undefined) {
    return problem(`The database is damaged: ${fault}.`, `${restore} ${inspection.salvage}`);
  }
  if (openingError instanceof ValiseError && openingError.code === 'schema_older') {
    return warning(
      openingError.message,
      'Make a backup first: an older Valise cannot use it any more afterwards.',
    );
  }
  const isKeyFault = openingError instanceof ValiseError && openingError.code.startsWith('key_');
  if (openingError !== undefined && !isKeyFault) throw openingError;
  return ok(`The database opens, and ${inspection.engine} finds no damage.`);
}
