import type { Span } from '../model/download.ts';
import type { StoredFile } from '../model/file.ts';
import { contentIdOf } from '../model/file.ts';
import type { KeyRing } from '../model/key-ring.ts';
import { openFileKey } from '../model/key-ring.ts';
import type { Vault } from '../ports/vault.ts';

/** A file whose reader is authorised. */
export interface OpenFile {
  file: Pick<StoredFile, 'id' | 'name' | 'mediaType' | 'sizeBytes' | 'sha256' | 'createdAt'>;
  /** Plaintext from `start` up to and not including `end`; throws rather than yield a wrong byte. */
  read(start: number, end: number): AsyncIterable<Buffer>;
  /**
   * To be called before a span is sent; its result once that has ended and is recorded. Throws where the span must not
   * be sent now. Left out where nothing limits downloads.
   */
  admit?(span: Span): Promise<() => void>;
}

/** Unwraps the file's key. Whether the reader may have it was decided before. */
export async function openStoredFile(
  { vault, keyRing }: { vault: Vault; keyRing: KeyRing },
  file: StoredFile,
): Promise<OpenFile> {
  const fileKey = await openFileKey(keyRing, file);
  const sealed = { ...file, id: contentIdOf(file), fileKey };
  return { file, read: (start, end) => vault.read(sealed, start, end) };
}
