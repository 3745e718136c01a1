import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { reasonOf, UsageError } from './exit-status.ts';

/** A file that is sent: where it is, and what tells it from another that is there later. */
export interface ChosenFile {
  path: string;
  name: string;
  size: number;
  modifiedMs: number;
}

/** A name cannot contain a path, so the folders come before it, as when people drop a folder on a page. */
const separator = ' - ';
const longestNameBytes = 255;

/**
 * The files that words name, and those below the folders among them. What is neither within a folder, such as a link,
 * is left out and told.
 */
export async function findFiles(
  words: readonly string[],
  cwd: string,
  onLeftOut: (path: string) => void,
): Promise<ChosenFile[]> {
  const found: ChosenFile[] = [];

  async function look(path: string, written: string, folders: readonly string[]): Promise<void> {
    const about = await stat(path).catch((error: unknown) => {
      throw new UsageError(`${written} cannot be read: ${reasonOf(error)}`);
    });
    if (about.isFile()) {
      const { size, mtimeMs: modifiedMs } = about;
      found.push({ path, name: nameIn(folders, basename(path)), size, modifiedMs });
      return;
    }
    if (!about.isDirectory()) throw new UsageError(`${written} is neither a file nor a folder.`);
    const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
      throw new UsageError(`${written} cannot be read: ${reasonOf(error)}`);
    });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const below = join(written, entry.name);
      if (entry.isFile() || entry.isDirectory())
        await look(join(path, entry.name), below, [...folders, basename(path)]);
      else onLeftOut(below);
    }
  }

  for (const word of words) await look(resolve(cwd, word), word, []);
  if (found.length === 0) throw new UsageError('There are no files in what was named.');
  return found;
}

function nameIn(folders: readonly string[], name: string): string {
  const whole = [...folders, name].join(separator);
  return Buffer.byteLength(whole) > longestNameBytes ? name : whole;
}
