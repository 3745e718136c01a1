import { createHash } from 'node:crypto';

import type { BlockingBlobFiler } from '../blobs/file/blocking-blob-filer.ts';
import type { SealedLoad } from '../sealing/crypto/sealer.ts';
import { createPlaceSealer } from '../sealing/crypto/sealer.ts';
import { asBuffer } from '../platform/threads/message-bytes.ts';
import type { SentBlob } from './orders.ts';

/** Seals and stores all of them in one go. Each stands or falls by itself: an error is why one fell. */
export function storeBlobs(
  filer: BlockingBlobFiler,
  blobs: readonly SentBlob[],
): Map<SentBlob, SealedLoad | Error> {
  const outcomes = new Map<SentBlob, SealedLoad | Error>();
  const sealed: { blob: SentBlob; load: SealedLoad }[] = [];
  for (const blob of blobs) {
    try {
      sealed.push({ blob, load: seal(blob) });
    } catch (error) {
      outcomes.set(blob, error instanceof Error ? error : new Error(String(error)));
    }
  }
  const faults = filer.putAll(
    sealed.map(({ blob, load }) => ({ key: blob.blobKey, bytes: load.sealed })),
  );
  for (const [at, { blob, load }] of sealed.entries()) outcomes.set(blob, faults[at] ?? load);
  return outcomes;
}

function seal({ context, hashes, load, ...secrets }: SentBlob): SealedLoad {
  const fileKey = asBuffer(secrets.fileKey);
  const hash = hashes ? createHash('sha256') : undefined;
  const sealer = createPlaceSealer({ ...context, fileKey, salt: asBuffer(secrets.salt) }, hash);
  fileKey.fill(0);
  return sealer(load);
}
