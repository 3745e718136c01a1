import { keyBytes } from '../crypto/primitives.ts';
import type { BlobStore } from '../../domain/ports/blob-store.ts';
import type { Randomness } from '../../domain/model/ids.ts';
import { newId } from '../../domain/model/ids.ts';
import type { TransferMemory } from '../../domain/transfers/transfer-memory.ts';
import { createTransferMemory } from '../../domain/transfers/transfer-memory.ts';
import type { Vault } from '../../domain/ports/vault.ts';
import { bindSegments, readBackSegments } from './bind-segments.ts';
import { createBlobKeys } from './blob-keys.ts';
import { beginIntake } from './file-intake.ts';
import { BufferPool } from './buffer-pool.ts';
import { OpenedChunks } from './opened-chunks.ts';
import { SegmentHashes } from './segment-hashes.ts';
import { beginSegment } from './segment-intake.ts';
import type { SealAndPut } from './seal-and-put.ts';
import { createSealAndPut } from './seal-and-put.ts';
import { verifiedRead } from './verified-read.ts';
import { inlineCipherPool } from '../cipher-pool/inline-cipher-pool.ts';
import type { CipherPool } from '../cipher-pool/cipher-pool.ts';

interface Dependencies {
  blobs: BlobStore;
  /** Bound into every file's keys: another install's files do not open here. */
  installId: string;
  randomness: Randomness;
  /** Left out, large files are worked on in the thread that asks. */
  cipherPool?: CipherPool;
  /** Seals and stores small blobs. Left out, the thread that asks does. */
  sealAndPut?: SealAndPut;
  /** Left out, there is as much as a server has by itself. */
  memory?: Pick<TransferMemory, 'work'>;
}

/** Files as sealed blobs: one each, or one for each segment. See docs/file-format.md. */
export function createSealedVault(given: Dependencies): Vault {
  const { work } = given.memory ?? createTransferMemory();
  const dependencies = {
    cipherPool: inlineCipherPool,
    sealAndPut: createSealAndPut(given.blobs),
    newBlobKey: createBlobKeys(given.randomness),
    loadMemory: new BufferPool(work),
    readMemory: work,
    openedChunks: new OpenedChunks(),
    segmentHashes: new SegmentHashes(),
    ...given,
  };
  const { randomness } = dependencies;
  return {
    begin: () => beginIntake(dependencies),
    beginSegmented: () => ({ id: newId(randomness), fileKey: randomness.bytes(keyBytes) }),
    beginSegment: (file, parts) => beginSegment(dependencies, file, parts),
    bindSegments: (file, parts) => bindSegments(dependencies, file, parts),
    readBackSegments: (file, parts) => readBackSegments(dependencies, file, parts),
    read: (file, start, end) => verifiedRead(dependencies, file, start, end),
  };
}
