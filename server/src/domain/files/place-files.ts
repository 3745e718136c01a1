import type { FilePath } from '#protocol/file-folder.ts';
import { joinPath } from '#protocol/file-folder.ts';
import type { FilePlace } from '../model/file.ts';
import { distinctName } from './distinct-name.ts';

/**
 * The files in the same order, under names of which the drop has each once, and under paths of which it has each once,
 * too: two files of one name in two folders keep their paths, and the second gets another name. A name that a folder
 * has in the same place is taken as well: on a disk, no file can be beside it.
 */
export function placeFiles<File extends FilePath>(files: readonly File[]): (File & FilePlace)[] {
  const names = createTaken(new Set());
  const paths = createTaken(new Set(files.flatMap(({ folder }) => foldersOf(folder))));
  return files.map((file) => {
    const { folder } = file;
    const inFolder = paths.take(file.name, (name) => joinPath({ folder, name }));
    const name = names.take(inFolder, (each) => each);
    return { ...file, name, ...(name === inFolder ? {} : { nameInFolder: inFolder }) };
  });
}

/** What is taken, and the next number of each name: 10,000 files of one name are numbered without a search. */
function createTaken(taken: Set<string>) {
  const nextNumbers = new Map<string, number>();
  return {
    take(wanted: string, keyOf: (name: string) => string): string {
      const first = nextNumbers.get(keyOf(wanted)) ?? 2;
      let tried = 0;
      const name = distinctName(
        wanted,
        (candidate) => {
          const isTaken = taken.has(keyOf(candidate));
          if (isTaken) tried += 1;
          return isTaken;
        },
        first,
      );
      nextNumbers.set(keyOf(wanted), first + tried);
      taken.add(keyOf(name));
      return name;
    },
  };
}

/** The folder, and those that it is in. */
function foldersOf(folder: string): string[] {
  const segments = folder === '' ? [] : folder.split('/');
  return segments.map((_segment, index) => segments.slice(0, index + 1).join('/'));
}
