import { IntegrityError } from './integrity-error.ts';

/** The layout of a sealed file, as docs/file-format.md describes it. */
export const prefixBytes = 8;
export const saltBytes = 24;
export const commitmentBytes = 32;
export const headerBytes = prefixBytes + saltBytes + commitmentBytes;
export const tagBytes = 16;

export const defaultChunkSizeLog2 = 18;
const smallestChunkSizeLog2 = 12;
const largestChunkSizeLog2 = 20;

/** Chunks of one segment, the closing one included: 1 PiB at the default chunk size. */
export const maxChunks = 2 ** 32;

const magic = Buffer.from('VSEAL', 'latin1');
const version = 1;
export const aes256GcmId = 1;

export interface SealedHeader {
  prefix: Buffer;
  salt: Buffer;
  commitment: Buffer;
  chunkSizeLog2: number;
}

/** Magic, version, algorithm and chunk size: the part of the header that says how to read the rest. */
export function encodePrefix(chunkSizeLog2: number): Buffer {
  if (!isChunkSizeLog2(chunkSizeLog2)) {
    throw new RangeError(`A chunk cannot be 2^${chunkSizeLog2} bytes`);
  }
  return Buffer.concat([magic, Uint8Array.of(version, aes256GcmId, chunkSizeLog2)]);
}

export function parseHeader(header: Buffer): SealedHeader {
  if (header.length !== headerBytes) throw new IntegrityError('The header is not whole');
  const prefix = header.subarray(0, prefixBytes);
  const chunkSizeLog2 = prefix.readUInt8(prefixBytes - 1);
  if (!isChunkSizeLog2(chunkSizeLog2) || !prefix.equals(encodePrefix(chunkSizeLog2))) {
    throw new IntegrityError('The header is not of a known format, version, algorithm and size');
  }
  return {
    prefix,
    salt: header.subarray(prefixBytes, prefixBytes + saltBytes),
    commitment: header.subarray(prefixBytes + saltBytes),
    chunkSizeLog2,
  };
}

/** How long the sealed form of a plaintext is: every length has exactly one. */
export function sealedSize(plainBytes: number, chunkSizeLog2 = defaultChunkSizeLog2): number {
  const chunks = finalChunkIndex(plainBytes, chunkSizeLog2) + 1;
  return headerBytes + plainBytes + chunks * tagBytes;
}

/** The chunk that closes the file. It is shorter than the others, and may hold nothing but its tag. */
export function finalChunkIndex(plainBytes: number, chunkSizeLog2: number): number {
  return Math.floor(plainBytes / 2 ** chunkSizeLog2);
}

/** Where a chunk begins in the sealed file. */
export function sealedChunkOffset(index: number, chunkSizeLog2: number): number {
  return headerBytes + index * sealedChunkSize(chunkSizeLog2);
}

/** A full chunk with its tag. */
export function sealedChunkSize(chunkSizeLog2: number): number {
  return 2 ** chunkSizeLog2 + tagBytes;
}

function isChunkSizeLog2(value: number): boolean {
  return Number.isInteger(value) && value >= smallestChunkSizeLog2 && value <= largestChunkSizeLog2;
}
