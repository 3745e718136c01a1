/**
 * The words an answer's `error` field can hold. Programs match on them, so a word is never renamed
 * and never reused for something else.
 */
export const wireErrorCodes = [
  'bad_request',
  'unauthorized',
  'csrf',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'contact_exists',
  'no_contacts',
  'no_receivers',
  'no_files',
  'files_not_listed',
  'upload_in_progress',
  'idempotency_conflict',
  'too_large',
  'unsupported_media_type',
  'invalid',
  'too_many_requests',
  'unavailable',
  'insufficient_storage',
  'misdirected',
  'headers_too_large',
  'timeout',
  'internal',
] as const;

export type WireErrorCode = (typeof wireErrorCodes)[number];

/** One thing wrong with a well-formed request: which field, and what to change. */
export interface Problem {
  field: string;
  problem: string;
}

/** The body of every failed answer. */
export interface ErrorBody {
  status: 'error';
  error: WireErrorCode;
  message: string;
  details?: Problem[];
  request_id: string;
}
