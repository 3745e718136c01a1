/** One encoded word of RFC 2047: `=?charset*language?encoding?text?=`. */
const word = String.raw`=\?([^?*\s]+)(?:\*[^?\s]*)?\?([BbQq])\?([^?\s]*)\?=`;
const wordsAlone = new RegExp(`^${word}(?:[ \\t]*${word})*$`);

/**
 * The text behind a value that is made of encoded words alone, as .NET and Indy write file names; the
 * blanks between them mean nothing. Undefined for any other value. Words that cannot be decoded become
 * a lone surrogate, which no valid name holds.
 */
export function decodeEncodedWords(value: string): string | undefined {
  if (!wordsAlone.test(value)) return undefined;
  let text = '';
  let charset = '';
  let bytes: Buffer[] = [];
  // Some clients cut in the middle of a character: neighbours of one charset are decoded together.
  for (const [, name = '', encoding = '', content = ''] of value.matchAll(new RegExp(word, 'g'))) {
    if (name.toLowerCase() !== charset) {
      text += decode(bytes, charset);
      charset = name.toLowerCase();
      bytes = [];
    }
    bytes.push(encoding.toUpperCase() === 'B' ? Buffer.from(content, 'base64') : decodeQ(content));
  }
  return text + decode(bytes, charset);
}

function decodeQ(content: string): Buffer {
  const latin1 = content
    .replaceAll('_', ' ')
    .replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(latin1, 'latin1');
}

function decode(bytes: readonly Buffer[], charset: string): string {
  if (bytes.length === 0) return '';
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(Buffer.concat(bytes));
  } catch {
    return '\ud800';
  }
}
