const controls = /\p{Cc}/u;
const controlsButLayout = /(?![\t\n\r])\p{Cc}/u;

/** Valid Unicode on one line, without control characters. */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !controls.test(text);
}

/** The same with line breaks and tabs. */
export function isPlainParagraphs(text: string): boolean {
  return text.isWellFormed() && !controlsButLayout.test(text);
}
