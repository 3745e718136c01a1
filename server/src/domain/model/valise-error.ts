import type { Problem, WireErrorCode } from '#protocol/errors.ts';

/** What can go wrong for an operator at the command line, and never for a client. */
export const operatorErrorCodes = [
  'usage',
  'config_invalid',
  'account_exists',
  'unknown_account',
  'unknown_dispatch',
  'unknown_mail',
  'dispatch_ended',
  'data_missing',
  'data_unsafe',
  'server_running',
  'key_missing',
  'key_wrong',
  'key_exposed',
  'schema_newer',
  'schema_older',
  'address_in_use',
  'check_failed',
] as const;

export type OperatorErrorCode = (typeof operatorErrorCodes)[number];
export type ErrorCode = WireErrorCode | OperatorErrorCode;

interface Extras {
  details?: Problem[];
  retryAfterSeconds?: number;
  /** The methods that would have been allowed. */
  allow?: string;
  cause?: unknown;
}

/**
 * The one error class for what is expected to go wrong. `message` is a sentence for people that
 * says what to do, and may be shown to them. Anything else that is thrown is a bug.
 */
export class ValiseError extends Error {
  readonly code: ErrorCode;
  readonly details: Problem[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly allow: string | undefined;

  constructor(code: ErrorCode, message: string, extras: Extras = {}) {
    super(message, extras.cause === undefined ? undefined : { cause: extras.cause });
    this.name = 'ValiseError';
    this.code = code;
    this.details = extras.details;
    this.retryAfterSeconds = extras.retryAfterSeconds;
    this.allow = extras.allow;
  }
}

/** A well-formed request with wrong values: every problem is named, so that one round mends all. */
export function invalid(problems: Problem[]): ValiseError {
  const [first] = problems;
  const message =
    first === undefined
      ? 'The request holds values that are not allowed.'
      : `${first.field}: ${first.problem}`;
  return new ValiseError('invalid', message, { details: problems });
}

const noRoomCodes = new Set(['ENOSPC', 'EDQUOT']);
const retryAfterSeconds = 30;

interface Sentences {
  noRoom: string;
  broken: string;
}

/**
 * What a failed system call means to whoever made a request. Any other error is a bug and comes
 * back as it is.
 */
export function systemFault(error: unknown, { noRoom, broken }: Sentences): Error {
  const code = systemErrorCode(error);
  if (code === undefined) return error instanceof Error ? error : new Error(String(error));
  if (noRoomCodes.has(code))
    return new ValiseError('insufficient_storage', noRoom, { cause: error });
  return new ValiseError('unavailable', broken, { retryAfterSeconds, cause: error });
}

/** `ENOENT` and its like, or undefined for an error that no system call raised. */
export function systemErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Something may have happened, or may not, and who knows is gone. */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('It is not known whether this was done', { cause });
    this.name = 'OutcomeUnknown';
  }
}

/** Whether what was stored failed its check: it was changed, cut, or its key is gone. */
export function isIntegrityFault(error: unknown): boolean {
  return error instanceof Error && error.name === 'IntegrityError';
}

/** Whether nothing is stored where something should be, which is known before the first byte is read. */
export function isMissingBytes(error: unknown): boolean {
  return error instanceof Error && 'isMissing' in error && error.isMissing === true;
}
