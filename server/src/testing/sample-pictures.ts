/** Images as far as their headers say: nothing of ours reads what would follow. */

/** The bytes of a file that has such a picture: a picture is never larger than its file. */
export const pictured = 'x'.repeat(100);

export function samplePng(width: number, height: number, bytes = 33): Buffer {
  const png = Buffer.alloc(bytes, 1);
  png.write('89504e470d0a1a0a0000000d49484452', 'hex');
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}

/** With a segment of a camera before its frame. */
export function sampleJpeg(width: number, height: number): Buffer {
  const segment = Buffer.alloc(20, 0xff);
  segment.write('ffe10012', 'hex');
  const frame = Buffer.from('ffc00011080000000003', 'hex');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from('ffd8', 'hex'), segment, frame]);
}

export function sampleWebp(kind: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number): Buffer {
  const webp = Buffer.alloc(30);
  webp.write(`RIFF\0\0\0\0WEBP${kind}`, 'latin1');
  if (kind === 'VP8 ') {
    webp.write('9d012a', 23, 'hex');
    webp.writeUInt16LE(width, 26);
    webp.writeUInt16LE(height, 28);
  } else if (kind === 'VP8L') {
    webp[20] = 0x2f;
    webp.writeUInt32LE((width - 1) | ((height - 1) << 14), 21);
  } else {
    webp.writeUIntLE(width - 1, 24, 3);
    webp.writeUIntLE(height - 1, 27, 3);
  }
  return webp;
}
