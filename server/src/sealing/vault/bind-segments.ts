import { createHash } from 'node:crypto';

import { segmentMac } from '../crypto/sealed-format.ts';
import { releaseMemory } from '../../domain/ports/release-memory.ts';
import type { Segment } from '../../domain/model/segment.ts';
import type { FinishedFile, SealedFile, SegmentedFile } from '../../domain/ports/vault.ts';
import type { SegmentHashes } from './segment-hashes.ts';
import type { ReadDependencies } from './verified-read.ts';
import { verifiedRead } from './verified-read.ts';

/** The segments as the whole file, where its hash is known. */
export function bindSegments(
  { installId, segmentHashes }: { installId: string; segmentHashes: SegmentHashes },
  file: SegmentedFile,
  parts: readonly Segment[],
): FinishedFile | undefined {
  const last = parts.at(-1);
  const known = last && segmentHashes.take(last.blobKey);
  if (known === undefined) return undefined;
  known.hash?.forget();
  return { ...bind(installId, file, parts), sha256: known.sha256 };
}

/** The same for any file: every segment is read back as a reader would, and so checked. */
export async function readBackSegments(
  source: ReadDependencies,
  file: SegmentedFile,
  parts: readonly Segment[],
): Promise<FinishedFile> {
  const whole = bind(source.installId, file, parts);
  const hash = createHash('sha256');
  for await (const plain of verifiedRead(source, whole, 0, whole.sizeBytes)) {
    hash.update(plain);
    releaseMemory(plain);
  }
  return { ...whole, sha256: hash.digest() };
}

function bind(
  installId: string,
  { id, fileKey }: SegmentedFile,
  parts: readonly Segment[],
): SealedFile {
  const mac = segmentMac({ fileKey, installId, fileId: id }, parts);
  const sizeBytes = parts.reduce((bytes, part) => bytes + part.sizeBytes, 0);
  return { id, fileKey, sizeBytes, segments: { parts, mac } };
}
