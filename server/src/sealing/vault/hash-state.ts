import type { Randomness } from '../../domain/model/ids.ts';
import type { SegmentedFile } from '../../domain/ports/vault.ts';
import type { BoxPurpose } from '../crypto/sealed-format.ts';
import { IntegrityError, frameFields, openBox, sealBox } from '../crypto/sealed-format.ts';

/** The bytes that a state is the hash of: a file up to the end of a segment. */
export interface HashOwner extends SegmentedFile {
  installId: string;
  /** The blob of that segment. */
  lastKey: string;
}

/** The state of a hash contains plaintext, so it is encrypted with the file's key. */
export function sealHashState(owner: HashOwner, state: Buffer, randomness: Randomness): Buffer {
  return sealBox(purposeOf(owner), state, randomness);
}

/** Undefined for a state that belongs to other bytes. */
export function openHashState(owner: HashOwner, sealed: Buffer): Buffer | undefined {
  try {
    return openBox(purposeOf(owner), sealed);
  } catch (error) {
    if (error instanceof IntegrityError) return undefined;
    throw error;
  }
}

function purposeOf({ installId, id, fileKey, lastKey }: HashOwner): BoxPurpose {
  const info = Buffer.from('valise/hash-state/v1', 'latin1');
  return { key: fileKey, info, additionalData: frameFields(installId, id, lastKey) };
}
