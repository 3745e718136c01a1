import { keyBytes } from '../crypto/primitives.ts';
import type { FileId } from '../../domain/model/ids.ts';
import type { SmallBlobs } from '../../domain/ports/small-blob.ts';
import type { FileIntake, FinishedFile, HeldFile } from '../../domain/ports/vault.ts';
import type { IntakeDependencies } from './blob-intake.ts';
import { beginBlob } from './blob-intake.ts';

/** One file on its way in, in one piece: hashed and sealed at once. */
export function beginIntake(dependencies: IntakeDependencies): FileIntake {
  const { randomness, newBlobKey, cipherPool } = dependencies;
  const id = newBlobKey<FileId>();
  const fileKey = randomness.bytes(keyBytes);
  const context = { fileKey, fileId: id, segment: 0 };
  const hash = cipherPool.startHash();
  const blob = beginBlob(dependencies, { blobKey: id, context, hash });

  return {
    id,
    write: (plaintext) => blob.write(plaintext),

    hold() {
      const small = blob.hold();
      if (small === undefined) return undefined;
      const release = (memory?: ArrayBuffer): void => {
        blob.release(memory);
      };
      return { id, fileKey, sizeBytes: small.load.plainBytes, blob: small, release };
    },

    async finish() {
      const { sizeBytes, sha256 } = await blob.finish();
      hash.forget();
      return { id, fileKey, sizeBytes, sha256: demandHash(id, sha256), segments: undefined };
    },

    async discard() {
      await blob.discard();
      hash.forget();
    },
  };
}

export async function keepHeld(
  { smallBlobs }: { smallBlobs: SmallBlobs },
  held: HeldFile,
): Promise<FinishedFile> {
  const { id, fileKey, sizeBytes } = held;
  const { memory, sha256 } = await smallBlobs.keep(held.blob);
  held.release(memory);
  return { id, fileKey, sizeBytes, sha256: demandHash(id, sha256), segments: undefined };
}

function demandHash(id: FileId, sha256: Buffer | undefined): Buffer {
  if (sha256 === undefined) throw new Error(`File ${id} was not hashed`);
  return sha256;
}
