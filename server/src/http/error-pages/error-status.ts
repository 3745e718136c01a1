import type { WireErrorCode } from '#protocol/errors.ts';
import { wireErrorCodes } from '#protocol/errors.ts';
import type { ErrorCode } from '../../domain/model/valise-error.ts';

/** The HTTP status of each error. */
export const errorStatus: Record<WireErrorCode, number> = {
  bad_request: 400,
  unauthorized: 401,
  signed_out: 401,
  proof_needed: 403,
  csrf: 403,
  forbidden: 403,
  code_needed: 403,
  download_limit: 403,
  not_found: 404,
  method_not_allowed: 405,
  timeout: 408,
  contact_exists: 409,
  no_contacts: 409,
  no_receivers: 409,
  no_files: 409,
  files_not_listed: 409,
  file_unreadable: 409,
  upload_in_progress: 409,
  state_conflict: 409,
  dispatch_live: 409,
  dispatch_ended: 409,
  lease_lost: 409,
  offset_conflict: 409,
  idempotency_conflict: 409,
  request_running: 409,
  cursor_expired: 410,
  precondition_failed: 412,
  tus_version: 412,
  too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  misdirected: 421,
  invalid: 422,
  idempotency_mismatch: 422,
  upload_locked: 423,
  too_many_requests: 429,
  mail_quota: 429,
  headers_too_large: 431,
  checksum_mismatch: 460,
  internal: 500,
  unavailable: 503,
  insufficient_storage: 507,
};

/** An operator's error that reaches a client would be a bug, and is answered as one. */
export function wireCodeOf(code: ErrorCode): WireErrorCode {
  return wireErrorCodes.find((known) => known === code) ?? 'internal';
}
