// How large an image is, from its first bytes: it is known before a browser takes room for its pixels.

/** @typedef {{ width: number, height: number }} Size */

/** How much of a file is enough: cameras write up to some 64 kB before the size. */
export const headerBytes = 256 * 1024;

/**
 * The size of a PNG, JPEG, WebP or GIF; undefined for anything else.
 * @param {Uint8Array} start the first bytes of a file
 * @returns {Size | undefined}
 */
export function readImageSize(start) {
  const bytes = new DataView(start.buffer, start.byteOffset, start.byteLength);
  if (start.length < 33) return undefined;
  if (textAt(start, 1, 3) === 'PNG') {
    return { width: bytes.getUint32(16), height: bytes.getUint32(20) };
  }
  if (textAt(start, 0, 3) === 'GIF') {
    return { width: bytes.getUint16(6, true), height: bytes.getUint16(8, true) };
  }
  if (textAt(start, 0, 4) === 'RIFF' && textAt(start, 8, 4) === 'WEBP') return sizeOfWebp(bytes);
  if (bytes.getUint16(0) === 0xffd8) return sizeOfJpeg(bytes);
  return undefined;
}

/**
 * @param {Uint8Array} bytes
 * @param {number} at
 * @param {number} length
 */
function textAt(bytes, at, length) {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

/**
 * The size stands in the first frame, behind segments that say how long they are.
 * @param {DataView} bytes
 * @returns {Size | undefined}
 */
function sizeOfJpeg(bytes) {
  let at = 2;
  while (at + 9 <= bytes.byteLength && bytes.getUint8(at) === 0xff) {
    const marker = bytes.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: bytes.getUint16(at + 5), width: bytes.getUint16(at + 7) };
    at += 2 + bytes.getUint16(at + 2);
  }
  return undefined;
}

/**
 * @param {DataView} bytes
 * @returns {Size | undefined}
 */
function sizeOfWebp(bytes) {
  const kind = String.fromCharCode(bytes.getUint8(15));
  if (kind === 'X') {
    return { width: uint24(bytes, 24) + 1, height: uint24(bytes, 27) + 1 };
  }
  if (kind === 'L') {
    const size = bytes.getUint32(21, true);
    return { width: (size & 0x3fff) + 1, height: ((size >>> 14) & 0x3fff) + 1 };
  }
  return {
    width: bytes.getUint16(26, true) & 0x3fff,
    height: bytes.getUint16(28, true) & 0x3fff,
  };
}

/**
 * @param {DataView} bytes
 * @param {number} at
 */
function uint24(bytes, at) {
  return bytes.getUint16(at, true) + bytes.getUint8(at + 2) * 0x10000;
}

/**
 * The size with the same shape whose longer side has so many pixels at most.
 * @param {Size} size
 * @param {number} longest
 * @returns {Size}
 */
export function fittedSize({ width, height }, longest) {
  const scale = Math.min(1, longest / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}
