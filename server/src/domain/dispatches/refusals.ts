import { ValiseError } from '../model/valise-error.ts';

/** When an upload that blocks a drop may have ended. */
const uploadRetrySeconds = 5;

export function uploadInProgress(): ValiseError {
  return new ValiseError(
    'upload_in_progress',
    'An upload is still running and its files would be left out. Send again when it has ended.',
    { retryAfterSeconds: uploadRetrySeconds },
  );
}
