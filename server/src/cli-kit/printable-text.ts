import { replaceUnsafe } from '#protocol/unsafe-characters.ts';

/** Text that strangers may have chosen, made safe for a terminal: it moves no cursor and hides nothing. */
export function printableText(text: string): string {
  return replaceUnsafe(text, (character) => {
    const code = character.charCodeAt(0).toString(16);
    return `\\u${code.padStart(4, '0')}`;
  });
}
