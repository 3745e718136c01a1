import { ValiseError } from './valise-error.ts';

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
