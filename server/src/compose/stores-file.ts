import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { systemErrorCode, ValiseError } from '../domain/model/valise-error.ts';
import { replaceFile } from '../platform/durable-files.ts';
import type { Stores } from '../stores/registry.ts';
import { getStores } from '../stores/registry.ts';
import { embeddedStores } from '../stores/store-settings.ts';

/** The names of the stores that the installation of a data folder uses. */
interface UsedStores {
  database: string;
  blobs: string;
}

/**
 * Throws `data_unsafe` when the data folder belongs to an installation with other stores than these. A
 * command without the settings of its server would otherwise create a second, empty installation.
 */
export async function refuseOtherStores(stores: Stores): Promise<void> {
  const { dataDir } = stores.location;
  const { database = stores.database.name, blobs = stores.blobs.name } = await findUsed(stores);
  if (database !== stores.database.name) {
    throw new ValiseError(
      'data_unsafe',
      `The data in ${dataDir} belongs to a database of the kind "${database}", and the settings name one of the kind "${stores.database.name}". Set databaseUrl as the server has it (valise.json, VALISE_DATABASE_URL or --database-url), or name another folder with --data.`,
    );
  }
  if (blobs !== stores.blobs.name) {
    throw new ValiseError(
      'data_unsafe',
      `The files of the installation in ${dataDir} are in a store of the kind "${blobs}", and the settings name one of the kind "${stores.blobs.name}". Set blobUrl as the server has it (valise.json, VALISE_BLOB_URL or --blob-url), or name another folder with --data.`,
    );
  }
}

/** Keeps the names of the stores in the data folder, for `refuseOtherStores`. The embedded ones need no file. */
export async function rememberStores({ database, blobs, location }: Stores): Promise<void> {
  const { dataDir } = location;
  const text = format({ database: database.name, blobs: blobs.name });
  if (text === format(embeddedStores(dataDir))) return;
  if ((await readUsed(dataDir)) === undefined) await replaceFile(pathOf(dataDir), text);
}

/** The data folder belongs to an installation with these stores from now on. */
export async function replaceStores({ database, blobs, location }: Stores): Promise<void> {
  const text = format({ database: database.name, blobs: blobs.name });
  await replaceFile(pathOf(location.dataDir), text);
}

function pathOf(dataDir: string): string {
  return join(dataDir, 'stores.json');
}

function format({ database, blobs }: UsedStores): string {
  return `${JSON.stringify({ database, blobs })}\n`;
}

/** What is known of the folder: the file, or else the embedded stores that are in the folder. */
async function findUsed({ location }: Stores): Promise<Partial<UsedStores>> {
  const used = await readUsed(location.dataDir);
  if (used !== undefined) return used;
  const { database, blobs } = getStores(embeddedStores(location.dataDir));
  const found: Partial<UsedStores> = {};
  if ((await database.findState(location)) !== 'missing') found.database = database.name;
  if (await blobs.exists(location)) found.blobs = blobs.name;
  return found;
}

async function readUsed(dataDir: string): Promise<UsedStores | undefined> {
  const path = pathOf(dataDir);
  const text = await readIfThere(path);
  if (text === undefined) return undefined;
  const used = parse(text);
  if (used !== undefined) return used;
  throw new ValiseError(
    'data_unsafe',
    `${path} does not say which stores the installation uses. Put it back from a backup.`,
  );
}

function parse(text: string): UsedStores | undefined {
  try {
    const { database, blobs } = JSON.parse(text) as Record<string, unknown>;
    const isWhole = typeof database === 'string' && typeof blobs === 'string';
    return isWhole ? { database, blobs } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
