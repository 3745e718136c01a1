import { keyBytes } from '../crypto/primitives.ts';
import type { FileId } from '../../domain/model/ids.ts';
import type { FileIntake } from '../../domain/ports/vault.ts';
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

    async finish() {
      const { sizeBytes, sha256 } = await blob.finish();
      hash.forget();
      if (sha256 === undefined) throw new Error(`File ${id} was not hashed`);
      return { id, fileKey, sizeBytes, sha256, segments: undefined };
    },

    async discard() {
      await blob.discard();
      hash.forget();
    },
  };
}
