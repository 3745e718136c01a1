import { closeSync, constants, fsync as fsyncWithCallback, openSync } from 'node:fs';
import { lstat, mkdir, rmdir, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { shareSyncs } from './share-syncs.ts';
import { systemErrorCode } from '../storage-fault.ts';

const fsync = promisify(fsyncWithCallback);

const ownerOnly = 0o700;

/** Makes the folder, so that it survives a power cut, unless it is there already. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, ownerOnly);
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return;
    throw error;
  }
  try {
    await syncFolder(dirname(path));
  } catch (error) {
    // Syncing again could succeed and prove nothing; a folder made anew can be synced anew.
    await rmdir(path);
    throw error;
  }
}

/** A link planted in the store could lead its blobs elsewhere. */
export async function refuseLinkedFolder(path: string): Promise<void> {
  const found = await lstat(path);
  if (!found.isDirectory()) throw new Error(`${path} must be a folder, and not a link to one`);
}

/**
 * Names made in a folder last only once the folder itself has been synced. Writers that come at the
 * same time share a sync.
 */
export const syncFolder = shareSyncs(async (path) => {
  // The folder was used a moment ago, so opening and closing it wait for no disk: only syncing does.
  const folder = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await fsync(folder);
  } finally {
    closeSync(folder);
  }
});

/** Whether there was a file to remove. */
export async function removeIfThere(path: string): Promise<boolean> {
  try {
    await unlink(path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
