import { createHash } from 'node:crypto';

import { segmentMac } from '../crypto/segment-mac.ts';
import { releaseMemory } from '../domain/release-memory.ts';
import type { Segment } from '../domain/segment.ts';
import type { FinishedFile, SegmentedFile } from '../domain/vault.ts';
import type { ReadDependencies } from './verified-read.ts';
import { verifiedRead } from './verified-read.ts';

/** Reads every segment back as a reader would, and binds them together as the whole file. */
export async function finishSegmented(
  source: ReadDependencies,
  { id, fileKey }: SegmentedFile,
  parts: readonly Segment[],
): Promise<FinishedFile> {
  const mac = segmentMac({ fileKey, installId: source.installId, fileId: id }, parts);
  const sizeBytes = parts.reduce((bytes, part) => bytes + part.sizeBytes, 0);
  const file = { id, fileKey, sizeBytes, segments: { parts, mac } };
  const hash = createHash('sha256');
  for await (const plain of verifiedRead(source, file, 0, sizeBytes)) {
    hash.update(plain);
    releaseMemory(plain);
  }
  return { ...file, sha256: hash.digest() };
}
