import { join, relative, resolve } from 'node:path';
import { filesBelow } from '../node/files-below.ts';
import { reasonOf, UsageError } from './exit-status.ts';

/** A file that is sent: where it is, and what tells it from another that is there later. */
export interface ChosenFile {
  path: string;
  /** Its folders and its name, as receivers see them. */
  sentPath: string;
  size: number;
  modifiedMs: number;
}

/**
 * The files that words name, and those below the folders among them, with their folders. What is neither within a
 * folder, such as a link, is left out and told.
 */
export async function findFiles(
  words: readonly string[],
  cwd: string,
  onLeftOut: (path: string) => void,
): Promise<ChosenFile[]> {
  const found: ChosenFile[] = [];
  for (const word of words) {
    const named = resolve(cwd, word);
    try {
      for await (const each of filesBelow(named)) {
        const { place, about } = each;
        if (about !== undefined) {
          const { size, mtimeMs: modifiedMs } = about;
          found.push({ path: place, sentPath: each.path, size, modifiedMs });
        } else if (place === named) throw new UsageError(`${word} is neither a file nor a folder.`);
        else onLeftOut(join(word, relative(named, place)));
      }
    } catch (error) {
      if (error instanceof UsageError) throw error;
      throw new UsageError(`${word} cannot be read: ${reasonOf(error)}`);
    }
  }
  if (found.length === 0) throw new UsageError('There are no files in what was named.');
  return found;
}
