import { isPlainParagraphs } from './plain-text.ts';

export const maxMessageCharacters = 10_000;

/** What is wrong with a message that people send along with files; undefined when nothing is. */
export function findMessageProblem(message: string): string | undefined {
  if (!isPlainParagraphs(message)) return 'must be plain text.';
  const isTooLong =
    message.length > maxMessageCharacters && Array.from(message).length > maxMessageCharacters;
  return isTooLong ? `must be at most ${maxMessageCharacters} characters long.` : undefined;
}
