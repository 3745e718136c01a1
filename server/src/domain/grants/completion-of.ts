import type { Completion, IncomingUpload } from '../model/incoming-upload.ts';
import type { FinishedFile } from '../ports/vault.ts';

/** Throws when what the vault has is not what was declared. */
export function completionOf(
  { id, sizeBytes }: Pick<IncomingUpload, 'id' | 'sizeBytes'>,
  whole: FinishedFile,
): Completion {
  if (whole.sizeBytes !== sizeBytes || whole.segments === undefined) {
    throw new Error(`Upload ${id} is not whole`);
  }
  return { sha256: whole.sha256, segmentsMac: whole.segments.mac };
}
