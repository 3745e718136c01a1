import { releaseMemory } from '../domain/release-memory.ts';
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
  /** The plaintext of each chunk up to the first that failed its check, in memory of its own. */
  plains: Buffer<ArrayBuffer>[];
  /** Why there are not as many as there should be. */
  damage: IntegrityError | undefined;
}

/** Opens chunk by chunk, and stops at the first that fails its check. Gives the run's memory back. */
export function openRun(opener: Opener, { firstIndex, sealed, isLast }: SealedRun): OpenedRun {
  const step = sealedChunkSize(opener.chunkSizeLog2);
  const plains: Buffer<ArrayBuffer>[] = [];
  let damage: IntegrityError | undefined;
  try {
    for (let at = 0; at < sealed.length; at += step) {
      const closes = isLast && at + step >= sealed.length;
      const chunk = sealed.subarray(at, at + step);
      plains.push(opener.openChunk(firstIndex + plains.length, chunk, closes));
    }
  } catch (error) {
    if (!(error instanceof IntegrityError)) throw error;
    damage = error;
  }
  releaseMemory(sealed);
  return { plains, damage };
}
