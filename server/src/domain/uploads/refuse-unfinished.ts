import type { IncomingUpload } from '../model/incoming-upload.ts';
import { ValiseError } from '../model/valise-error.ts';

/** Throws `upload_in_progress` unless every upload has arrived as a whole. */
export function refuseUnfinished(uploads: readonly IncomingUpload[]): void {
  const unfinished = uploads.filter(({ sizeBytes, receivedBytes }) => receivedBytes < sizeBytes);
  if (unfinished.length === 0) return;
  throw new ValiseError('upload_in_progress', 'Some files have not arrived as a whole yet.', {
    details: unfinished.map(({ name, sizeBytes, receivedBytes }) => ({
      field: name,
      problem: `${sizeBytes - receivedBytes} of ${sizeBytes} bytes are missing.`,
    })),
  });
}
