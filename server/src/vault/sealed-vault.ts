import { keyBytes } from '../crypto/secret-key.ts';
import type { BlobStore } from '../domain/blob-store.ts';
import type { Randomness } from '../domain/ids.ts';
import { newId } from '../domain/ids.ts';
import type { Vault } from '../domain/vault.ts';
import { beginBlob } from './blob-intake.ts';
import { beginIntake } from './file-intake.ts';
import { finishSegmented } from './finish-segmented.ts';
import { verifiedRead } from './verified-read.ts';

interface Dependencies {
  blobs: BlobStore;
  /** Bound into every file's keys: another install's files do not open here. */
  installId: string;
  randomness: Randomness;
}

/** Files as sealed blobs: one each, or one for each segment. See docs/file-format.md. */
export function createSealedVault(dependencies: Dependencies): Vault {
  const { randomness } = dependencies;
  return {
    begin: () => beginIntake(dependencies),
    beginSegmented: () => ({ id: newId(randomness), fileKey: randomness.bytes(keyBytes) }),
    beginSegment: ({ id, fileKey }, number) =>
      beginBlob(dependencies, newId(randomness), { fileKey, fileId: id, segment: number }),
    finishSegmented: (file, parts) => finishSegmented(dependencies, file, parts),
    read: (file, start, end) => verifiedRead(dependencies, file, start, end),
  };
}
