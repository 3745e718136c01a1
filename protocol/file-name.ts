import { holdsUnsafe } from './unsafe-characters.ts';

const maxBytes = 255;

export type FileNameProblem = 'empty' | 'dots' | 'control' | 'too_long' | 'malformed';

/**
 * The name a sent file will have: the last path segment of what the client sent (clients send
 * whole paths of either kind), in Unicode normal form C.
 */
export function parseFileName(
  sent: string,
): { name: string; problem?: never } | { name?: never; problem: FileNameProblem } {
  if (!sent.isWellFormed()) return { problem: 'malformed' };
  const name = (sent.split(/[/\\]/).at(-1) ?? '').normalize('NFC');
  if (name === '') return { problem: 'empty' };
  if (name === '.' || name === '..') return { problem: 'dots' };
  if (holdsUnsafe(name)) return { problem: 'control' };
  if (new TextEncoder().encode(name).length > maxBytes) return { problem: 'too_long' };
  return { name };
}

export const fileNameProblems: Record<FileNameProblem, string> = {
  empty: 'the file name is empty.',
  dots: 'a file cannot be named "." or "..".',
  control: 'the file name holds control characters or characters that hide its reading order.',
  too_long: `the file name is longer than ${maxBytes} bytes.`,
  malformed: 'the file name is not valid Unicode.',
};
