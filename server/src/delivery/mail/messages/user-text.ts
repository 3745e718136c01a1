import { replaceUnsafe, withoutDirectionControls } from '#protocol/unsafe-characters.ts';

/** The most characters of a name that a mail shows. */
const longestName = 80;
/** The most characters of a message that a mail shows. */
const longestMessage = 3000;

/** A name on one line. One that is too long keeps its end, which tells a file's type. */
export function showName(name: string): string {
  const line = replaceUnsafe(withoutTricks(name), () => ' ')
    .replace(/ +/g, ' ')
    .trim();
  const characters = Array.from(line);
  if (characters.length <= longestName) return line;
  const half = longestName / 2;
  return `${characters.slice(0, half).join('')}…${characters.slice(1 - half).join('')}`;
}

/** A message with its line breaks, and whether some of it was left out. */
export function showMessage(message: string): { text: string; isCut: boolean } {
  const lines = withoutTricks(message).replace(/\r\n?/g, '\n').replace(/\t/g, '  ');
  const text = replaceUnsafe(lines, (found) => (found === '\n' ? found : ' ')).trim();
  const characters = Array.from(text);
  if (characters.length <= longestMessage) return { text, isCut: false };
  return { text: `${characters.slice(0, longestMessage).join('')}…`, isCut: true };
}

function withoutTricks(text: string): string {
  return withoutDirectionControls(text.toWellFormed());
}
