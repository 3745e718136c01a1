import type { FileNameProblem } from './untrusted-text.ts';
import { fileNameProblems, parseFileName } from './untrusted-text.ts';

/** As deep as people nest folders, and deeper than a disk's path of `maxFolderBytes` usually is. */
export const maxFolderDepth = 32;
/** In UTF-8, without the name of the file: with it, a path fits the shortest limit of a common system. */
export const maxFolderBytes = 768;

/** Of any system: Windows has a letter for each drive. */
const absolute = /^(?:\/|[a-z]:)/i;

export type FolderProblem =
  'malformed' | 'absolute' | 'separator' | 'too_deep' | 'too_long' | FileNameProblem;

/**
 * The folder of a file: names with `/` between them, each of which a file could have, in Unicode normal form C. Empty
 * for a file in none. Nothing in it is read as a way out of the folder that a receiver chooses: what a disk would take
 * for one is refused.
 */
export function parseFolder(
  sent: string,
): { folder: string; problem?: never } | { folder?: never; problem: FolderProblem } {
  if (sent === '') return { folder: '' };
  if (!sent.isWellFormed()) return { problem: 'malformed' };
  if (absolute.test(sent)) return { problem: 'absolute' };
  if (sent.includes('\\')) return { problem: 'separator' };
  const segments = sent.split('/');
  if (segments.length > maxFolderDepth) return { problem: 'too_deep' };
  const names: string[] = [];
  for (const segment of segments) {
    const { name, problem } = parseFileName(segment);
    if (problem !== undefined) return { problem };
    names.push(name);
  }
  const folder = names.join('/');
  if (new TextEncoder().encode(folder).length > maxFolderBytes) return { problem: 'too_long' };
  return { folder };
}

export const folderProblems: Record<FolderProblem, string> = {
  ...fileNameProblems,
  malformed: 'the folder is not valid Unicode.',
  absolute: 'the folder begins with "/", or with the letter of a drive.',
  separator: 'the folder holds "\\"; its names have "/" between them.',
  empty: 'the folder holds an empty name, or ends with "/".',
  dots: 'the folder holds "." or "..".',
  control: 'the folder holds control characters or characters that hide its reading order.',
  too_deep: `the folder is more than ${maxFolderDepth} names deep.`,
  too_long: `the folder is longer than ${maxFolderBytes} bytes, or one of its names is longer than 255.`,
};

/** A file in its folder. */
export interface FilePath {
  folder: string;
  name: string;
}

/**
 * The folder and the name that a path leads to, below the folder that a receiver chooses. Unlike `parseFileName`, it
 * cuts nothing off: a path that would lead elsewhere is refused.
 */
export function parseFilePath(
  sent: string,
): { path: FilePath; problem?: never } | { path?: never; problem: string } {
  const end = sent.lastIndexOf('/');
  const { folder, problem: folderProblem } = parseFolder(sent.slice(0, Math.max(end, 0)));
  if (absolute.test(sent) && end !== -1) return { problem: folderProblems.absolute };
  if (folderProblem !== undefined) return { problem: folderProblems[folderProblem] };
  const last = sent.slice(end + 1);
  if (last.includes('\\')) return { problem: folderProblems.separator };
  const { name, problem } = parseFileName(last);
  return problem === undefined
    ? { path: { folder, name } }
    : { problem: fileNameProblems[problem] };
}

export function joinPath({ folder, name }: FilePath): string {
  return folder === '' ? name : `${folder}/${name}`;
}
