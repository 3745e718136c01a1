import type { FilePlace } from '../model/file.ts';
import { shownNameOf } from '../model/file.ts';

/** Made when first needed: it takes a part of the time of a start. */
let collator: Intl.Collator | undefined;

/** As people sort names: 2 before 10, in either case. What they sort alike has an order of its own. */
function compareNames(one: string, other: string): number {
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(one, other) || Number(one > other) - Number(one < other);
}

/** The files of one folder. */
export interface FolderOfFiles<File> {
  /** Empty for those in none. */
  folder: string;
  files: File[];
}

/**
 * The files by their folders, as people sort names: those in no folder first, and those of a folder before those of the
 * folders in it.
 */
export function filesByFolder<File extends FilePlace>(
  files: readonly File[],
): FolderOfFiles<File>[] {
  const folders = [...Map.groupBy(files, ({ folder }) => folder)];
  return folders
    .map(([folder, inFolder]) => ({ folder, segments: folder.split('/'), files: inFolder }))
    .sort((one, other) => compareFolders(one, other))
    .map(({ folder, files: inFolder }) => ({
      folder,
      files: inFolder.sort((one, other) => compareNames(shownNameOf(one), shownNameOf(other))),
    }));
}

/** The same as one list. */
export function inFileOrder<File extends FilePlace>(files: readonly File[]): File[] {
  return filesByFolder(files).flatMap(({ files: inFolder }) => inFolder);
}

interface Segments {
  folder: string;
  segments: readonly string[];
}

function compareFolders(one: Segments, other: Segments): number {
  if (one.folder === '' || other.folder === '') return one.folder.length - other.folder.length;
  for (const [at, segment] of one.segments.entries()) {
    const against = other.segments[at];
    if (against === undefined) return 1;
    const order = compareNames(segment, against);
    if (order !== 0) return order;
  }
  return one.segments.length - other.segments.length;
}
