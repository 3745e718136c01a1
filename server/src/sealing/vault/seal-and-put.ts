import { createHash } from 'node:crypto';
import type { BlobStore } from '../../domain/ports/blob-store.ts';
import type { PlaceSealerOptions, SealedLoad } from '../crypto/sealer.ts';
import { createPlaceSealer } from '../crypto/sealer.ts';

/** A small blob that is whole in memory, in plaintext. */
export interface UnsealedBlob {
  blobKey: string;
  /** What it is sealed under. */
  keying: PlaceSealerOptions;
  /** Whether its SHA-256 is wanted. */
  hashes: boolean;
  /** All of its plaintext, laid out so that it can be sealed where it lies. */
  load: { memory: Uint8Array<ArrayBuffer>; plainBytes: number; isLast: true };
}

export interface PutBlob {
  /** The load's memory, sealed over. */
  memory: ArrayBuffer;
  sha256: Buffer | undefined;
}

/**
 * Seals a small blob and stores it durably. Takes the load's memory over until the promise has settled.
 * A blob that fails leaves nothing.
 */
export type SealAndPut = (blob: UnsealedBlob) => Promise<PutBlob>;

/** Seals in the calling thread. */
export function createSealAndPut(blobs: Pick<BlobStore, 'putMany'>): SealAndPut {
  return async (blob) => {
    const [outcome = new Error(`Blob ${blob.blobKey} was not stored`)] = await sealAndPutAll(
      blobs,
      [blob],
    );
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
}

/** Stores several blobs together. An outcome that is an error says why that one blob is not stored. */
export async function sealAndPutAll(
  blobs: Pick<BlobStore, 'putMany'>,
  unsealed: readonly UnsealedBlob[],
): Promise<(PutBlob | Error)[]> {
  const sealed = unsealed.map((blob) => ({ key: blob.blobKey, load: attemptSeal(blob) }));
  const whole = sealed.flatMap(({ key, load }) =>
    load instanceof Error ? [] : [{ key, bytes: load.sealed }],
  );
  const faults = (await blobs.putMany(whole)).values();
  return sealed.map(({ load }) => {
    if (load instanceof Error) return load;
    return faults.next().value ?? { memory: load.sealed.buffer, sha256: load.sha256 };
  });
}

function attemptSeal({ keying, hashes, load }: UnsealedBlob): SealedLoad | Error {
  try {
    return createPlaceSealer(keying, hashes ? createHash('sha256') : undefined)(load);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
