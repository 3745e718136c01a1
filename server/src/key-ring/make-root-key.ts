import type { Randomness } from '../domain/model/ids.ts';
import { ValiseError, systemErrorCode } from '../domain/model/valise-error.ts';
import { createFile } from '../platform/durable-files.ts';
import { keyBytes } from '../sealing/crypto/sealed-format.ts';
import { formatRootKey } from './key-folder.ts';

/** Writes a new root key to a file that its owner alone can read. Throws `file_exists` rather than replace one. */
export async function makeRootKey(path: string, randomness: Randomness): Promise<void> {
  try {
    await createFile(path, formatRootKey(randomness.bytes(keyBytes)));
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') {
      throw new ValiseError(
        'file_exists',
        `${path} exists. A key is never replaced: name another file.`,
        { cause: error },
      );
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new ValiseError('usage', `${path} cannot be written: ${reason}.`, { cause: error });
  }
}
