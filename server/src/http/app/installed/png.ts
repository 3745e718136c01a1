import { crc32, deflateSync } from 'node:zlib';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
/** Eight bits for each of red, green, blue and alpha; nothing interlaced. */
const header = [8, 6, 0, 0, 0];
const bytesPerPixel = 4;

/** A square picture as PNG: `pixels` are red, green, blue and alpha, row after row. */
export function encodePng(size: number, pixels: Uint8ClampedArray): Buffer {
  const about = Buffer.alloc(8 + header.length);
  about.writeUInt32BE(size, 0);
  about.writeUInt32BE(size, 4);
  about.set(header, 8);
  // Each row begins with its filter: none.
  const rowBytes = size * bytesPerPixel;
  const rows = Buffer.alloc(size * (rowBytes + 1));
  for (let row = 0; row < size; row += 1) {
    rows.set(pixels.subarray(row * rowBytes, (row + 1) * rowBytes), row * (rowBytes + 1) + 1);
  }
  const parts = [chunk('IHDR', about), chunk('IDAT', deflateSync(rows)), chunk('IEND')];
  return Buffer.concat([signature, ...parts]);
}

/** Width and height of a PNG, which its first chunk says. */
export function sizeOfPng(png: Buffer): { width: number; height: number } {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(typed.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(typed, 4);
  framed.writeUInt32BE(crc32(typed), typed.length + 4);
  return framed;
}
