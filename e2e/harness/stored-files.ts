import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What the data folder holds of files, sealed as they are: whole ones, and those still coming in. */
export async function storedFiles(
  dataDir: string,
): Promise<{ whole: string[]; incoming: string[] }> {
  const blobs = join(dataDir, 'blobs');
  const entries = await readdir(blobs, { recursive: true, withFileTypes: true });
  const quarantine = join(blobs, 'quarantine');
  const files = entries.filter((entry) => entry.isFile() && entry.parentPath !== quarantine);
  const namesWhere = (isIncoming: boolean): string[] =>
    files
      .filter(({ parentPath }) => (parentPath === join(blobs, 'incoming')) === isIncoming)
      .map(({ name }) => name)
      .sort();
  return { whole: namesWhere(false), incoming: namesWhere(true) };
}
