import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto';

import type { Segment } from '../../domain/model/file.ts';
import type { Randomness } from '../../domain/model/ids.ts';

/** The layout of a sealed file, as docs/file-format.md describes it. */
const prefixBytes = 8;
export const saltBytes = 24;
const commitmentBytes = 32;
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

/** The length of the sealed form of a plaintext: every length has exactly one. */
export function sealedSize(plainBytes: number, chunkSizeLog2 = defaultChunkSizeLog2): number {
  const chunks = finalChunkIndex(plainBytes, chunkSizeLog2) + 1;
  return headerBytes + plainBytes + chunks * tagBytes;
}

/** The chunk that closes the file. It is shorter than the others, and may consist of its tag only. */
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

const keysLabel = Buffer.from('valise/sealed-file/v1', 'latin1');
const nonceBytes = 12;
const counterOffset = nonceBytes - 4;

/** What a segment's keys depend on, so that it opens only in its place. */
export interface SegmentContext {
  fileKey: Buffer;
  installId: string;
  fileId: string;
  /** The segment's place in its file, from 0. */
  segment: number;
}

export interface SegmentKeys {
  key: Buffer;
  baseNonce: Buffer;
  /** Proves before anything is opened that key and context are correct. */
  commitment: Buffer;
}

/** A salt must never be used twice with one file key: the same keys would result. */
export function deriveSegmentKeys(
  context: SegmentContext,
  prefix: Uint8Array,
  salt: Uint8Array,
): SegmentKeys {
  refuseWeakKey(context.fileKey, 'A file key');
  if (salt.length !== saltBytes) throw new RangeError(`A salt must be ${saltBytes} bytes`);
  const segment = Buffer.alloc(4);
  segment.writeUInt32BE(context.segment);
  const info = Buffer.concat([
    keysLabel,
    prefix,
    salt,
    frameFields(context.installId, context.fileId),
    segment,
  ]);
  const nonceEnd = keyBytes + nonceBytes;
  const output = hkdfExpandSha512(context.fileKey, info, nonceEnd + commitmentBytes);
  return {
    key: output.subarray(0, keyBytes),
    baseNonce: output.subarray(keyBytes, nonceEnd),
    commitment: output.subarray(nonceEnd),
  };
}

/** The base nonce with the chunk's index, big-endian, XORed into its last four bytes. */
export function chunkNonce(baseNonce: Buffer, index: number): Buffer {
  if (!Number.isInteger(index) || index < 0 || index >= maxChunks) {
    throw new RangeError(`A segment has no chunk ${index}`);
  }
  const nonce = Buffer.from(baseNonce);
  nonce.writeUInt32BE((nonce.readUInt32BE(counterOffset) ^ index) >>> 0, counterOffset);
  return nonce;
}

const macLabel = 'valise/segments/v1';

type FileContext = Omit<SegmentContext, 'segment'>;

/** Binds the segments of a finished file together: which blobs, how long each, in which order. */
export function segmentMac(
  { fileKey, installId, fileId }: FileContext,
  parts: readonly Pick<Segment, 'blobKey' | 'sizeBytes'>[],
): Buffer {
  refuseWeakKey(fileKey, 'A file key');
  const key = hkdfExpandSha512(fileKey, frameFields(macLabel, installId, fileId), keyBytes);
  const mac = createHmac('sha256', key);
  for (const { blobKey, sizeBytes } of parts) {
    const size = Buffer.alloc(8);
    size.writeBigUInt64BE(BigInt(sizeBytes));
    mac.update(frameFields(blobKey)).update(size);
  }
  return mac.digest();
}

export function isSegmentMac(
  mac: Buffer,
  context: FileContext,
  parts: readonly Pick<Segment, 'blobKey' | 'sizeBytes'>[],
): boolean {
  const right = segmentMac(context, parts);
  return mac.length === right.length && timingSafeEqual(mac, right);
}

/**
 * Sealed bytes are not what was written: changed, truncated, moved, or opened with another key. No byte of
 * what was being opened may be used.
 */
export class IntegrityError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'IntegrityError';
  }
}

/** Sealed bytes are missing. */
export class MissingBytesError extends IntegrityError {
  readonly isMissing = true;
}

export const keyBytes = 32;

/** Every function that takes a key calls this: a key is 256 bits. */
export function refuseWeakKey(key: Uint8Array, name: string): void {
  if (key.length !== keyBytes) throw new RangeError(`${name} must be ${keyBytes} bytes`);
}

const longestField = 0xffff;

/**
 * Joins fields so that no two different lists give the same bytes: each is preceded by its length
 * in two bytes, big-endian. Text is UTF-8.
 */
export function frameFields(...fields: readonly (string | Uint8Array)[]): Buffer {
  const framed: Uint8Array[] = [];
  for (const field of fields) {
    const bytes = typeof field === 'string' ? Buffer.from(field) : field;
    if (bytes.length > longestField) throw new RangeError('A framed field is too long');
    framed.push(Buffer.of(bytes.length >> 8, bytes.length), bytes);
  }
  return Buffer.concat(framed);
}

const blockBytes = 64;

/** HKDF-Expand of RFC 5869 with SHA-512. The key must be uniformly random: nothing is extracted. */
function hkdfExpandSha512(key: Uint8Array, info: Uint8Array, length: number): Buffer {
  const blocks: Buffer[] = [];
  let previous = Buffer.alloc(0);
  for (let counter = 1; (counter - 1) * blockBytes < length; counter += 1) {
    const mac = createHmac('sha512', key).update(previous).update(info);
    previous = mac.update(Uint8Array.of(counter)).digest();
    blocks.push(previous);
  }
  return Buffer.concat(blocks).subarray(0, length);
}

/**
 * The size of one call to a cipher. Each call returns a new buffer. The allocator serves buffers of this
 * size from its pool; larger ones may be mapped anew each time, which doubles the cost.
 */
export const cipherStepBytes = 64 * 1024;

const boxSaltBytes = 32;
const boxTagBytes = 16;

/** Each box has a key of its own, so one nonce serves them all. */
const boxNonce = Buffer.alloc(12);

export interface BoxPurpose {
  key: Buffer;
  /** Separates the uses of `key`; part of the box's own key. */
  info: Buffer;
  /** Authenticated with the box, and not stored in it. */
  additionalData: Buffer;
}

/**
 * Seals a short secret with AES-256-GCM under a key derived for this one box: salt ‖ ciphertext ‖
 * tag. However many boxes one key makes, no nonce is used twice.
 */
export function sealBox(purpose: BoxPurpose, plain: Buffer, randomness: Randomness): Buffer {
  const salt = randomness.bytes(boxSaltBytes);
  const cipher = createCipheriv('aes-256-gcm', boxKey(purpose, salt), boxNonce, {
    authTagLength: boxTagBytes,
  });
  cipher.setAAD(purpose.additionalData);
  const sealed = cipher.update(plain);
  cipher.final();
  return Buffer.concat([salt, sealed, cipher.getAuthTag()]);
}

/** Throws an IntegrityError unless the box was sealed for exactly this purpose. */
export function openBox(purpose: BoxPurpose, box: Buffer): Buffer {
  const tagStart = box.length - boxTagBytes;
  if (tagStart < boxSaltBytes) throw new IntegrityError('A sealed box is not whole');
  const key = boxKey(purpose, box.subarray(0, boxSaltBytes));
  const decipher = createDecipheriv('aes-256-gcm', key, boxNonce, { authTagLength: boxTagBytes });
  decipher.setAAD(purpose.additionalData);
  decipher.setAuthTag(box.subarray(tagStart));
  const plain = decipher.update(box.subarray(boxSaltBytes, tagStart));
  try {
    decipher.final();
  } catch (error) {
    throw new IntegrityError('A sealed box was changed, or belongs elsewhere', error);
  }
  return plain;
}

function boxKey({ key, info }: BoxPurpose, salt: Buffer): Buffer {
  refuseWeakKey(key, 'A box key');
  return Buffer.from(hkdfSync('sha256', key, salt, info, keyBytes));
}
