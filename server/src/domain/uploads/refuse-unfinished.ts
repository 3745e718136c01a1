import type { Problem } from '#protocol/errors.ts';
import type { IncomingUpload } from '../model/incoming-upload.ts';
import { isWhole } from '../model/incoming-upload.ts';
import { ValiseError } from '../model/valise-error.ts';

/** When the rest may have come. */
const retryAfterSeconds = 5;

/**
 * Throws `upload_in_progress` unless every upload has arrived as a whole. `places`: where the request names the
 * uploads; left out, it names none.
 */
export function refuseUnfinished(
  uploads: readonly IncomingUpload[],
  places?: ReadonlyMap<IncomingUpload['id'], Pick<Problem, 'field' | 'pointer'>>,
): void {
  const unfinished = uploads.filter((upload) => !isWhole(upload));
  if (unfinished.length === 0) return;
  throw new ValiseError('upload_in_progress', 'Some files have not arrived as a whole yet.', {
    retryAfterSeconds,
    details: unfinished.map(({ id, name, sizeBytes, receivedBytes }) => ({
      ...(places?.get(id) ?? { field: name }),
      problem:
        sizeBytes === undefined
          ? `${receivedBytes} bytes have come, and Upload-Length was not set yet.`
          : `${sizeBytes - receivedBytes} of ${sizeBytes} bytes are missing.`,
    })),
  });
}
