import type { WireErrorCode } from '../errors.ts';
import type { Operation } from './operation.ts';

/** The headers of answers that clients act on, and what each says. HTTP defines others for every answer. */
export const headerMeanings = {
  Location: 'The address of what was made.',
  ETag: 'The version of what is answered, for If-Match and If-None-Match.',
  'Retry-After': 'After how many seconds the request may be repeated.',
  'WWW-Authenticate': 'Which credentials are wanted.',
  'Idempotent-Replayed': 'true: the request was carried out before, and this is the same answer.',
  'Tray-Removed': 'How many files of the tray a repeated request took away.',
  'Oldest-Cursor': 'The cursor before the oldest event that is kept.',
  'Tus-Resumable': 'The version of tus that the answer follows.',
  'Tus-Version': 'The versions of tus that the server knows.',
  'Tus-Extension': 'The extensions of tus that the server knows.',
  'Tus-Max-Size': 'The most bytes of an upload.',
  'Tus-Checksum-Algorithm': 'The algorithms of Upload-Checksum.',
  'Upload-Offset': 'How many bytes of the upload have arrived.',
  'Upload-Length': 'How many bytes the upload has.',
  'Upload-Defer-Length': '1: the length of the upload is not known yet.',
  'Upload-Metadata': 'Name and type of the upload, as tus writes them.',
  'Upload-Expires': 'When the upload is deleted unless it is continued or sent.',
  'Content-Digest': 'The SHA-256 of the bytes that are sent: RFC 9530.',
  'Repr-Digest': 'The SHA-256 of the whole file: RFC 9530.',
  RateLimit: 'What is left of the limits, and for how long.',
  'RateLimit-Policy': 'The limits.',
} as const;

export type AnswerHeader = keyof typeof headerMeanings;

/** Those that come with a failure. */
const headersOfFailures: Partial<Record<WireErrorCode, AnswerHeader>> = {
  unauthorized: 'WWW-Authenticate',
  upload_in_progress: 'Retry-After',
  too_many_requests: 'Retry-After',
  mail_quota: 'Retry-After',
  unavailable: 'Retry-After',
  cursor_expired: 'Oldest-Cursor',
  tus_version: 'Tus-Version',
};

export function headersOfFailure(code: WireErrorCode): readonly AnswerHeader[] {
  const header = headersOfFailures[code];
  return header === undefined ? [] : [header];
}

/** The headers of an answer that succeeds. */
export function headersOfAnswer({ status, answerHeaders = [] }: Operation): AnswerHeader[] {
  return [...(status === 201 ? (['Location'] as const) : []), ...answerHeaders];
}
