/** Controls, and what makes text read in another order than it is stored. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Text that strangers may have chosen, made safe for a terminal: it moves no cursor and hides nothing. */
export function printableText(text: string): string {
  return text.replaceAll(unprintable, (character) => {
    const code = character.charCodeAt(0).toString(16);
    return `\\u${code.padStart(4, '0')}`;
  });
}
