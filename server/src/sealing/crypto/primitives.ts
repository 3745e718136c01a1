import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';

import type { Randomness } from '../../domain/model/ids.ts';

/**
 * Sealed bytes are not what was written: changed, cut, moved, or opened with another key. Nothing
 * that was being opened may be used.
 */
export class IntegrityError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'IntegrityError';
  }
}

/** Sealed bytes are not there at all. */
export class MissingBytesError extends IntegrityError {
  readonly isMissing = true;
}

export const keyBytes = 32;

/** Every function that takes a key calls this: a key is 256 bits. */
export function refuseWeakKey(key: Uint8Array, name: string): void {
  if (key.length !== keyBytes) throw new RangeError(`${name} must be ${keyBytes} bytes`);
}

const longestField = 0xffff;
const lengthBytes = 2;

/**
 * Joins fields so that no two different lists give the same bytes: each is preceded by its length
 * in two bytes, big-endian. Text is UTF-8.
 */
export function frameFields(...fields: readonly (string | Uint8Array)[]): Buffer {
  const lengths = fields.map((field) =>
    typeof field === 'string' ? Buffer.byteLength(field) : field.length,
  );
  const framed = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + lengthBytes + length, 0));
  let offset = 0;
  for (const [index, field] of fields.entries()) {
    const length = lengths[index] ?? 0;
    if (length > longestField) throw new RangeError('A framed field is too long');
    offset = framed.writeUInt16BE(length, offset);
    if (typeof field === 'string') framed.write(field, offset);
    else framed.set(field, offset);
    offset += length;
  }
  return framed;
}

const blockBytes = 64;

/** HKDF-Expand of RFC 5869 with SHA-512. The key must be uniformly random: nothing is extracted. */
export function hkdfExpandSha512(key: Uint8Array, info: Uint8Array, length: number): Buffer {
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

export const boxSaltBytes = 32;
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
