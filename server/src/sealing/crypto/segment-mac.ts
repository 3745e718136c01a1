import { createHmac, timingSafeEqual } from 'node:crypto';

import type { Segment } from '../../domain/model/segment.ts';
import { frameFields } from './frame-fields.ts';
import { hkdfExpandSha512 } from './hkdf-expand.ts';
import { keyBytes, refuseWeakKey } from './secret-key.ts';
import type { SegmentContext } from './segment-keys.ts';

const label = 'valise/segments/v1';

type FileContext = Omit<SegmentContext, 'segment'>;

/** Binds the segments of a finished file together: which blobs, how long each, in which order. */
export function segmentMac(
  { fileKey, installId, fileId }: FileContext,
  parts: readonly Segment[],
): Buffer {
  refuseWeakKey(fileKey, 'A file key');
  const key = hkdfExpandSha512(fileKey, frameFields(label, installId, fileId), keyBytes);
  const mac = createHmac('sha256', key);
  for (const { blobKey, sizeBytes } of parts) {
    const size = Buffer.alloc(8);
    size.writeBigUInt64BE(BigInt(sizeBytes));
    mac.update(frameFields(blobKey)).update(size);
  }
  return mac.digest();
}

export function isSegmentMac(
  mac: Buffer,
  context: FileContext,
  parts: readonly Segment[],
): boolean {
  const right = segmentMac(context, parts);
  return mac.length === right.length && timingSafeEqual(mac, right);
}
