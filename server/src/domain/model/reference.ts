import { holdsUnsafe } from '#protocol/untrusted-text.ts';

/** The most characters of what a caller of the API calls a drop or request. */
const maxReferenceLength = 255;

/** What is wrong with a reference; undefined: nothing. */
export function findReferenceProblem(reference: string): string | undefined {
  const length = Array.from(reference).length;
  const isPlain = reference.isWellFormed() && !holdsUnsafe(reference);
  if (isPlain && length >= 1 && length <= maxReferenceLength) return undefined;
  return `must be 1 to ${maxReferenceLength} characters, without control characters.`;
}
