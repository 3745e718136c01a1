import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

import type { Randomness } from '../../domain/model/ids.ts';
import { IntegrityError } from './integrity-error.ts';
import { keyBytes, refuseWeakKey } from './secret-key.ts';

export const boxSaltBytes = 32;
const tagBytes = 16;

/** Each box has a key of its own, so one nonce serves them all. */
const nonce = Buffer.alloc(12);

export interface BoxPurpose {
  key: Buffer;
  /** Separates the uses of `key`; part of the box's own key. */
  info: Buffer;
  /** Bound to the box, and not kept in it. */
  additionalData: Buffer;
}

/**
 * Seals a short secret with AES-256-GCM under a key derived for this one box: salt ‖ ciphertext ‖
 * tag. However many boxes one key makes, no nonce is used twice.
 */
export function sealBox(purpose: BoxPurpose, plain: Buffer, randomness: Randomness): Buffer {
  const salt = randomness.bytes(boxSaltBytes);
  const cipher = createCipheriv('aes-256-gcm', boxKey(purpose, salt), nonce, {
    authTagLength: tagBytes,
  });
  cipher.setAAD(purpose.additionalData);
  const sealed = cipher.update(plain);
  cipher.final();
  return Buffer.concat([salt, sealed, cipher.getAuthTag()]);
}

/** Throws an IntegrityError unless the box was sealed for exactly this purpose. */
export function openBox(purpose: BoxPurpose, box: Buffer): Buffer {
  const tagStart = box.length - tagBytes;
  if (tagStart < boxSaltBytes) throw new IntegrityError('A sealed box is not whole');
  const key = boxKey(purpose, box.subarray(0, boxSaltBytes));
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
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
