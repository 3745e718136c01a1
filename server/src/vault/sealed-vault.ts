import type { BlobStore } from '../domain/blob-store.ts';
import type { Randomness } from '../domain/ids.ts';
import type { Vault } from '../domain/vault.ts';
import { beginIntake } from './file-intake.ts';
import { verifiedRead } from './verified-read.ts';

interface Dependencies {
  blobs: BlobStore;
  /** Bound into every file's keys: another install's files do not open here. */
  installId: string;
  randomness: Randomness;
}

/** Files as sealed blobs, one each, under their own ids. See docs/file-format.md. */
export function createSealedVault(dependencies: Dependencies): Vault {
  return {
    begin: () => beginIntake(dependencies),
    read: (file, start, end) => verifiedRead(dependencies, file, start, end),
  };
}
