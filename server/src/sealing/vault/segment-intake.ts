import type { Segment } from '../../domain/model/segment.ts';
import type { SegmentIntake, SegmentedFile } from '../../domain/ports/vault.ts';
import type { IntakeDependencies } from './blob-intake.ts';
import { beginBlob } from './blob-intake.ts';
import type { SegmentHashes } from './segment-hashes.ts';

interface Dependencies extends IntakeDependencies {
  segmentHashes: SegmentHashes;
}

/** The segment after `parts` on its way in. The file's hash goes on over it where it is known so far. */
export function beginSegment(
  dependencies: Dependencies,
  { id, fileKey }: SegmentedFile,
  parts: readonly Segment[],
): SegmentIntake {
  const { newBlobKey, cipherPool, segmentHashes } = dependencies;
  const blobKey = newBlobKey();
  const lastKey = parts.at(-1)?.blobKey;
  const before = lastKey === undefined ? undefined : segmentHashes.take(lastKey);
  const hash = lastKey === undefined ? cipherPool.startHash() : before?.hash;
  const context = { fileKey, fileId: id, segment: parts.length };
  const blob = beginBlob(dependencies, { blobKey, context, hash });
  let state: 'untouched' | 'touched' | 'discarded' = 'untouched';

  /** A line that broke before its first byte must not cost the hash of all that came before it. */
  function giveHashBack(): void {
    if (state === 'untouched' && lastKey !== undefined && before !== undefined) {
      segmentHashes.keep(lastKey, before);
    } else {
      hash?.forget();
    }
  }

  return {
    write(plaintext) {
      state = 'touched';
      return blob.write(plaintext);
    },

    async finish() {
      state = 'touched';
      const { sizeBytes, sha256 } = await blob.finish();
      if (sha256 !== undefined) {
        // One that is still fresh has not seen the bytes: a small blob is hashed where it is sealed.
        segmentHashes.keep(blobKey, { sha256, hash: hash?.state === 'begun' ? hash : undefined });
      }
      return { blobKey, sizeBytes };
    },

    async discard() {
      await blob.discard();
      if (state === 'discarded') return;
      segmentHashes.take(blobKey);
      giveHashBack();
      state = 'discarded';
    },
  };
}
