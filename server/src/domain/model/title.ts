import { holdsUnsafe } from '#protocol/untrusted-text.ts';

/** The most characters of what its sender calls a drop or a request. */
export const maxTitleCharacters = 150;

/** What is wrong with a title; undefined: nothing. */
export function findTitleProblem(title: string): string | undefined {
  const isPlain = title.isWellFormed() && !holdsUnsafe(title);
  if (isPlain && Array.from(title).length <= maxTitleCharacters) return undefined;
  return `must be at most ${maxTitleCharacters} characters on one line, without control characters.`;
}

/** The title as it is kept; undefined where nothing was written. */
export function keptTitle(title: string | undefined): string | undefined {
  const kept = title?.trim() ?? '';
  return kept === '' ? undefined : kept;
}
