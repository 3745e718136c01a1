export type TextEncodingName = 'utf-8' | 'utf-16' | 'windows-1252';

/**
 * The text of a file that a person exported. A byte order mark decides; a file without one that is not UTF-8 is
 * read as windows-1252, the code page of most older programs, and the caller tells the person.
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: TextEncodingName } {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) {
    return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'utf-16' };
  }
  if (first === 0xfe && second === 0xff) {
    return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'utf-16' };
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' };
  }
}
