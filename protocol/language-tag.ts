/** Whether the text has the form of a language tag. Which languages exist is another question. */
export function isLanguageTag(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,35}$/.test(text);
}
