export const maxMessageCharacters = 10_000;

/** The fault of a message that people send with files; undefined when there is none. */
export function findMessageProblem(message: string): string | undefined {
  if (!isPlainParagraphs(message)) return 'must be plain text.';
  const isTooLong =
    message.length > maxMessageCharacters && Array.from(message).length > maxMessageCharacters;
  return isTooLong ? `must be at most ${maxMessageCharacters} characters long.` : undefined;
}

const controls = /\p{Cc}/u;
const controlsButLayout = /(?![\t\n\r])\p{Cc}/u;

/** Valid Unicode on one line, without control characters. */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !controls.test(text);
}

/** The same with line breaks and tabs. */
function isPlainParagraphs(text: string): boolean {
  return text.isWellFormed() && !controlsButLayout.test(text);
}
