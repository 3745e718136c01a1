/**
 * The values of an answer's `error` field, and when each occurs. Programs match on them, so a word is never
 * renamed and never reused for something else. docs/errors.md is generated from this.
 */
export const wireErrorMeanings = {
  bad_request:
    'The request is broken: not JSON, not valid UTF-8, broken multipart, `do` is not `upload`, no `file` part, no `filename` parameter, or a digest that does not match.',
  unauthorized:
    'No credentials, wrong ones, or a disabled account: one answer for all of them, in the same time.',
  signed_out: 'A page of a person was asked for without a session, or with one that has ended.',
  proof_needed:
    'The person signed in longer ago than this act allows, and has to confirm who they are.',
  csrf: 'The token is missing, unknown, expired or another account’s. Fetch the account’s page for a new one.',
  forbidden:
    'The path belongs to another account, whether or not that one exists; or the key has no right to the operation; or a browser sent HTTP Basic to `/api/v1`.',
  code_needed:
    'The page behind the link opens with a code, which its receiver has to enter in a browser first.',
  download_limit: 'The file was downloaded as often as its sender allows.',
  not_found:
    'No such route, file in the tray, inbox entry or file in it. What has expired is not there either.',
  method_not_allowed: 'The route exists; `Allow` says which methods it takes.',
  timeout: 'The request took too long to arrive.',
  contact_exists: 'A contact sent is there already with other data, or nothing sent was new.',
  no_contacts: 'Sending needs at least one contact.',
  no_receivers: 'Sending needs at least one receiver; a successful transfer uses them up.',
  no_files: 'Sending needs at least one uploaded file.',
  files_not_listed: 'Sending needs one earlier call of `get_files.cgi`.',
  file_unreadable:
    'A file in the tray cannot be opened any more: its key is gone or was damaged. The message names it. Remove it, and send again.',
  upload_in_progress:
    'An upload of the account is still running; its files would be left out, or left over after a repeated send. `Retry-After` says when to come back.',
  state_conflict:
    'The `receivers` or `files` that the request names are not those that are set, and nothing was sent; or what the request wants to change has changed since it was read.',
  dispatch_live:
    'The drop has not ended yet, and what is asked for is there once it has: the proof that it was deleted.',
  dispatch_ended: 'The drop or request has ended, by its time or by a revocation, and stays so.',
  lease_lost:
    'The lease of the item has ended, another program has the item, or the token is not that of its lease.',
  offset_conflict:
    'The bytes sent do not go on where the upload is. Ask for its offset, and go on from there.',
  idempotency_conflict: 'The `Idempotency-Key` was used for another request.',
  request_running:
    'A request with the same `Idempotency-Key` is still being carried out. `Retry-After` says when to come back.',
  cursor_expired:
    'Events behind the cursor are no longer kept. `Oldest-Cursor` names the cursor before the oldest one.',
  precondition_failed:
    '`If-Match` names another state than what is there has, or nothing is there; or `If-None-Match` forbids what is there. Nothing was changed.',
  tus_version:
    'The request speaks no version of tus that this server does; `Tus-Version` says which.',
  too_large: 'A JSON body, a field, a file or the account’s tray is over its limit.',
  unsupported_media_type:
    'A JSON operation without a JSON body, JSON in another charset than UTF-8, ISO-8859-1 and windows-1252, an upload that is not multipart, or a `Content-Encoding`.',
  range_not_satisfiable:
    'At `/api/v1`: the `Range` begins behind the end of the file. `Content-Range` says how long it is.',
  misdirected: 'The request names another host than the service’s public one.',
  invalid:
    'Well-formed but wrong: an address, number, language, time to live or file name, a name sent twice, a file in another field than `file`. `details` names every problem.',
  idempotency_mismatch:
    'At `/api/v1`, the `Idempotency-Key` was used for another request in the last 7 days.',
  upload_locked:
    'Another request is sending the same upload. Asking for its offset ends that request.',
  too_many_requests:
    'Too many failed sign-ins, or over the request rate. `Retry-After` says when to come back.',
  mail_quota:
    'The mails that the account may send in 24 hours are used up. Nothing was sent, and the tray is as it was. `Retry-After` and the message say when there is room again.',
  headers_too_large: 'The headers of the request are too many or too large.',
  checksum_mismatch:
    'What came is not what `Upload-Checksum` says. Nothing of it was kept: send it again from the same offset.',
  internal: 'A fault of the server. The request id finds it in the log.',
  unavailable: 'A store does not answer. `Retry-After` says when to come back.',
  insufficient_storage: 'The disk is nearly full, and uploads are refused.',
} as const;

export type WireErrorCode = keyof typeof wireErrorMeanings;

export const wireErrorCodes = Object.keys(wireErrorMeanings) as WireErrorCode[];

/** One thing wrong with a well-formed request: which field, and what to change. */
export interface Problem {
  field: string;
  problem: string;
  /** Where the field stands. Left out: in the body. `body`: it is the body as a whole, which the message says, too. */
  in?: 'query' | 'header' | 'body';
  /** The same field as a JSON pointer, where its name alone does not give it. */
  pointer?: string;
  /** Left out: the field is there, and has a wrong value. */
  code?: 'missing' | 'unknown' | 'repeated';
}

/** The body of every failed answer. */
export interface ErrorBody {
  status: 'error';
  error: WireErrorCode;
  message: string;
  details?: Problem[];
  request_id: string;
}

/**
 * Whether a request that failed may be repeated as it is. `later`: after a while. `same_key`: it may have been done, so
 * that only a repeat with the same Idempotency-Key does it once.
 */
export type Retry = 'never' | 'later' | 'same_key';

const retries: Partial<Record<WireErrorCode, Retry>> = {
  timeout: 'later',
  upload_in_progress: 'later',
  upload_locked: 'later',
  request_running: 'later',
  too_many_requests: 'later',
  mail_quota: 'later',
  unavailable: 'later',
  insufficient_storage: 'later',
  checksum_mismatch: 'later',
  internal: 'same_key',
};

export function retryOf(code: WireErrorCode): Retry {
  return retries[code] ?? 'never';
}

/** The body of every failed answer of API v1: RFC 9457. */
export interface ProblemDocument {
  /** The address of a page of this server about the code. */
  type: string;
  title: string;
  status: number;
  detail: string;
  code: WireErrorCode;
  errors?: {
    in: 'body' | 'query' | 'header';
    /** RFC 6901; empty for the whole. */
    pointer: string;
    code: 'invalid' | 'missing' | 'unknown' | 'repeated';
    detail: string;
  }[];
  retry: Retry;
  request_id: string;
}
