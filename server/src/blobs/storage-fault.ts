import { ValiseError } from '../domain/valise-error.ts';

const noRoomCodes = new Set(['ENOSPC', 'EDQUOT']);
const retryAfterSeconds = 30;

/**
 * What a failed system call means to whoever wanted to store or fetch something. Any other error is
 * a bug and comes back as it is.
 */
export function storageFault(error: unknown): Error {
  const code = systemErrorCode(error);
  if (code === undefined) return error instanceof Error ? error : new Error(String(error));
  if (noRoomCodes.has(code)) return storeFull(error);
  const message = 'The file store does not work at the moment. Please try again later.';
  return new ValiseError('unavailable', message, { retryAfterSeconds, cause: error });
}

/** For `promise.catch(throwStorageFault)`. */
export function throwStorageFault(error: unknown): never {
  throw storageFault(error);
}

export function storeFull(cause?: unknown): ValiseError {
  const message = 'The server has no room left for this file.';
  return new ValiseError('insufficient_storage', message, { cause });
}

/** `ENOENT` and its like, or undefined for an error that no system call raised. */
export function systemErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
