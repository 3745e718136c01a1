import { IntegrityError } from './integrity-error.ts';
import type { Opener } from './opener.ts';
import { sealedChunkSize } from './sealed-format.ts';

/** Chunks that follow one another, as they lie in the sealed file. */
export interface SealedRun {
  firstIndex: number;
  sealed: Buffer<ArrayBuffer>;
  /** Whether the last of them closes the file. */
  isLast: boolean;
}

export interface OpenedRun {
  /** The plaintext up to the first chunk that failed its check: a view of the run's memory. */
  plain: Buffer<ArrayBuffer>;
  /** Why it is not all of it. */
  damage: IntegrityError | undefined;
}

/** Opens chunk by chunk, in place: each plaintext takes the place of what was sealed, once checked. */
export function openRun(opener: Opener, { firstIndex, sealed, isLast }: SealedRun): OpenedRun {
  const step = sealedChunkSize(opener.chunkSizeLog2);
  let plainBytes = 0;
  let damage: IntegrityError | undefined;
  try {
    for (let at = 0, index = firstIndex; at < sealed.length; at += step, index += 1) {
      const closes = isLast && at + step >= sealed.length;
      const chunk = sealed.subarray(at, at + step);
      plainBytes += opener.openChunk(index, chunk, closes, sealed.subarray(plainBytes)).length;
    }
  } catch (error) {
    if (!(error instanceof IntegrityError)) throw error;
    damage = error;
  }
  return { plain: sealed.subarray(0, plainBytes), damage };
}
