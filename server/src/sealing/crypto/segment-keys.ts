import { frameFields } from './frame-fields.ts';
import { hkdfExpandSha512 } from './hkdf-expand.ts';
import { commitmentBytes, maxChunks, saltBytes } from './sealed-format.ts';
import { keyBytes, refuseWeakKey } from './secret-key.ts';

const label = Buffer.from('valise/sealed-file/v1', 'latin1');
const nonceBytes = 12;
const counterOffset = nonceBytes - 4;

/** What a segment's keys depend on, so that it opens nowhere but in its place. */
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
  /** Proves before anything is opened that key and context are the right ones. */
  commitment: Buffer;
}

/** A salt must never be used twice with one file key: the same keys would come out again. */
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
    label,
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
