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

export function noReceivers(): ValiseError {
  return new ValiseError('no_receivers', 'No receiver is chosen. Set the receivers first.');
}

export function noFiles(): ValiseError {
  return new ValiseError('no_files', 'There is no file to send. Upload one first.');
}

export function noDraft(): ValiseError {
  return new ValiseError('not_found', 'There is no such draft. It may have been sent or removed.');
}
