import type { PictureSize } from '../model/picture.ts';

/** What a picture of a file may be. */
type PictureType = 'image/png' | 'image/jpeg' | 'image/webp';

/** What the first bytes of an image say: its type, and how large it is. */
export interface ImageHeader extends PictureSize {
  type: PictureType;
}

/**
 * Reads the header of a PNG, JPEG or WebP, and nothing behind it: no decoder of ours ever sees the bytes. Undefined for
 * anything else, and for an image whose size does not stand where the format has it.
 */
export function readImageHeader(bytes: Buffer): ImageHeader | undefined {
  const found = readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
  return found !== undefined && found.width > 0 && found.height > 0 ? found : undefined;
}

const pngStart = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

function readPng(bytes: Buffer): ImageHeader | undefined {
  if (bytes.length < 33 || !bytes.subarray(0, pngStart.length).equals(pngStart)) return undefined;
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Markers of JPEG. */
const startOfImage = 0xd8;
const startOfScan = 0xda;
/** Those in this range are frames, which have the size, but for three of them. */
const [firstFrame, lastFrame] = [0xc0, 0xcf];
const noFrames = [0xc4, 0xc8, 0xcc];

/** The size stands in the first frame; what precedes it are segments that say how long they are. */
function readJpeg(bytes: Buffer): ImageHeader | undefined {
  if (bytes.length < 4 || bytes[0] !== 0xff || bytes[1] !== startOfImage) return undefined;
  let at = 2;
  while (at + 9 <= bytes.length) {
    const marker = bytes.readUInt8(at + 1);
    if (bytes[at] !== 0xff || marker === startOfScan) return undefined;
    if (marker >= firstFrame && marker <= lastFrame && !noFrames.includes(marker)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      return { type: 'image/jpeg', width, height };
    }
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2) return undefined;
    at += 2 + length;
  }
  return undefined;
}

/** A WebP has one of three kinds of chunks first, each with the size in a way of its own. */
function readWebp(bytes: Buffer): ImageHeader | undefined {
  if (bytes.length < 30 || latin(bytes, 0) !== 'RIFF' || latin(bytes, 8) !== 'WEBP')
    return undefined;
  const type = 'image/webp';
  switch (latin(bytes, 12)) {
    case 'VP8 ': {
      if (bytes.readUIntBE(23, 3) !== 0x9d012a) return undefined;
      const [width, height] = [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
      return { type, width, height };
    }
    case 'VP8L': {
      if (bytes[20] !== 0x2f) return undefined;
      const size = bytes.readUInt32LE(21);
      return { type, width: (size & 0x3fff) + 1, height: ((size >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}

function latin(bytes: Buffer, at: number): string {
  return bytes.toString('latin1', at, at + 4);
}
