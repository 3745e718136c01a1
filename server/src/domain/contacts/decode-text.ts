import type { InPieces } from '../model/pieces.ts';
import { pieceLength } from '../model/pieces.ts';

export type TextEncodingName = 'utf-8' | 'utf-16' | 'windows-1252';

/**
 * The text of a file that a person exported. A byte order mark decides; a file without one that is not UTF-8 is
 * read as windows-1252, the code page of most older programs, and the caller tells the person.
 */
export function* decodeText(
  bytes: Uint8Array,
): InPieces<{ text: string; encoding: TextEncodingName }> {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) {
    return { text: yield* decode(bytes, new TextDecoder('utf-16le')), encoding: 'utf-16' };
  }
  if (first === 0xfe && second === 0xff) {
    return { text: yield* decode(bytes, new TextDecoder('utf-16be')), encoding: 'utf-16' };
  }
  try {
    const text = yield* decode(bytes, new TextDecoder('utf-8', { fatal: true }));
    return { text, encoding: 'utf-8' };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const text = yield* decode(bytes, new TextDecoder('windows-1252'));
    return { text, encoding: 'windows-1252' };
  }
}

function* decode(bytes: Uint8Array, decoder: TextDecoder): InPieces<string> {
  let text = '';
  for (let start = 0; start < bytes.length; start += pieceLength) {
    text += decoder.decode(bytes.subarray(start, start + pieceLength), { stream: true });
    yield undefined;
  }
  return text + decoder.decode();
}
