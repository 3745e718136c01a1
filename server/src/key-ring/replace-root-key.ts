import type { Randomness } from '../domain/model/ids.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import { replaceFile } from '../platform/durable-files.ts';
import { keyBytes } from '../sealing/crypto/sealed-format.ts';
import type { KeyFolder } from './key-folder.ts';
import { formatRootKey } from './key-folder.ts';
import { rootKeyFile, rootKeyPath } from './root-key.ts';

interface Replacement {
  /** Left out, one is made. */
  newKey: Buffer | undefined;
  keepsOld: boolean;
  randomness: Randomness;
}

/**
 * Replaces `root.key`. Whenever it is interrupted, the key in the file opens the keyring: both keys do until
 * the new one is known to be stored.
 */
export async function replaceRootKeyFile(
  dir: string,
  folder: KeyFolder,
  { newKey, keepsOld, randomness }: Replacement,
): Promise<void> {
  const key = newKey ?? randomness.bytes(keyBytes);
  await folder.addRootKey(key);
  await replaceFile(rootKeyPath(dir), formatRootKey(key));
  const stored = await rootKeyFile(dir).read();
  if (!stored.equals(key)) {
    throw new ValiseError(
      'data_unsafe',
      `${rootKeyPath(dir)} was replaced by somebody else meanwhile. Both keys open the keyring; run "valise key retire" with the right one.`,
    );
  }
  if (!keepsOld) await folder.retireOtherRootKeys(key);
}
