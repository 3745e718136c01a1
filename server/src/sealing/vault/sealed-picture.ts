import type { Randomness } from '../../domain/model/ids.ts';
import type { SegmentedFile } from '../../domain/ports/vault.ts';
import type { BoxPurpose } from '../crypto/sealed-format.ts';
import { frameFields, openBox, sealBox } from '../crypto/sealed-format.ts';

/** The file whose picture it is, by the id of its content. */
interface PictureOwner extends SegmentedFile {
  installId: string;
}

/** Nobody sees the picture of a file who cannot read the file: it has the same key. */
export function sealPicture(owner: PictureOwner, bytes: Buffer, randomness: Randomness): Buffer {
  return sealBox(purposeOf(owner), bytes, randomness);
}

/** Throws an IntegrityError for the picture of another file, or one that was changed. */
export function openPicture(owner: PictureOwner, sealed: Buffer): Buffer {
  return openBox(purposeOf(owner), sealed);
}

function purposeOf({ installId, id, fileKey }: PictureOwner): BoxPurpose {
  const info = Buffer.from('valise/picture/v1', 'latin1');
  return { key: fileKey, info, additionalData: frameFields(installId, id) };
}
