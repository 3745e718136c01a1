import type { Problem, WireErrorCode } from '#protocol/errors.ts';

/** Errors of an operator at the command line, never of a client. */
export const operatorErrorCodes = [
  'usage',
  'config_invalid',
  'account_exists',
  'unknown_account',
  'unknown_dispatch',
  'unknown_mail',
  'data_missing',
  'data_unsafe',
  'server_running',
  'key_missing',
  'key_wrong',
  'key_exposed',
  'schema_newer',
  'schema_older',
  'address_in_use',
  'file_exists',
  'check_failed',
] as const;

export type OperatorErrorCode = (typeof operatorErrorCodes)[number];
export type ErrorCode = WireErrorCode | OperatorErrorCode;

interface Extras {
  details?: Problem[];
  retryAfterSeconds?: number;
  /** The methods that would have been allowed. */
  allow?: string;
  /** What came was not whole, and nothing of it was kept: the same request may come whole the next time. */
  isDamaged?: boolean;
  cause?: unknown;
}

/**
 * The one error class for expected failures. `message` is a sentence for people that says what to do, and
 * may be shown to them. Anything else that is thrown is a bug.
 */
export class ValiseError extends Error {
  readonly code: ErrorCode;
  readonly details: Problem[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly allow: string | undefined;
  readonly isDamaged: boolean;

  constructor(code: ErrorCode, message: string, extras: Extras = {}) {
    super(message, extras.cause === undefined ? undefined : { cause: extras.cause });
    this.name = 'ValiseError';
    this.code = code;
    this.details = extras.details;
    this.retryAfterSeconds = extras.retryAfterSeconds;
    this.allow = extras.allow;
    this.isDamaged = extras.isDamaged === true;
  }
}

/** Whether a part of the server is away or busy, so that the same may succeed later. */
export function isUnavailable(error: unknown): error is ValiseError {
  return error instanceof ValiseError && error.code === 'unavailable';
}

/** A well-formed request with wrong values: every fault is named, so that one round fixes all. */
export function invalid(problems: Problem[]): ValiseError {
  const [first] = problems;
  const message =
    first === undefined
      ? 'The request holds values that are not allowed.'
      : `${first.field}: ${first.problem}`;
  return new ValiseError('invalid', message, { details: problems });
}

/** The same whether it never was, is no more, or is another's. */
export function nothingHere(): ValiseError {
  return new ValiseError('not_found', 'There is nothing at this address.');
}

const noRoomCodes = new Set(['ENOSPC', 'EDQUOT']);
const retryAfterSeconds = 30;

interface Sentences {
  noRoom: string;
  broken: string;
}

/**
 * Translates a failed system call into an error for the requester. Any other error is a bug and is returned
 * as it is.
 */
export function systemFault(error: unknown, { noRoom, broken }: Sentences): Error {
  const code = systemErrorCode(error);
  if (code === undefined) return error instanceof Error ? error : new Error(String(error));
  if (noRoomCodes.has(code))
    return new ValiseError('insufficient_storage', noRoom, { cause: error });
  return new ValiseError('unavailable', broken, { retryAfterSeconds, cause: error });
}

/** The error code, such as `ENOENT`, or undefined for an error that no system call raised. */
export function systemErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** A change may have been committed or not, and the thread that knows is gone. */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('It is not known whether this was done', { cause });
    this.name = 'OutcomeUnknown';
  }
}

/** Whether stored data failed verification: it was changed, truncated, or its key is gone. */
export function isIntegrityFault(error: unknown): boolean {
  return error instanceof Error && error.name === 'IntegrityError';
}

/** Whether the stored bytes are missing, which is known before the first byte is read. */
export function isMissingBytes(error: unknown): boolean {
  return error instanceof Error && 'isMissing' in error && error.isMissing === true;
}
